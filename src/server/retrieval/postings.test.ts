import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeShape, eachPair, encodePostings, encodeShape, lengthOfNumber, numberAt, type Posting } from './postings';

const ascending = fc.uniqueArray(fc.nat(3_000_000), { maxLength: 50 }).map((places) => places.sort((a, b) => a - b));

it('postings are decoded as they were encoded', () => {
  fc.assert(
    fc.property(
      ascending,
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 50, maxLength: 50 }),
      (places, counts) => {
        const postings = places.map((place, index): Posting => ({ place, count: counts[index] ?? 1 }));
        const read: Posting[] = [];
        eachPair(encodePostings(postings), (place, count) => read.push({ place, count }));
        expect(read).toEqual(postings);
      },
    ),
  );
});

it('a number is read from the middle of other bytes', () => {
  fc.assert(
    fc.property(fc.nat(), (place) => {
      const bytes = encodePostings([{ place, count: 1 }]);
      expect(numberAt(Uint8Array.from([200, ...bytes, 200]), 1)).toBe(place);
      expect(lengthOfNumber(place)).toBe(bytes.length - 1);
    }),
  );
});

it('the shape of passages is decoded as it was encoded', () => {
  const shapes = [
    { page: 0, size: 12 },
    { page: 0, size: 300 },
    { page: 3, size: 0 },
    { page: 2000, size: 128 },
  ];
  expect(decodeShape(encodeShape(shapes))).toEqual(shapes);
  expect(decodeShape(encodeShape([]))).toEqual([]);
});
