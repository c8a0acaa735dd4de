/** Risk figures of an index. Daily changes are fractions: 0.01 means +1%. */
import { mean } from './levels';

/** Fewer daily changes are not representative of a year. */
export const minChanges = 15;
const daysOfYear = 252;
/** A smaller deviation is only due to rounded levels. */
const smallestDeviation = 1e-12;

/** The annualized standard deviation of the daily changes. */
export const volatilityOf = (changes: readonly number[]): number => deviationOf(changes) * Math.sqrt(daysOfYear);

/** The mean of the daily changes divided by their deviation, annualized, without a risk-free rate. */
export function sharpeOf(changes: readonly number[]): number | undefined {
  const deviation = deviationOf(changes);
  return deviation > smallestDeviation ? (mean(changes) / deviation) * Math.sqrt(daysOfYear) : undefined;
}

/** The covariance with the benchmark's changes on the same days, divided by their variance. */
export function betaOf(changes: readonly number[], benchmark: readonly number[]): number | undefined {
  const variance = deviationOf(benchmark) ** 2;
  if (!(variance > smallestDeviation ** 2)) return undefined;
  const [own, other] = [mean(changes), mean(benchmark)];
  const products = changes.map((change, index) => (change - own) * ((benchmark[index] as number) - other));
  return products.reduce((sum, product) => sum + product, 0) / (changes.length - 1) / variance;
}

/** The sample standard deviation. */
function deviationOf(changes: readonly number[]): number {
  const center = mean(changes);
  const squares = changes.map((change) => (change - center) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (changes.length - 1));
}
