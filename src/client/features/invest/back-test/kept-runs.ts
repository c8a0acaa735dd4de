import type { BacktestResult } from '~/shared/schemas/backtest';
import type { BackTestSearch } from './back-test-search';

/** More lines than these are not told apart in one chart; the run that is shown is one of them. */
export const mostCompared = 3;

/** 'TSLA,BABA~2024-01-02~2025-01-02~monthly~10': a run in the address of another one. */
export const keptRun = ({ tickers, fromDay, toDay, rebalancing, costBasisPoints }: BacktestResult['input']): string =>
  [tickers.join(','), fromDay, toDay, rebalancing, costBasisPoints].join('~');

export function searchOfKept(kept: string): BackTestSearch {
  const [tickers, from, to, rebalancing, cost] = kept.split('~');
  return { tickers, from, to, rebalancing, cost };
}

/** The kept runs other than the one that is shown, each once. */
export function keptBeside(shown: string, kept: readonly string[] = []): string[] {
  return [...new Set(kept)].filter((one) => one !== shown).slice(0, mostCompared - 1);
}
