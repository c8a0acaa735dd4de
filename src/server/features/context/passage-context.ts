/** Passages of collections for a prompt, as many as fit, document by document. */
import type { Passage } from '~/server/generation/library';
import type { FramedFile } from './file-frame';
import { tokensPerFile, tokensPerPage } from './token-costs';
import { sizesOf } from './token-sizes';

export interface PassageContext {
  files: FramedFile[];
  /** Those that fit, the best first. */
  given: Passage[];
  /** At most the room. */
  tokens: number;
}

/** `passages` are the best first; each document's stay in that order. */
export async function fitPassages(passages: readonly Passage[], room: number): Promise<PassageContext> {
  const sizes = await sizesOf(passages.map(({ text }) => ({ text })));
  const files = new Map<string, FramedFile>();
  const given: Passage[] = [];
  let tokens = 0;
  for (const [index, passage] of passages.entries()) {
    const { source, documentId = source, page, text } = passage;
    const cost = (sizes[index] ?? 0) + tokensPerPage + (files.has(documentId) ? 0 : tokensPerFile);
    if (tokens + cost > room) continue;
    tokens += cost;
    given.push(passage);
    const file = files.get(documentId) ?? { name: source, passages: [] };
    file.passages.push(page === undefined ? text : `[page ${page}] ${text}`);
    files.set(documentId, file);
  }
  return { files: [...files.values()], given, tokens };
}
