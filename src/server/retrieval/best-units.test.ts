import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestUnits } from './best-units';

it('the best units are those of a sorted list, with the earlier of equal ones first', () => {
  const unit = fc.record({ score: fc.nat(6), terms: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(fc.array(unit)), fc.array(fc.nat(3)), fc.integer({ min: 1, max: 4 }), (files, some, max) => {
      const units = files.flat();
      const factors = files.map((_, file) => some[file] ?? 1);
      const starts = Int32Array.from([0, ...files.map((_, file) => files.slice(0, file + 1).flat().length)]);
      const found = bestUnits(
        {
          scores: Float32Array.from(units.map(({ score }) => score)),
          termsIn: Uint8Array.from(units.map(({ terms }) => terms)),
          min: 1,
          starts,
          factors,
        },
        max,
      );
      const worth = files.flatMap((inFile, file) => inFile.map(({ score }) => score * (factors[file] ?? 0)));
      const sorted = units
        .flatMap(({ terms }, unit) => (terms >= 1 ? [unit] : []))
        .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b);
      expect(found).toEqual(sorted.slice(0, max));
    }),
  );
});
