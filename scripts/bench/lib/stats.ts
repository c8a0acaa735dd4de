/** The value below which the given share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export interface Spread {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export const spread = (values: readonly number[]): Spread => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
  max: percentile(values, 1),
});

/** Milliseconds of a clock that all processes on the same Linux machine share. */
export const nowMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;
