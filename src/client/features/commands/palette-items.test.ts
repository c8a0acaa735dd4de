import { expect, it } from 'vitest';
import { matching, type PaletteItem, pagesFor, stillMatching } from './palette-items';
import { destinations } from './shortcuts';

const items = [{ name: 'Zinsen in Zürich' }, { name: 'Rates in Zurich' }, { name: 'Settings' }];

it('matches all words, ignoring case and accents, and lists prefix matches first', () => {
  expect(matching(items, 'ZUR in').map(({ name }) => name)).toEqual(['Zinsen in Zürich', 'Rates in Zurich']);
  expect(matching(items, 'rates zurich').map(({ name }) => name)).toEqual(['Rates in Zurich']);
  expect(matching([{ name: 'My settings' }, ...items], 'set').map(({ name }) => name)).toEqual([
    'Settings',
    'My settings',
  ]);
  expect(matching(items, '  ')).toEqual(items);
  expect(matching(items, 'nothing')).toEqual([]);
});

it('keeps earlier results that contain all words, in their order', () => {
  const item = (name: string, snippet = ''): PaletteItem => ({
    id: name,
    name,
    group: '',
    run: () => {},
    ...(snippet && {
      detail: { snippet: [{ text: snippet, isMatch: false }], note: 'report.pdf', at: new Date(0), date: '' },
    }),
  });
  const found = [item('My rates'), item('Rates'), item('Tesla'), item('Banks', 'Interest ràtes rose')];
  const names = (text: string) => stillMatching(found, text).map(({ name }) => name);
  expect(names('rates')).toEqual(['My rates', 'Rates', 'Banks']);
  expect(names('rates rose')).toEqual(['Banks']);
  expect(names('report')).toEqual(['Banks']);
});

it('offers only pages that the user may open', () => {
  const paths = (user: { isAdmin: boolean } | null) => pagesFor(user).map(({ path }) => path);
  expect(paths(null)).toContain('/auth');
  expect(paths(null)).not.toContain('/settings');
  expect(paths(null)).toContain('/qinvest/back-test');
  expect(paths({ isAdmin: false })).toContain('/settings');
  expect(paths({ isAdmin: false })).not.toContain('/knowledge');
  expect(paths({ isAdmin: true })).toContain('/knowledge');
});

it.each([false, true])('offers every page that has a shortcut (administrator: %s)', (isAdmin) => {
  const paths = pagesFor({ isAdmin }).map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(destinations.map(({ path }) => path({ isAdmin }))));
});
