/** Exact decimal arithmetic on strings: integers scaled by a power of ten, never floating point. */
interface Scaled {
  units: bigint;
  scale: number;
}

function parse(text: string): Scaled {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) throw new RangeError('Not a decimal number.');
  const [, sign, whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

function unitsAt({ units, scale }: Scaled, target: number): bigint {
  return units * 10n ** BigInt(target - scale);
}

/** Negative, zero or positive, as Array.prototype.sort expects. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [parse(left), parse(right)];
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** The mean with `digits` decimals, halves away from zero. At least one value. */
export function averageDecimals(values: readonly string[], digits = 2): string {
  const parsed = values.map(parse);
  const scale = Math.max(digits, ...parsed.map((value) => value.scale));
  const sum = parsed.reduce((total, value) => total + unitsAt(value, scale), 0n);
  const divisor = BigInt(values.length) * 10n ** BigInt(scale - digits);
  const magnitude = ((sum < 0n ? -sum : sum) * 2n + divisor) / (divisor * 2n);
  const text = magnitude.toString().padStart(digits + 1, '0');
  const number = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return sum < 0n && magnitude !== 0n ? `-${number}` : number;
}
