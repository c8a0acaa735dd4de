/** Updates the loaded pages of conversations without reloading them. Pure functions. */
import type { ConversationPage, ConversationSummary } from '~/shared/schemas/conversations';

export interface ConversationPages {
  pages: ConversationPage[];
  /** Opaque cursors. Callers cast the pages back to the query's own type. */
  pageParams: unknown[];
}

/**
 * Every loaded conversation once, in the server's order: pinned first, then newest first. A conversation that moved up
 * between page requests may be on two pages.
 */
export function conversationsOf(data: ConversationPages | undefined): ConversationSummary[] {
  const byId = new Map<string, ConversationSummary>();
  for (const page of data?.pages ?? []) {
    for (const item of page.items) if (!byId.has(item.id)) byId.set(item.id, item);
  }
  return [...byId.values()].sort(
    (a, b) => Number(b.isPinned) - Number(a.isPinned) || b.updatedAt.getTime() - a.updatedAt.getTime(),
  );
}

/** Changes the conversation in place; it keeps its position in the list. */
export function withChange(
  data: ConversationPages,
  id: string,
  change: Partial<ConversationSummary>,
): ConversationPages {
  return mapPages(data, (items) => items.map((item) => (item.id === id ? { ...item, ...change } : item)));
}

export function withoutConversations(data: ConversationPages, ids: readonly string[]): ConversationPages {
  return mapPages(data, (items) => items.filter((item) => !ids.includes(item.id)));
}

/** Puts the conversation first, because the list is ordered by last change. */
export function withNewest(data: ConversationPages, newest: ConversationSummary): ConversationPages {
  const rest = withoutConversations(data, [newest.id]);
  const [first, ...others] = rest.pages;
  if (!first) return rest;
  return { ...rest, pages: [{ ...first, items: [newest, ...first.items] }, ...others] };
}

/** Reverts the change from `before` to `after`, and keeps everything that has changed since. */
export function withReverted(
  now: ConversationPages,
  before: ConversationPages,
  after: ConversationPages,
): ConversationPages {
  const original = byId(before);
  const edited = byId(after);
  const listed = byId(now);
  const pages = now.pages.map((page, index) => {
    const items = page.items.map((item) => reverted(item, original.get(item.id), edited.get(item.id)));
    for (const [position, item] of before.pages[index]?.items.entries() ?? [])
      if (!edited.has(item.id) && !listed.has(item.id)) items.splice(position, 0, item);
    return { ...page, items };
  });
  return { ...now, pages };
}

const byId = ({ pages }: ConversationPages) =>
  new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item]));

/** Reverts the properties that differ between `before` and `after`, unless they have changed since. */
export function reverted<Item extends object>(now: Item, before: Item | undefined, after: Item | undefined): Item {
  if (!before || !after) return now;
  // Object.keys returns strings, but these are the keys of both items.
  const keys = (Object.keys(after) as (keyof Item)[]).filter(
    (key) => after[key] !== before[key] && now[key] === after[key],
  );
  return { ...now, ...Object.fromEntries(keys.map((key) => [key, before[key]])) };
}

function mapPages(
  data: ConversationPages,
  change: (items: ConversationSummary[]) => ConversationSummary[],
): ConversationPages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}
