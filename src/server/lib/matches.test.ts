import { expect, it } from 'vitest';
import { matchesOf } from './matches';

it('skips empty matches before characters outside the basic plane', () => {
  const places = [...matchesOf(/(?<=。)|\d/gu, '。📈。1。')].map(({ index }) => index);
  expect(places).toEqual([1, 4, 6]);
});
