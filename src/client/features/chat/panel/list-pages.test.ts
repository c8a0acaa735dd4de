import { expect, it } from 'vitest';
import { conversationsOf, withChange } from './conversation-cache';
import { gapAt, idAfterGap } from './list-gap';
import { withPageThrough } from './list-pages';

const item = (day: number, isPinned = false) => ({
  id: `${day}`,
  title: `${day}`,
  updatedAt: new Date(2026, 0, day),
  isPinned,
  isArchived: false,
  projectId: null,
  temporaryUntil: null,
});
const page = (...days: number[]) => ({ items: days.map((day) => item(day)), nextCursor: `${days.at(-1)}` });
const newest = { pages: [page(31, 30, 29)], pageParams: [null] };
const shown = (data: typeof newest) => conversationsOf(data).map(({ id }) => Number(id));

it('a page that is not adjacent to the loaded ones follows a gap until the pages in between are loaded', () => {
  const found = withPageThrough(newest, page(11, 10, 9), '9');
  expect([gapAt(found), idAfterGap(found)]).toEqual([1, '11']);
  const more = withPageThrough(found, page(20, 12, 11), '11');
  expect([gapAt(more), idAfterGap(more)]).toEqual([1, '20']);
  const all = withPageThrough(more, page(29, 28, 20), '20');
  expect([gapAt(all), idAfterGap(all)]).toEqual([4, undefined]);
  expect(shown(all as typeof newest)).toEqual([31, 30, 29, 28, 20, 12, 11, 10, 9]);
});

it('the page of another conversation replaces those after the gap', () => {
  const found = withPageThrough(withPageThrough(newest, page(11, 10, 9), '9'), page(3, 2, 1), '1');
  expect(shown(found as typeof newest)).toEqual([31, 30, 29, 3, 2, 1]);
  expect(gapAt(found)).toBe(1);
});

it('pinned conversations neither hide nor close the gap', () => {
  const found = withPageThrough(newest, page(11, 10, 9), '9');
  // Pinning moves a conversation to the start of the list, not to another page.
  expect(idAfterGap(withChange(found, '11', { isPinned: true }))).toBe('10');
  const pinnedLast = withChange(newest, '29', { isPinned: true });
  expect(gapAt(withPageThrough(pinnedLast, page(11, 10, 9), '9'))).toBe(1);
  const withOldPin = {
    pages: [{ items: [item(1, true), ...page(31, 30).items], nextCursor: '30' }],
    pageParams: [null],
  };
  expect(gapAt(withPageThrough(withOldPin, page(11, 10, 9), '9'))).toBe(1);
  expect(gapAt(withPageThrough(withOldPin, { ...page(9), items: [item(1, true), item(9)] }, '9'))).toBe(2);
});
