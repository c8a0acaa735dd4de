import type { ChatMessage } from '~/shared/schemas/messages';
import { type LiveState, shown } from './answer-reducer';

/** One loaded page with what is known beyond it; the page itself when nothing is. */
export function joinPage(page: readonly ChatMessage[], live: LiveState): readonly ChatMessage[] {
  let joined: ChatMessage[] | undefined;
  for (const [index, row] of page.entries()) {
    const known = live.known.get(row.id);
    if (!known) continue;
    const view = known.view ?? shown(row, known);
    if (view === row) continue;
    joined ??= [...page];
    joined[index] = view;
  }
  return joined ?? page;
}

/** Messages that came after the pages were loaded, oldest first. */
export function messagesBeyond(pages: readonly (readonly ChatMessage[])[], live: LiveState): ChatMessage[] {
  const loaded = new Set(pages.flatMap((page) => page.map((row) => row.id)));
  const beyond: ChatMessage[] = [];
  for (const [id, { view }] of live.known) if (view && !loaded.has(id)) beyond.push(view);
  return beyond.sort(byTime);
}

function byTime(a: ChatMessage, b: ChatMessage): number {
  // A question and its answer are stored in one transaction and may share a moment.
  return (
    a.createdAt.getTime() - b.createdAt.getTime() || Number(a.role === 'assistant') - Number(b.role === 'assistant')
  );
}

/** Rows read twice are new objects; this tells whether there is anything new to draw. */
export function isSameMessage(a: ChatMessage, b: ChatMessage): boolean {
  if (a === b) return true;
  return (
    a.id === b.id &&
    a.content === b.content &&
    a.createdAt.getTime() === b.createdAt.getTime() &&
    JSON.stringify([a.metadata, a.attachments]) === JSON.stringify([b.metadata, b.attachments])
  );
}
