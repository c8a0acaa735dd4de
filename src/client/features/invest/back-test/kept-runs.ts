import type { BacktestResult } from '~/shared/schemas/backtest';
import type { BackTestSearch } from './back-test-search';

/** More lines would be hard to distinguish in one chart; includes the displayed run. */
export const maxCompared = 3;

/** 'TSLA,BABA~2024-01-02~2025-01-02~monthly~10': a run in the URL of another one. */
export const keptRun = ({ tickers, fromDay, toDay, rebalancing, costBasisPoints }: BacktestResult['input']): string =>
  [tickers.join(','), fromDay, toDay, rebalancing, costBasisPoints].join('~');

/** The inverse of `keptRun`. Invalid text results in missing or invalid values, which the server rejects. */
export function searchOfKept(kept: string): BackTestSearch {
  const [tickers, from, to, rebalancing, cost] = kept.split('~');
  return { tickers, from, to, rebalancing, cost };
}

export const isKept = ({ kept = [] }: BackTestSearch, { input }: BacktestResult): boolean =>
  kept.includes(keptRun(input));

/** Toggles whether the run is kept. Above the maximum, the oldest kept run is dropped. */
export function toggleKept(search: BackTestSearch, { input }: BacktestResult): BackTestSearch {
  const run = keptRun(input);
  const { kept = [] } = search;
  return kept.includes(run) ? withoutKept(search, run) : { ...search, kept: [...kept, run].slice(-maxCompared) };
}

export const withoutKept = (search: BackTestSearch, run: string): BackTestSearch => ({
  ...search,
  kept: search.kept?.filter((one) => one !== run).slice(-maxCompared),
});

/** The kept runs except the displayed one, without duplicates. */
export function otherKeptRuns(shown: string, kept: readonly string[] = []): string[] {
  return [...new Set(kept)].filter((one) => one !== shown).slice(0, maxCompared - 1);
}
