/**
 * A reproducible back-test: equal weights over a given set of stocks on daily closing prices. Money is in cents and
 * shares in hundred-millionths (BigInt), so that the same prices give the same trades everywhere.
 */
import { formatSum } from './figure-text';
import { dailyChanges } from './figures/levels';
import { minChanges, volatilityOf } from './figures/risk';
import { divideHalfUp, formatDecimal, formatPrice, millionthsOf } from './money';
import { type Close, largestFall, percentOf } from './performance';
import type { Rebalancing } from './rebalancings';
import type { BacktestInput, BacktestPoint, BacktestResult, BacktestTrade } from './schemas/backtest';
import { addDays, weekdaysBetween } from './trading-day';

/** Closing prices that a back-test needs and that are missing. */
export interface MissingCloses {
  ticker: string;
  days: number;
  first: string;
  last: string;
}

export type BacktestOutcome = { result: BacktestResult } | { missing: MissingCloses[] };

const startCents = 1_000_000n;
const shareUnits = 100_000_000n;
/** Closing prices have up to six decimals. */
const millionthsPerCent = 10_000n;
const basisPoints = 10_000n;
/** In days. No exchange in use has ever been closed for longer between two trading days. */
const longestBreakDays = 7;

interface Order {
  ticker: string;
  /** Positive to buy, negative to sell. */
  cents: bigint;
}

interface State {
  cash: bigint;
  shares: Map<string, bigint>;
  costs: bigint;
  trades: BacktestTrade[];
}

/** Runs a back-test. `closes` may contain more than needed. The benchmark is included if its prices are known. */
export function runBacktest(
  input: BacktestInput,
  closes: ReadonlyMap<string, readonly Close[]>,
  benchmark: string,
): BacktestOutcome {
  const days = calendarOf(input, closes, benchmark);
  const missing = findMissing(input, days, closes);
  if (missing.length > 0) return { missing };
  const prices = new Map(input.tickers.map((ticker) => [ticker, pricesOf(closes.get(ticker) ?? [], days)]));

  const state: State = { cash: startCents, shares: new Map(), costs: 0n, trades: [] };
  const values: bigint[] = [];
  let pending: Order[] = [];
  for (const [index, day] of days.entries()) {
    const priceOf = (ticker: string) => prices.get(ticker)?.[index] as bigint;
    fill(state, pending, priceOf, { signalDay: days[index - 1] ?? day, day }, input);
    const value = valueAt(state, priceOf);
    values.push(value);
    const isSignal = index === 0 || isNewPeriod(days[index - 1] as string, day, input.rebalancing);
    pending = isSignal ? decide(state, value, priceOf, input) : [];
  }
  return { result: resultOf(input, benchmark, { days, values, state, closes: closes.get(benchmark) ?? [] }) };
}

/** All days in the range on which the benchmark or one of the stocks has a closing price. */
function calendarOf(input: BacktestInput, closes: ReadonlyMap<string, readonly Close[]>, benchmark: string): string[] {
  const days = new Set<string>();
  for (const ticker of [benchmark, ...input.tickers])
    for (const { day } of closes.get(ticker) ?? []) if (day >= input.fromDay && day <= input.toDay) days.add(day);
  return [...days].sort();
}

function findMissing(
  { tickers, fromDay, toDay }: BacktestInput,
  days: string[],
  closes: ReadonlyMap<string, readonly Close[]>,
): MissingCloses[] {
  const silent = missingDays({ fromDay, toDay }, days);
  return tickers.flatMap((ticker) => {
    const known = new Set((closes.get(ticker) ?? []).map(({ day }) => day));
    const absent = [...new Set([...days.filter((day) => !known.has(day)), ...silent])].sort();
    const [first, last] = [absent[0], absent.at(-1)];
    return first && last ? [{ ticker, days: absent.length, first, last }] : [];
  });
}

/** Weekdays without any closing price that can't be holidays. They are missing for every ticker. */
function missingDays({ fromDay, toDay }: Pick<BacktestInput, 'fromDay' | 'toDay'>, days: string[]): string[] {
  const all = weekdaysBetween(addDays(fromDay, -1), addDays(toDay, 1));
  // A back-test needs at least one signal day and one trade day.
  if (days.length < 2) return all.length < 2 ? [fromDay, toDay] : all;
  const ends = [fromDay, ...days, toDay];
  return ends.slice(1).flatMap((before, index) => {
    const after = ends[index] as string;
    return addDays(after, longestBreakDays) < before ? weekdaysBetween(after, before) : [];
  });
}

/** Prices per day, in millionths of a dollar. */
function pricesOf(closes: readonly Close[], days: string[]): bigint[] {
  const byDay = new Map(closes.map(({ day, close }) => [day, close]));
  return days.map((day) => millionthsOf(byDay.get(day) ?? ''));
}

const periodOf: Record<Rebalancing, (day: string) => string> = {
  never: () => '',
  monthly: (day) => day.slice(0, 7),
  quarterly: (day) => `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  yearly: (day) => day.slice(0, 4),
};
const isNewPeriod = (before: string, day: string, rebalancing: Rebalancing) =>
  periodOf[rebalancing](before) !== periodOf[rebalancing](day);

type PriceOf = (ticker: string) => bigint;

/** In cents. */
function valueAt({ cash, shares }: State, priceOf: PriceOf): bigint {
  let worth = 0n;
  for (const [ticker, count] of shares) worth += count * priceOf(ticker);
  return cash + divideHalfUp(worth, shareUnits * millionthsPerCent);
}

/**
 * The orders that make all weights equal, based only on this closing price. Trading costs are set aside first: costs ÷
 * (1 − rate), because setting them aside is itself traded.
 */
function decide(state: State, value: bigint, priceOf: PriceOf, { tickers, costBasisPoints }: BacktestInput): Order[] {
  const rate = BigInt(costBasisPoints);
  const count = BigInt(tickers.length);
  const worth = (ticker: string) =>
    divideHalfUp((state.shares.get(ticker) ?? 0n) * priceOf(ticker), shareUnits * millionthsPerCent);
  const traded = tickers.reduce((sum, ticker) => sum + absolute(value / count - worth(ticker)), 0n);
  const reserve = rate === 0n ? 0n : (traded * rate) / (basisPoints - rate) + count;
  const target = (value - reserve) / count;
  return tickers.map((ticker) => ({ ticker, cents: target - worth(ticker) })).filter(({ cents }) => cents !== 0n);
}

/** Fills orders at this day's closing prices: sales first, then purchases with the available cash. */
function fill(
  state: State,
  orders: Order[],
  priceOf: PriceOf,
  when: { signalDay: string; day: string },
  { costBasisPoints }: BacktestInput,
): void {
  const costOf = (cents: bigint) => divideHalfUp(cents * BigInt(costBasisPoints), basisPoints);
  const note = (ticker: string, side: 'buy' | 'sell', shares: bigint, cents: bigint) => {
    const cost = costOf(cents);
    state.costs += cost;
    state.cash += (side === 'sell' ? cents : -cents) - cost;
    state.shares.set(ticker, (state.shares.get(ticker) ?? 0n) + (side === 'sell' ? -shares : shares));
    const amounts = { price: priceText(priceOf(ticker)), amount: formatPrice(cents), cost: formatPrice(cost) };
    state.trades.push({ ...when, ticker, side, shares: sharesText(shares), ...amounts });
  };
  for (const { ticker, cents } of orders) {
    if (cents > 0n) continue;
    const sharesHeld = state.shares.get(ticker) ?? 0n;
    const sharesToSell = sharesFor(-cents, priceOf(ticker));
    // The price may have fallen since the signal, so sell at most what is held.
    const shares = sharesToSell < sharesHeld ? sharesToSell : sharesHeld;
    const proceeds = divideHalfUp(shares * priceOf(ticker), shareUnits * millionthsPerCent);
    if (shares > 0n) note(ticker, 'sell', shares, proceeds);
  }
  const buys = orders.filter(({ cents }) => cents > 0n);
  const needed = buys.reduce((sum, { cents }) => sum + cents + costOf(cents), 0n);
  const available = state.cash;
  for (const { ticker, cents } of buys) {
    // Minus a cent, because the cost is rounded separately.
    const paid = needed > available ? (cents * available) / needed - 1n : cents;
    if (paid <= 0n) continue;
    const shares = sharesFor(paid, priceOf(ticker));
    if (shares > 0n) note(ticker, 'buy', shares, paid);
  }
}

const sharesFor = (cents: bigint, price: bigint): bigint => (cents * shareUnits * millionthsPerCent) / price;
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

function resultOf(
  input: BacktestInput,
  benchmark: string,
  run: { days: string[]; values: bigint[]; state: State; closes: readonly Close[] },
): BacktestResult {
  const { days, values, state } = run;
  const levels = values.map(Number);
  const fall = largestFall(days.map((day, index) => ({ day, level: levels[index] as number })));
  const compared = benchmarkCurve(days, run.closes);
  const curve = days.map((day, index): BacktestPoint => {
    const level = compared?.[index];
    return { day, value: formatPrice(values[index] as bigint), ...(level !== undefined && { benchmark: level }) };
  });
  const end = values.at(-1) as bigint;
  const volatility = knownVolatility(levels);
  const last = compared?.at(-1);
  return {
    isHypothetical: true,
    input,
    benchmark,
    rules: rulesOf(input, benchmark),
    startValue: formatPrice(startCents),
    endValue: formatPrice(end),
    returnPercent: formatPrice(divideHalfUp((end - startCents) * 10_000n, startCents)),
    ...(last !== undefined && { benchmarkReturnPercent: percentOf((Number(last) * 100) / Number(startCents) - 1) }),
    ...(volatility !== undefined && { volatilityPercent: percentOf(volatility) }),
    drawdownPercent: fall.percent,
    ...(fall.from !== undefined && { drawdownFrom: fall.from }),
    ...(fall.to !== undefined && { drawdownTo: fall.to }),
    costs: formatPrice(state.costs),
    curve,
    trades: state.trades,
  };
}

/** The starting amount invested in the benchmark. Undefined unless it has a closing price for each day. */
function benchmarkCurve(days: string[], closes: readonly Close[]): string[] | undefined {
  const byDay = new Map(closes.map(({ day, close }) => [day, Number(close)]));
  const first = byDay.get(days[0] as string);
  if (first === undefined || days.some((day) => !byDay.has(day))) return undefined;
  return days.map((day) => (((byDay.get(day) as number) / first) * (Number(startCents) / 100)).toFixed(2));
}

/**
 * As in the figures by period: undefined for few daily returns, which don't represent a year, and after a total loss.
 */
const knownVolatility = (levels: number[]): number | undefined =>
  levels.length > minChanges && !levels.slice(0, -1).includes(0) ? volatilityOf(dailyChanges(levels)) : undefined;

const priceText = (price: bigint): string => formatDecimal(price, 6).replace(/0{1,4}$/, '');

const sharesText = (shares: bigint): string => formatDecimal(shares, 8).replace(/\.?0+$/, '');

const rebalancingRules: Record<Rebalancing, string> = {
  never: 'Bought once, on the first signal date, and held.',
  monthly: 'Rebalanced to equal weights once a month. The signal date is the first trading day.',
  quarterly: 'Rebalanced to equal weights once a quarter. The signal date is the first trading day.',
  yearly: 'Rebalanced to equal weights once a year. The signal date is the first trading day.',
};

function rulesOf({ tickers, rebalancing, costBasisPoints }: BacktestInput, benchmark: string): string[] {
  const rate = `${(costBasisPoints / 100).toFixed(2)}%`;
  return [
    'Hypothetical: simulated with hindsight on stored closing prices. No one traded these results, and the track record does not include them.',
    `Stocks: ${tickers.join(', ')}. Survivorship bias: they were chosen today, and companies that have disappeared are missing.`,
    `Starts with ${formatSum(formatPrice(startCents))} in cash. Every stock has the same weight. Cash earns no interest.`,
    "No hindsight: orders are sized in dollars at the closing price of the signal date and filled at the next trading day's closing price.",
    rebalancingRules[rebalancing],
    `Costs: ${rate} of each traded amount. Taxes, spreads and the effect of trades on prices are not included.`,
    'Prices: USD, daily closing prices adjusted for splits, without dividends. Shares to eight decimals, amounts to the cent.',
    `Benchmark: the same amount in ${benchmark} from the first closing price, price only, without costs.`,
    'Volatility: standard deviation of daily returns, annualized (× √252), from 15 returns on. Max drawdown: the largest fall from a peak, by daily closing prices.',
  ];
}
