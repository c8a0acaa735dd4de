import type { UniverseEntry } from '~/shared/schemas/backtest';
import type { BackTestSearch } from './back-test-search';

/** What the others are compared with is no choice of its own. */
const benchmark = 'SPY';
const mostAtStart = 10;

export type BackTestValues = Record<'tickers' | 'fromDay' | 'toDay' | 'rebalancing' | 'costBasisPoints', string>;

export const searchOf = (values: BackTestValues): BackTestSearch => ({
  tickers: tickersOf(values.tickers).join(','),
  from: values.fromDay,
  to: values.toDay,
  rebalancing: values.rebalancing,
  cost: values.costBasisPoints,
});

/** What a search says in the form's fields; what it lacks is a useful beginning. */
export function valuesOf(search: BackTestSearch, today: string): BackTestValues {
  return {
    tickers: (search.tickers ?? 'TSLA,GOOGL,BABA,NVDA,MSFT,AMZN').split(',').join(', '),
    fromDay: search.from ?? `${Number(today.slice(0, 4)) - 5}${today.slice(4).replace('-02-29', '-02-28')}`,
    toDay: search.to ?? today,
    rebalancing: search.rebalancing ?? 'monthly',
    costBasisPoints: search.cost ?? '10',
  };
}

/** A useful beginning: up to ten shares whose closes are stored, over the days that all of them have. */
export function startOf(universe: readonly UniverseEntry[], today: string): BackTestValues {
  const plain = valuesOf({}, today);
  const entries = universe.filter(({ ticker }) => ticker !== benchmark).slice(0, mostAtStart);
  if (entries.length === 0) return plain;
  const from = [plain.fromDay, ...entries.map(({ firstDay }) => firstDay)].sort().at(-1);
  const to = [today, ...entries.map(({ lastDay }) => lastDay)].sort()[0];
  return valuesOf({ tickers: entries.map(({ ticker }) => ticker).join(','), from, to }, today);
}

/** As the call takes it; what makes no sense is left for its rules to refuse in words. */
export const inputOf = ({ tickers, fromDay, toDay, rebalancing, costBasisPoints }: BackTestValues) => ({
  tickers: tickersOf(tickers),
  fromDay,
  toDay,
  rebalancing: rebalancing as 'monthly',
  costBasisPoints: costBasisPoints.trim() === '' ? Number.NaN : Number(costBasisPoints),
});

const tickersOf = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((ticker) => ticker.toUpperCase());

/** Whether an address asks for a result, or only for the form. */
export const asksForResult = ({ tickers, from, to }: BackTestSearch): boolean => Boolean(tickers && from && to);
