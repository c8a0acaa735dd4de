import { describe, expect, it } from 'vitest';
import { conversationsOf, withNewest, withoutConversation, withTitle } from './conversation-cache';

const item = (id: string, title = id) => ({ id, title, updatedAt: new Date(0) });
const data = {
  pages: [
    { items: [item('a'), item('b')], nextCursor: 'x' },
    { items: [item('c'), item('a')], nextCursor: null },
  ],
  pageParams: [null, 'x'],
};
const ids = (pages: typeof data) => conversationsOf(pages as never).map(({ id }) => id);

describe('the loaded conversations', () => {
  it('are each shown once, although one may be on two pages', () => {
    expect(ids(data)).toEqual(['a', 'b', 'c']);
    expect(conversationsOf(undefined)).toEqual([]);
  });

  it('take a new title', () => {
    expect(conversationsOf(withTitle(data, 'c', 'Rates')).at(2)?.title).toBe('Rates');
  });

  it('lose a deleted one on every page', () => {
    expect(ids(withoutConversation(data, 'a') as never)).toEqual(['b', 'c']);
  });

  it('begin with the one that changed last', () => {
    expect(ids(withNewest(data, item('c')) as never)).toEqual(['c', 'a', 'b']);
    expect(ids(withNewest(data, item('d')) as never)).toEqual(['d', 'a', 'b', 'c']);
  });
});
