import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lowerBound } from './lower-bound';

it('finds the place of a number as a search from the beginning does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (numbers, wanted) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const first = sorted.findIndex((number) => number >= wanted);
      expect(lowerBound(sorted, (number) => number < wanted)).toBe(first < 0 ? sorted.length : first);
    }),
  );
});
