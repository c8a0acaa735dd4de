import type { ChatMessage } from '~/shared/schemas/messages';
import { type LiveState, shown } from './answer-reducer';

/** A loaded page merged with live messages; the same array if nothing changes. */
export function joinPage(page: readonly ChatMessage[], live: LiveState): readonly ChatMessage[] {
  let joined: ChatMessage[] | undefined;
  for (const [index, row] of page.entries()) {
    const known = live.known.get(row.id);
    if (!known) continue;
    const view = known.view ?? shown(row, known);
    if (view === row) continue;
    joined ??= [...page];
    // Only lists contain a message's other versions.
    joined[index] = row.versions ? { ...view, versions: row.versions } : view;
  }
  return joined ?? page;
}

/**
 * Messages newer than the loaded pages: those that follow the last loaded message or each other. The rest is on another
 * branch or older than the first page.
 */
export function messagesBeyond(pages: readonly (readonly ChatMessage[])[], live: LiveState): ChatMessage[] {
  const loaded = pages.flat();
  const ids = new Set(loaded.map(({ id }) => id));
  const following = new Map<string | null, ChatMessage>();
  for (const [id, { view }] of live.known) {
    if (!view || ids.has(id)) continue;
    const other = following.get(view.parentId);
    if (!other || other.createdAt <= view.createdAt) following.set(view.parentId, view);
  }
  const beyond: ChatMessage[] = [];
  let last = loaded.at(-1)?.id ?? null;
  for (let next = following.get(last); next; next = following.get(last)) {
    beyond.push(next);
    last = next.id;
  }
  return beyond;
}

/** Reloaded rows are new objects; this compares their content. */
export function isSameMessage(a: ChatMessage, b: ChatMessage): boolean {
  if (a === b) return true;
  return (
    a.id === b.id &&
    a.content === b.content &&
    a.createdAt.getTime() === b.createdAt.getTime() &&
    JSON.stringify([a.metadata, a.attachments, a.versions]) === JSON.stringify([b.metadata, b.attachments, b.versions])
  );
}
