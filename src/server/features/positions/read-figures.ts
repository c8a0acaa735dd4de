import type { Deps } from '~/server/deps';
import { chosenBenchmark } from '~/server/features/prices/chosen-benchmark';
import { benchmarksOf } from '~/server/features/prices/price-rules';
import { periodsOf } from '~/shared/figures/period-figures';
import type { BookFigures } from '~/shared/schemas/figures';
import { readPerformanceAndParts } from './read-performance';

/** The current portfolio by period, compared with a benchmark of the reader's choice. */
export async function readBookFigures(deps: Deps, wanted: string | null | undefined): Promise<BookFigures> {
  const benchmark = chosenBenchmark(deps, wanted);
  const { performance, contributions, held, benchmarks } = await readPerformanceAndParts(deps);
  return {
    benchmark,
    benchmarks: benchmarksOf(deps.env.BENCHMARKS),
    periods: periodsOf(performance.points, benchmarks.get(benchmark) ?? [], held),
    contributions,
  };
}
