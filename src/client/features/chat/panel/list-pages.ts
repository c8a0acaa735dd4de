/** Requests for pages that the first view of the list does not need. */
import type { trpc } from '~/client/lib/trpc';
import { limits } from '~/shared/limits';
import type { ConversationPage } from '~/shared/schemas/conversations';
import type { ConversationPages } from './conversation-cache';
import { gap, gapAt } from './list-gap';
import type { ListInput } from './list-input';

type Utils = ReturnType<typeof trpc.useUtils>;

/** Refetches the loaded pages up to the gap. Those after it stay as they are. */
export async function refreshList(utils: Utils, input: ListInput): Promise<void> {
  const { list } = utils.conversations;
  // The other lists are read when they are opened.
  void list.invalidate(undefined, { refetchType: 'none' });
  const before = list.getInfiniteData(input);
  if (!before) return;
  const end = gapAt(before);
  const now: typeof before = { pages: [], pageParams: [] };
  for (let cursor: string | null | undefined; now.pages.length < end && cursor !== null; ) {
    const page = await utils.client.conversations.list.query({ ...input, cursor });
    now.pages.push(page);
    now.pageParams.push(cursor ?? null);
    cursor = page.nextCursor;
  }
  now.pages.push(...before.pages.slice(end));
  now.pageParams.push(...before.pageParams.slice(end));
  // A change that was made in the meantime is newer.
  if (list.getInfiniteData(input) === before) list.setInfiniteData(input, now);
}

/** Loads the page that ends with the conversation, and adds it to the list. */
export async function loadThrough(utils: Utils, input: ListInput, id: string): Promise<void> {
  const { list } = utils.conversations;
  const page = await utils.client.conversations.list.query({ ...input, through: id, limit: limits.listRows });
  list.setInfiniteData(input, (data) => data && (withPageThrough(data, page, id) as typeof data));
}

/** Puts the page after the gap. The pages already there are kept if they contain the conversation. */
export function withPageThrough(data: ConversationPages, page: ConversationPage, id: string): ConversationPages {
  const at = gapAt(data);
  const below = data.pages.slice(at);
  const kept = below.some(({ items }) => items.some((item) => item.id === id)) ? below : [];
  const above = data.pages.slice(0, at);
  return {
    pages: [...above, page, ...kept],
    pageParams: [...data.pageParams.slice(0, at), reachesUpTo(above, page) ? null : gap, ...kept.map(() => null)],
  };
}

/** Whether no conversations are missing between the pages. Compares times, because rows may have moved or been deleted. */
function reachesUpTo(above: readonly ConversationPage[], { items: [first] }: ConversationPage): boolean {
  const last = above.flatMap(({ items }) => items).findLast(({ isPinned }) => !isPinned);
  return !first || first.isPinned || (last !== undefined && first.updatedAt >= last.updatedAt);
}
