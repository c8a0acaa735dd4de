import { describe, expect, it } from 'vitest';
import { conversationsOf, withChange, withNewest, withoutConversations } from './conversation-cache';

const item = (id: string, title = id) => ({
  id,
  title,
  updatedAt: new Date(0),
  isPinned: false,
  isArchived: false,
  projectId: null,
  temporaryUntil: null,
});
const data = {
  pages: [
    { items: [item('a'), item('b')], nextCursor: 'x' },
    { items: [item('c'), item('a')], nextCursor: null },
  ],
  pageParams: [null, 'x'],
};
const ids = (pages: typeof data) => conversationsOf(pages as never).map(({ id }) => id);

describe('the loaded conversations', () => {
  it('are each shown once, even if one is on two pages', () => {
    expect(ids(data)).toEqual(['a', 'b', 'c']);
    expect(conversationsOf(undefined)).toEqual([]);
  });

  it('are updated with a new title', () => {
    expect(conversationsOf(withChange(data, 'c', { title: 'Rates' })).at(2)?.title).toBe('Rates');
  });

  it('start with the pinned ones, and sort an unpinned one by its time', () => {
    const at = (id: string, ms: number) => ({ ...item(id), updatedAt: new Date(ms) });
    const timed = { pages: [{ items: [at('a', 3), at('b', 2), at('c', 1)], nextCursor: null }], pageParams: [null] };
    const pinned = withChange(timed, 'c', { isPinned: true });
    expect(conversationsOf(pinned).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(conversationsOf(withChange(pinned, 'c', { isPinned: false })).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('are removed from every page when deleted', () => {
    expect(ids(withoutConversations(data, ['a']) as never)).toEqual(['b', 'c']);
  });

  it('start with the most recently changed one', () => {
    expect(ids(withNewest(data, item('c')) as never)).toEqual(['c', 'a', 'b']);
    expect(ids(withNewest(data, item('d')) as never)).toEqual(['d', 'a', 'b', 'c']);
  });
});
