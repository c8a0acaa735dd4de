import { describe, expect, it } from 'vitest';
import { openPosition } from '~/client/testing/positions';
import type { Position } from '~/shared/schemas/positions';
import { openKeys, readSort, sortPositions, writeSort } from './position-sort';

const position = (name: string, more: Partial<Position> = {}): Position =>
  openPosition({
    id: name,
    name,
    ticker: name.toUpperCase(),
    avgEntryPrice: '10.00',
    purchaseDate: new Date('2024-01-02T00:00:00Z'),
    latestPrice: undefined,
    gainsPercent: undefined,
    ...more,
  });
const names = (positions: Position[]) => positions.map(({ name }) => name);

describe('the sort order in the URL', () => {
  it('is read as it was written', () => {
    for (const key of openKeys) {
      for (const direction of ['ascending', 'descending'] as const) {
        expect(readSort(writeSort({ key, direction }), openKeys)).toEqual({ key, direction });
      }
    }
  });

  it.each(['', '-', 'userId', '--gains', 'closeDate', 7, undefined, null])('rejects %j', (text) => {
    expect(readSort(text, openKeys)).toBeUndefined();
  });
});

describe('sorting positions', () => {
  it('compares numbers numerically and puts unknown values last in both directions', () => {
    const book = [
      position('ten', { gainsPercent: '10.00' }),
      position('unknown'),
      position('nine', { gainsPercent: '9.50' }),
      position('loss', { gainsPercent: '-3.00' }),
    ];
    expect(names(sortPositions(book, { key: 'gains', direction: 'ascending' }))).toEqual([
      'loss',
      'nine',
      'ten',
      'unknown',
    ]);
    expect(names(sortPositions(book, { key: 'gains', direction: 'descending' }))).toEqual([
      'ten',
      'nine',
      'loss',
      'unknown',
    ]);
  });

  it('compares text by locale, and keeps the order of equal values', () => {
    const book = [position('beta'), position('Alpha'), position('Álpha'), position('alpha')];
    expect(names(sortPositions(book, { key: 'name', direction: 'ascending' }))).toEqual([
      'Alpha',
      'Álpha',
      'alpha',
      'beta',
    ]);
  });

  it('does not mutate the given list', () => {
    const book = [position('b'), position('a')];
    sortPositions(book, { key: 'name', direction: 'ascending' });
    expect(names(book)).toEqual(['b', 'a']);
  });
});
