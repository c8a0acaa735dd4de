/** Passages of collections for a prompt, as many as fit, grouped by document. */
import type { Passage } from '~/server/generation/library';
import type { FramedFile } from './file-frame';
import { joinNeighbors } from './join-neighbors';
import { excerptNote } from './notes';
import { fileCosts, tokensPerPage } from './token-costs';
import { sizesOf } from './token-sizes';

export interface PassageContext {
  files: FramedFile[];
  /** The passages that fit, best first. */
  givenPassages: Passage[];
  /** At most `room`. */
  tokens: number;
}

/** `passages` are sorted best first. In the result, a document's passages are in text order. */
export async function fitPassages(passages: readonly Passage[], room: number): Promise<PassageContext> {
  const sizes = await sizesOf(passages.map(({ text }) => ({ text })));
  const documents = new Map(passages.map((passage) => [idOf(passage), passage]));
  const largest = [...documents.values()].map((document) => ({ name: document.source, note: noteOf(document, 0) }));
  const costs = await fileCosts(largest);
  const costOf = new Map([...documents.keys()].map((id, index) => [id, costs[index] ?? 0]));
  const files = new Map<string, Passage[]>();
  const givenPassages: Passage[] = [];
  let tokens = 0;
  for (const [index, passage] of passages.entries()) {
    const id = idOf(passage);
    const own = files.get(id);
    const cost = (sizes[index] ?? 0) + tokensPerPage + (own ? 0 : (costOf.get(id) ?? 0));
    if (tokens + cost > room) continue;
    tokens += cost;
    givenPassages.push(passage);
    if (own) own.push(passage);
    else files.set(id, [passage]);
  }
  return { files: [...files.values()].flatMap(framed), givenPassages, tokens };
}

const idOf = ({ source, documentId = source }: Passage) => documentId;

function framed(passages: readonly Passage[]): FramedFile[] {
  const [first] = passages;
  if (!first) return [];
  const inOrder = [...passages].sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  return [{ name: first.source, note: noteOf(first, passages.length), passages: joinNeighbors(inOrder) }];
}

/** Without it, the model takes passages for whole documents, and shared documents for attachments. */
const noteOf = ({ collection, passageCount = Number.NaN }: Passage, kept: number): string =>
  [
    collection !== undefined && `From the collection ${JSON.stringify(collection)}, not attached by the user.`,
    kept !== passageCount && excerptNote(kept, passageCount),
  ]
    .filter(Boolean)
    .join(' ');
