/** How much an index moves. Daily changes as parts: 0.01 for +1%. */
import { mean } from './levels';

/** Fewer daily changes say little about a year. */
export const leastChanges = 15;
const daysOfYear = 252;
/** Below this all changes are equal, up to the rounding of the levels. */
const smallestDeviation = 1e-12;

/** The standard deviation of the daily changes, per year. */
export const volatilityOf = (changes: readonly number[]): number => deviationOf(changes) * Math.sqrt(daysOfYear);

/** The mean of the daily changes by their standard deviation, per year, without a risk-free rate. */
export function sharpeOf(changes: readonly number[]): number | undefined {
  const deviation = deviationOf(changes);
  return deviation > smallestDeviation ? (mean(changes) / deviation) * Math.sqrt(daysOfYear) : undefined;
}

/** The covariance with the benchmark's changes of the same days, by the variance of these. */
export function betaOf(changes: readonly number[], benchmark: readonly number[]): number | undefined {
  const variance = deviationOf(benchmark) ** 2;
  if (!(variance > smallestDeviation ** 2)) return undefined;
  const [own, other] = [mean(changes), mean(benchmark)];
  const products = changes.map((change, index) => (change - own) * ((benchmark[index] as number) - other));
  return products.reduce((sum, product) => sum + product, 0) / (changes.length - 1) / variance;
}

/** Of a sample: divided by one less than the count. */
function deviationOf(changes: readonly number[]): number {
  const center = mean(changes);
  const squares = changes.map((change) => (change - center) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (changes.length - 1));
}
