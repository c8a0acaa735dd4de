import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { benchmarksOf, benchmarkTicker } from './price-rules';

/** The benchmark that the reader chose, or the first one. */
export function chosenBenchmark({ env }: Pick<Deps, 'env'>, wanted: string | null | undefined): string {
  if (wanted == null) return benchmarkTicker;
  const known = benchmarksOf(env.BENCHMARKS);
  const chosen = known.find((ticker) => ticker === wanted.toUpperCase());
  if (!chosen) throw new AppError('validation', `Unknown benchmark. Choose one of ${known.join(', ')}.`);
  return chosen;
}
