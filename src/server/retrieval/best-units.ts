/**
 * Picks the best of a million passages or pages without sorting or copying all of them. Pure. Every index is within its
 * array, which TypeScript can't check: hence the casts.
 */
import { nthLargest } from './nth-largest';

export interface ScoredUnits {
  scores: Float32Array;
  /** Number of matching terms per unit; at least `min` are required. */
  termsIn: Uint8Array;
  min: number;
  /** Index of each file's first unit, with one more entry for the end. */
  starts: Int32Array;
  /** Factor of each file's scores. */
  factors: readonly number[];
}

/** Returns at most `max` units, best first, the earlier of equal ones first. */
export function bestUnits({ scores, termsIn, min, starts, factors }: ScoredUnits, max: number): number[] {
  const capacity = max * 2;
  const [units, values] = [new Int32Array(capacity), new Float64Array(capacity)];
  let count = 0;
  let threshold = Number.NEGATIVE_INFINITY;
  for (let file = 0; file + 1 < starts.length; file++) {
    const factor = factors[file] as number;
    const end = starts[file + 1] as number;
    for (let unit = starts[file] as number; unit < end; unit++) {
      const value = (scores[unit] as number) * factor;
      if (!(value > threshold) || (termsIn[unit] as number) < min) continue;
      units[count] = unit;
      values[count++] = value;
      if (count < capacity) continue;
      // Kept units precede all that follow: a later one must be strictly better.
      threshold = nthLargest(values.slice(), max);
      count = keepBest(units, values, threshold, max);
    }
  }
  const order = Array.from({ length: count }, (_, index) => index);
  order.sort((a, b) => (values[b] as number) - (values[a] as number) || (units[a] as number) - (units[b] as number));
  return order.slice(0, max).map((index) => units[index] as number);
}

/** Moves the values above the threshold to the front, and the first of those equal to it. */
function keepBest(units: Int32Array, values: Float64Array, threshold: number, max: number): number {
  let better = 0;
  for (const value of values) if (value > threshold) better++;
  let equal = max - better;
  let kept = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    if (value < threshold || (value === threshold && equal-- <= 0)) continue;
    units[kept] = units[index] as number;
    values[kept++] = value;
  }
  return kept;
}
