import { expect, it } from 'vitest';
import { isFiltered, isSearchable, noFilters, searchQuery } from './search-filters';

it('sends the chosen filters and nothing else', () => {
  const now = Date.UTC(2026, 10, 22, 10);
  expect(searchQuery('rates', noFilters, now)).toEqual({ q: 'rates', limit: 20, titles: 'without' });
  expect(searchQuery('rates', { days: 7, model: 'grok', projectId: 'board', withFiles: true }, now)).toEqual({
    q: 'rates',
    limit: 20,
    titles: 'without',
    from: '2026-11-15',
    model: 'grok',
    projectId: 'board',
    files: 'with',
  });
  expect([isFiltered(noFilters), isFiltered({ ...noFilters, withFiles: true })]).toEqual([false, true]);
});

it("checks the length of a text against the server's limit", () => {
  expect([isSearchable(''), isSearchable('x'), isSearchable('x'.repeat(10_001))]).toEqual([false, true, false]);
});
