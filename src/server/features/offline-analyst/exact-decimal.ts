/** Exact decimal arithmetic on strings with any number of decimals: integers, never floating point. */
import { divideHalfUp, formatDecimal, parseDecimal } from '~/shared/money';

const decimal = /^[+-]?\d+(?:\.(\d+))?$/;

/** The values as integers of the same power of ten, with at least `digits` decimals. */
function scaled(values: readonly string[], digits = 0): { units: bigint[]; scale: number } {
  const texts = values.map((value) => value.trim());
  const decimals = texts.map((text) => {
    const match = decimal.exec(text);
    if (!match) throw new RangeError('Not a decimal number.');
    return match[1]?.length ?? 0;
  });
  const scale = Math.max(digits, ...decimals);
  return { units: texts.map((text) => parseDecimal(text, scale)), scale };
}

/** Negative, zero or positive, as Array.prototype.sort expects. */
export function compareDecimals(left: string, right: string): number {
  const { units } = scaled([left, right]);
  const [a = 0n, b = 0n] = units;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The mean with `digits` decimals, halves away from zero. At least one value. */
export function averageDecimals(values: readonly string[], digits = 2): string {
  const { units, scale } = scaled(values, digits);
  const sum = units.reduce((total, value) => total + value, 0n);
  const divisor = BigInt(values.length) * 10n ** BigInt(scale - digits);
  return formatDecimal(divideHalfUp(sum, divisor), digits);
}
