import type { UniverseEntry } from '~/shared/schemas/backtest';
import { typedWholeNumber } from '~/shared/typed-number';
import type { BackTestSearch } from './back-test-search';

/** The benchmark is always included, so it can't be selected. */
const benchmark = 'SPY';
const maxTickersAtStart = 10;

export type BackTestValues = Record<'tickers' | 'fromDay' | 'toDay' | 'rebalancing' | 'costBasisPoints', string>;

export const searchOf = (values: BackTestValues): BackTestSearch => ({
  tickers: tickersOf(values.tickers).join(','),
  from: values.fromDay,
  to: values.toDay,
  rebalancing: values.rebalancing,
  cost: values.costBasisPoints,
});

/** The form values for URL parameters, with defaults for missing ones. */
export function valuesOf(search: BackTestSearch, today: string): BackTestValues {
  return {
    tickers: (search.tickers ?? 'TSLA,GOOGL,BABA,NVDA,MSFT,AMZN').split(',').join(', '),
    fromDay: search.from ?? `${Number(today.slice(0, 4)) - 5}${today.slice(4).replace('-02-29', '-02-28')}`,
    toDay: search.to ?? today,
    rebalancing: search.rebalancing ?? 'monthly',
    costBasisPoints: search.cost ?? '10',
  };
}

/** The defaults: up to ten stocks with stored closing prices, over the period that all of them cover. */
export function startOf(universe: readonly UniverseEntry[], today: string): BackTestValues {
  const plain = valuesOf({}, today);
  const entries = universe.filter(({ ticker }) => ticker !== benchmark).slice(0, maxTickersAtStart);
  if (entries.length === 0) return plain;
  const from = [plain.fromDay, ...entries.map(({ firstDay }) => firstDay)].sort().at(-1);
  const to = [today, ...entries.map(({ lastDay }) => lastDay)].sort()[0];
  return valuesOf({ tickers: entries.map(({ ticker }) => ticker).join(','), from, to }, today);
}

/** The request's input. Invalid values are passed on, so that the schema rejects them with messages. */
export const inputOf = ({ tickers, fromDay, toDay, rebalancing, costBasisPoints }: BackTestValues) => ({
  tickers: tickersOf(tickers),
  fromDay,
  toDay,
  rebalancing: rebalancing as 'monthly',
  costBasisPoints: typedWholeNumber(costBasisPoints),
});

const tickersOf = (typed: string): string[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((ticker) => ticker.toUpperCase());

/** Whether the URL requests a result, or only the form. */
export const asksForResult = ({ tickers, from, to }: BackTestSearch): boolean => Boolean(tickers && from && to);
