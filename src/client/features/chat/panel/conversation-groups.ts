/** The groups of the panel: pinned, by day for a week, then by month. Pure functions. */
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';

export interface ConversationGroup {
  title: string;
  /** The row of the group's title; its conversations follow. */
  row: number;
  conversations: ConversationSummary[];
  /** Whether conversations above are not loaded. The row before the title is in their place. */
  isAfterGap?: boolean;
}

const monthOfYear = new Intl.DateTimeFormat('en-US', { month: 'long' });
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

export function groupsOf(
  sorted: readonly ConversationSummary[],
  now = new Date(),
  idAfterGap?: string,
): ConversationGroup[] {
  const groups: ConversationGroup[] = [];
  let row = 0;
  for (const conversation of sorted) {
    const title = conversation.isPinned ? words.pinned : titleOf(conversation.updatedAt, now);
    let group = groups.at(-1);
    const isAfterGap = conversation.id === idAfterGap;
    if (group?.title !== title || isAfterGap) {
      if (isAfterGap) row += 1;
      group = { title, row, conversations: [], isAfterGap };
      groups.push(group);
      row += 1;
    }
    group.conversations.push(conversation);
    row += 1;
  }
  return groups;
}

export const rowCount = (groups: readonly ConversationGroup[]): number => {
  const last = groups.at(-1);
  return last ? last.row + 1 + last.conversations.length : 0;
};

/** The row of a conversation, or -1. */
export function rowOf(groups: readonly ConversationGroup[], id: string | undefined): number {
  for (const { row, conversations } of groups) {
    const index = conversations.findIndex((conversation) => conversation.id === id);
    if (index >= 0) return row + 1 + index;
  }
  return -1;
}

function titleOf(date: Date, now: Date): string {
  const daysAgo = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  if (date >= daysAgo(0)) return words.today;
  if (date >= daysAgo(1)) return words.yesterday;
  if (date >= daysAgo(7)) return words.lastWeek;
  return (date.getFullYear() === now.getFullYear() ? monthOfYear : month).format(date);
}
