/** All figures of an index by period, rounded, from its published levels. */
import { type Close, largestFall, percentOf } from '~/shared/performance';
import { type Figure, type Period, type PeriodFigures, periods, type UnknownReason } from '~/shared/schemas/figures';
import type { HeldReturns } from './buy-and-hold';
import { closesOn, dailyChanges, type Level } from './levels';
import { baseOf } from './periods';
import { annualizedOf, changeOf } from './returns';
import { betaOf, minChanges, sharpeOf, volatilityOf } from './risk';

export function periodsOf(
  points: readonly { day: string; book: string }[],
  benchmarkCloses: readonly Close[],
  held: HeldReturns,
): PeriodFigures[] {
  const levels = levelsOf(points);
  const days = levels.map(({ day }) => day);
  const benchmark = closesOn(days, benchmarkCloses);
  return periods.map((period) => figuresOfPeriod(period, levels, benchmark, held[period]));
}

export const levelsOf = (points: readonly { day: string; book: string }[]): Level[] =>
  points.map(({ day, book }) => ({ day, level: Number(book) }));

/** `benchmark` contains the closing price for each of `levels`, if known. `held` is the buy-and-hold return. */
export function figuresOfPeriod(
  period: Period,
  levels: readonly Level[],
  benchmark: readonly (number | undefined)[],
  held?: string,
): PeriodFigures {
  const base = baseOf(period, levels);
  if (base === undefined) return unknownFigures(period, levels.length === 0 ? 'noPrices' : 'startsLater');
  const part = levels.slice(base);
  const [first, last] = [part[0] as Level, part.at(-1) as Level];
  if (part.length < 2) return unknownFigures(period, 'tooFewDays');
  if (first.level === 0) return unknownFigures(period, 'totalLoss');
  return {
    period,
    from: first.day,
    to: last.day,
    buyAndHoldPercent: held === undefined ? unknown('nothingHeld') : known(held),
    ...ownFigures(part),
    ...comparedFigures(part, benchmark.slice(base)),
  };
}

const numbersOf = (levels: readonly Level[]) => levels.map(({ level }) => level);

function ownFigures(levels: readonly Level[]) {
  const numbers = numbersOf(levels);
  const changes = dailyChanges(numbers);
  const fall = largestFall(levels);
  const reason = riskUnknownFor(numbers);
  return {
    ...returnsOf(levels, numbers),
    volatilityPercent: reason ? unknown(reason) : known(percentOf(volatilityOf(changes))),
    sharpeRatio: reason ? unknown(reason) : ratio(sharpeOf(changes)),
    maxDrawdownPercent: known(fall.percent),
    drawdownFrom: fall.from ?? null,
    drawdownTo: fall.to ?? null,
  };
}

/** After a total loss, there are no relative changes. */
function riskUnknownFor(levels: readonly number[]): UnknownReason | undefined {
  if (levels.length <= minChanges) return 'tooFewDays';
  return levels.slice(0, -1).includes(0) ? 'totalLoss' : undefined;
}

function returnsOf(days: readonly Level[], numbers: readonly number[]) {
  const change = changeOf(numbers);
  const annualized = annualizedOf(change, (days[0] as Level).day, (days.at(-1) as Level).day);
  return {
    returnPercent: known(percentOf(change)),
    annualizedPercent: annualized === undefined ? unknown('upToOneYear') : known(percentOf(annualized)),
  };
}

function comparedFigures(levels: readonly Level[], benchmark: readonly (number | undefined)[]) {
  const numbers = benchmark.filter((close) => close !== undefined);
  // With missing prices, the benchmark would cover a different period.
  if (numbers.length < benchmark.length || numbers.some((close) => !(close > 0))) {
    const none = unknown('noBenchmark');
    return { benchmarkReturnPercent: none, benchmarkAnnualizedPercent: none, beta: none };
  }
  const { returnPercent, annualizedPercent } = returnsOf(levels, numbers);
  const own = numbersOf(levels);
  const reason = riskUnknownFor(own);
  return {
    benchmarkReturnPercent: returnPercent,
    benchmarkAnnualizedPercent: annualizedPercent,
    beta: reason ? unknown(reason) : ratio(betaOf(dailyChanges(own), dailyChanges(numbers))),
  };
}

const known = (value: string): Figure => ({ value, reason: null });
const unknown = (reason: UnknownReason): Figure => ({ value: null, reason });
const ratio = (value: number | undefined): Figure =>
  value === undefined ? unknown('noVariation') : known(percentOf(value / 100));

function unknownFigures(period: Period, reason: UnknownReason): PeriodFigures {
  const none = unknown(reason);
  return {
    period,
    from: null,
    to: null,
    returnPercent: none,
    annualizedPercent: none,
    buyAndHoldPercent: none,
    benchmarkReturnPercent: none,
    benchmarkAnnualizedPercent: none,
    volatilityPercent: none,
    sharpeRatio: none,
    beta: none,
    maxDrawdownPercent: none,
    drawdownFrom: null,
    drawdownTo: null,
  };
}
