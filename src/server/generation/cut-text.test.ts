import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutOut, offsetAfter, placesAfter, type TextRange, withEmptyLines } from './cut-text';

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), minLength: 1, maxLength: 20 });
const textWithCuts = text.chain((whole) =>
  fc
    .uniqueArray(fc.nat(whole.length), { maxLength: 6 })
    .map((offsets) => offsets.sort((a, b) => a - b))
    .map((sorted) => ({ whole, cuts: pairs(sorted) })),
);

function pairs(offsets: number[]): TextRange[] {
  const [start, end, ...rest] = offsets;
  return start === undefined || end === undefined ? [] : [{ start, end }, ...pairs(rest)];
}

const isCut = (cuts: readonly TextRange[], offset: number) =>
  cuts.some(({ start, end }) => offset >= start && offset < end);

describe('a text without the ranges that were cut out', () => {
  it('consists of all other characters, and each has a place in it', () => {
    fc.assert(
      fc.property(textWithCuts, ({ whole, cuts }) => {
        const rest = cutOut(whole, cuts);
        const kept = [...whole].flatMap((character, offset) => (isCut(cuts, offset) ? [] : { character, offset }));
        expect(rest).toBe(kept.map(({ character }) => character).join(''));
        for (const [place, { offset }] of kept.entries()) {
          expect(offsetAfter(cuts, offset)).toBe(place);
          expect(placesAfter(cuts)({ start: offset, end: offset + 1 })).toEqual([{ start: place, end: place + 1 }]);
        }
      }),
    );
  });

  it('has no place for a range that starts within a cut, and every place is kept for ranges without offsets', () => {
    const place = placesAfter([{ start: 2, end: 5 }]);
    expect(place({ start: 2, end: 8 })).toEqual([]);
    expect(place({ start: 5, end: 8 })).toEqual([{ start: 2, end: 5 }]);
    expect(place({})).toEqual([{}]);
    expect(offsetAfter([{ start: 2, end: 5 }], 4)).toBe(2);
  });

  it('loses the empty lines at its start as well', () => {
    fc.assert(
      fc.property(textWithCuts, ({ whole, cuts }) => {
        expect(cutOut(whole, withEmptyLines(cuts, whole))).toBe(cutOut(whole, cuts).trimStart());
      }),
    );
  });
});
