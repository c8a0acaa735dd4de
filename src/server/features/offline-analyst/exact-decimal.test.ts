import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageDecimals, compareDecimals } from './exact-decimal';

describe('exact decimals', () => {
  it.each([
    [['1.00', '2.00'], '1.50'],
    [['0.01', '0.02'], '0.02'],
    [['-0.01', '-0.02'], '-0.02'],
    [['0.01', '-0.01'], '0.00'],
    [['-0.01', '0.00', '0.00'], '0.00'],
    [['10', '20.5'], '15.25'],
    [['99999999.99', '99999999.98'], '99999999.99'],
    [['+38.75'], '38.75'],
    [['1.005'], '1.01'],
  ])('the average of %j is %s, rounding halves away from zero', (values, expected) => {
    expect(averageDecimals(values)).toBe(expected);
  });

  it('the average of equal values is that value, however many and however large', () => {
    const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 50 }), (value, count) => {
        const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
        const text = `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(averageDecimals(Array<string>(count).fill(text))).toBe(text);
      }),
    );
  });

  it('are compared by value, not by spelling', () => {
    expect(compareDecimals('10', '9.99')).toBeGreaterThan(0);
    expect(compareDecimals('-3.2', '-3.20')).toBe(0);
    expect(compareDecimals('-3.21', '3')).toBeLessThan(0);
  });

  it('reject non-numbers', () => {
    expect(() => averageDecimals(['1,5'])).toThrow(RangeError);
  });
});
