import type { BacktestResult } from '~/shared/schemas/backtest';
import type { BackTestSearch } from './back-test-search';

/** More lines would be hard to distinguish in one chart; includes the displayed run. */
const maxCompared = 3;

/** 'TSLA,BABA~2024-01-02~2025-01-02~monthly~10': a run in the URL of another one. */
export const encodeRun = ({ tickers, fromDay, toDay, rebalancing, costBasisPoints }: BacktestResult['input']): string =>
  [tickers.join(','), fromDay, toDay, rebalancing, costBasisPoints].join('~');

/** The inverse of `encodeRun`. Invalid text results in missing or invalid values, which the server rejects. */
export function decodeRun(run: string): BackTestSearch {
  const [tickers, from, to, rebalancing, cost] = run.split('~');
  return { tickers, from, to, rebalancing, cost };
}

export const isCompared = ({ kept = [] }: BackTestSearch, { input }: BacktestResult): boolean =>
  kept.includes(encodeRun(input));

/** Toggles whether the run is kept. Above the maximum, the oldest kept run is dropped. */
export function toggleCompared(search: BackTestSearch, { input }: BacktestResult): BackTestSearch {
  const run = encodeRun(input);
  const { kept = [] } = search;
  return kept.includes(run) ? withoutCompared(search, run) : { ...search, kept: [...kept, run].slice(-maxCompared) };
}

export const withoutCompared = (search: BackTestSearch, run: string): BackTestSearch => ({
  ...search,
  kept: search.kept?.filter((other) => other !== run).slice(-maxCompared),
});

/** The kept runs except the displayed one, without duplicates. */
export function otherComparedRuns(shown: string, kept: readonly string[] = []): string[] {
  return [...new Set(kept)].filter((run) => run !== shown).slice(0, maxCompared - 1);
}
