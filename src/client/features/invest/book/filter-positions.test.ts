import { expect, it } from 'vitest';
import { openPosition } from '~/client/testing/positions';
import { filterPositions } from './filter-positions';

const positions = [
  openPosition({ id: '1', name: 'Nestlé', ticker: 'NESN.SW' }),
  openPosition({ id: '2', name: 'Tesla', ticker: 'TSLA' }),
];
const found = (text: string) => filterPositions(positions, text).map(({ name }) => name);

it('matches parts of names and tickers, ignoring case and accents', () => {
  expect(found('nestle')).toEqual(['Nestlé']);
  expect(found('TSL')).toEqual(['Tesla']);
  expect(found('.sw')).toEqual(['Nestlé']);
});

it('requires every word, and returns all positions for an empty text', () => {
  expect(found('tesla tsla')).toEqual(['Tesla']);
  expect(found('tesla nesn')).toEqual([]);
  expect(found('  ')).toEqual(['Nestlé', 'Tesla']);
});
