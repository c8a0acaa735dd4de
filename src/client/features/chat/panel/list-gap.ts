/** The place in a list where conversations are not loaded. At most one. */
import type { ConversationPages } from './conversation-cache';

/** The page param of a page that does not follow the page before it: conversations in between are not loaded. */
export const gap = 'gap';

/** The index of the page after the gap, or the number of pages. */
export function gapAt({ pages, pageParams }: ConversationPages): number {
  const at = pageParams.indexOf(gap);
  return at < 0 ? pages.length : at;
}

/** The first conversation after the gap. Skips pinned ones, which come first in the list. */
export const idAfterGap = (data: ConversationPages | undefined): string | undefined =>
  data?.pages
    .slice(gapAt(data))
    .flatMap(({ items }) => items)
    .find(({ isPinned }) => !isPinned)?.id;
