import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, formatPrice, gainsPercent, parseDecimal, parsePrice } from './money';

const cents = fc.bigInt({ min: 1n, max: 9_999_999_999n });

describe('prices', () => {
  it('are parsed and formatted without loss', () => {
    fc.assert(fc.property(cents, (value) => parsePrice(formatPrice(value)) === value));
  });
  it.each(['', '0', '0.00', '-1', '1.234', '1e3', '100000000', ' 1', '1.', '.5', 'NaN', '１'])('reject %j', (text) => {
    expect(parsePrice(text)).toBeNull();
  });
  it('accept the largest price that the database can store', () => {
    expect(parsePrice('99999999.99')).toBe(9_999_999_999n);
  });
});

describe('decimals', () => {
  it.each([
    ['12.5', 6, 12_500_000n, '12.500000'],
    ['-0.5', 2, -50n, '-0.50'],
    ['7', 0, 7n, '7'],
    ['0.0000001', 6, 0n, '0.000000'],
    ['0.000000000001', 12, 1n, '0.000000000001'],
  ])('%s with %i digits', (text, digits, units, formatted) => {
    expect(parseDecimal(text, digits)).toBe(units);
    expect(formatDecimal(units, digits)).toBe(formatted);
  });
});

describe('gains', () => {
  it.each([
    ['100.00', '110.00', '10.00'],
    ['100.00', '90.00', '-10.00'],
    ['100.00', '100.00', '0.00'],
    ['3.00', '4.00', '33.33'],
    ['3.00', '5.00', '66.67'],
    ['80.00', '80.01', '0.01'], // 0.0125 rounds down
    ['400.00', '400.02', '0.01'], // 0.005 exactly: half goes up
    ['400.00', '399.98', '-0.01'], // and away from zero below
    ['0.01', '99999999.99', '999999999800.00'],
  ])('from %s to %s are %s percent', (entry, price, expected) => {
    expect(gainsPercent(parsePrice(entry) as bigint, parsePrice(price) as bigint)).toBe(expected);
  });
  it('differ from the exact quotient by at most half a hundredth', () => {
    fc.assert(
      fc.property(cents, cents, (entry, price) => {
        const hundredths = BigInt(gainsPercent(entry, price).replace('.', ''));
        const error = hundredths * entry - (price - entry) * 10_000n;
        expect((error < 0n ? -error : error) * 2n <= entry).toBe(true);
      }),
    );
  });
});
