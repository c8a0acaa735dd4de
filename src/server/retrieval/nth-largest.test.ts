import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nthLargest } from './nth-largest';

const descending = (values: readonly number[]) => [...values].sort((a, b) => b - a);

it('returns the value at that position of a sorted list, even with equal values', () => {
  const someValues = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), { minLength: 1 });
  fc.assert(
    fc.property(someValues, fc.nat(), (values, seed) => {
      const n = (seed % values.length) + 1;
      // 0 and -0 compare as equal.
      expect(nthLargest(Float64Array.from(values), n) + 0).toBe((descending(values)[n - 1] as number) + 0);
    }),
    { numRuns: 500 },
  );
});

it('handles values that are already sorted, and values that are all equal', () => {
  const rising = Float64Array.from({ length: 10_000 }, (_, index) => index);
  expect(nthLargest(rising.slice(), 1)).toBe(9999);
  expect(nthLargest(rising.slice(), 3000)).toBe(7000);
  expect(nthLargest(rising.slice().reverse(), 10_000)).toBe(0);
  expect(nthLargest(new Float64Array(10_000).fill(7), 3000)).toBe(7);
});
