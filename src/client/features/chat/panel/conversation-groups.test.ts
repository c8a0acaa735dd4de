import { describe, expect, it } from 'vitest';
import { groupsOf, rowCount, rowOf } from './conversation-groups';

const now = new Date(2026, 10, 22, 9);
const at = (id: string, updatedAt: Date, isPinned = false) => ({
  id,
  title: id,
  updatedAt,
  isPinned,
  isArchived: false,
  projectId: null,
  temporaryUntil: null,
});
const list = [
  at('pinned', new Date(2020, 0, 1), true),
  at('midnight', new Date(2026, 10, 22)),
  at('late', new Date(2026, 10, 21, 23, 59)),
  at('week', new Date(2026, 10, 15)),
  at('month', new Date(2026, 10, 14, 23)),
  at('spring', new Date(2026, 3, 2)),
  at('before', new Date(2025, 10, 30)),
];

describe('the groups of the panel', () => {
  it("are pinned, days and months, in the user's time zone", () => {
    const groups = groupsOf(list, now).map(({ title, conversations }) => [title, conversations.map(({ id }) => id)]);
    expect(groups).toEqual([
      ['Pinned', ['pinned']],
      ['Today', ['midnight']],
      ['Yesterday', ['late']],
      ['Previous 7 days', ['week']],
      ['November', ['month']],
      ['April', ['spring']],
      ['November 2025', ['before']],
    ]);
  });

  it('count their titles as rows', () => {
    const groups = groupsOf([...list.slice(0, 2), at('noon', new Date(2026, 10, 22))], now);
    expect(rowCount(groups)).toBe(5);
    expect(rowOf(groups, 'noon')).toBe(4);
    expect(rowOf(groups, 'unknown')).toBe(-1);
    expect(rowCount([])).toBe(0);
  });

  it('have a row for conversations that are not loaded, also within a group', () => {
    const days = [10, 9, 5].map((day) => at(`${day}`, new Date(2026, 9, day)));
    const groups = groupsOf(days, now, '5').map(({ title, row, isAfterGap }) => ({ title, row, isAfterGap }));
    expect(groups).toEqual([
      { title: 'October', row: 0, isAfterGap: false },
      { title: 'October', row: 4, isAfterGap: true },
    ]);
  });

  it('put a time from a clock that is ahead under today', () => {
    expect(groupsOf([at('a', new Date(2026, 10, 23))], now)[0]?.title).toBe('Today');
  });
});
