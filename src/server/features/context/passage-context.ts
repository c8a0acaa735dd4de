/** Passages of collections for a prompt, as many as fit, grouped by document. */
import type { Passage } from '~/server/generation/library';
import type { FramedFile } from './file-frame';
import { joinNeighbors } from './join-neighbors';
import { tokensPerFile, tokensPerPage } from './token-costs';
import { sizesOf } from './token-sizes';

export interface PassageContext {
  files: FramedFile[];
  /** The passages that fit, best first. */
  given: Passage[];
  /** At most `room`. */
  tokens: number;
}

/** `passages` are sorted best first; in the result, those of a document are in text order. */
export async function fitPassages(passages: readonly Passage[], room: number): Promise<PassageContext> {
  const sizes = await sizesOf(passages.map(({ text }) => ({ text })));
  const files = new Map<string, { name: string; passages: Passage[] }>();
  const given: Passage[] = [];
  let tokens = 0;
  for (const [index, passage] of passages.entries()) {
    const { source, documentId = source } = passage;
    const cost = (sizes[index] ?? 0) + tokensPerPage + (files.has(documentId) ? 0 : tokensPerFile);
    if (tokens + cost > room) continue;
    tokens += cost;
    given.push(passage);
    const file = files.get(documentId) ?? { name: source, passages: [] };
    file.passages.push(passage);
    files.set(documentId, file);
  }
  const framed = [...files.values()].map(({ name, passages }) => ({
    name,
    passages: joinNeighbors([...passages].sort((a, b) => (a.place ?? 0) - (b.place ?? 0))),
  }));
  return { files: framed, given, tokens };
}
