/** The positions' contributions to the portfolio's index, and buy-and-hold, from the same entry and closing prices. */
import { calendarOf, inOrder, inTodaysShares, isValued, type PerformanceInput } from '~/shared/performance';
import type { Contribution } from '~/shared/schemas/figures';
import type { PerformancePoint } from '~/shared/schemas/positions';
import { buyAndHoldOf, type HeldReturns } from './buy-and-hold';
import { contributionsOf, type HeldLine } from './contributions';
import { levelsOf } from './period-figures';

interface StatedParts {
  contributions: Contribution[];
  held: HeldReturns;
}

type Owner = Omit<Contribution, 'percents'>;

/** `owners` contains the position of each holding, in the same order. */
export function statedParts(
  input: PerformanceInput,
  owners: readonly Owner[],
  points: readonly PerformancePoint[],
): StatedParts {
  const valued = input.holdings.flatMap((holding, place) =>
    isValued(holding, input) ? [{ holding: inOrder(holding), place }] : [],
  );
  const holdings = valued.map(({ holding }) => holding);
  const first = holdings.reduce(
    (day, holding) => (holding.purchaseDay < day ? holding.purchaseDay : day),
    '9999-12-31',
  );
  const calendar = calendarOf(holdings, input, first);
  const closes = new Map<string, Map<string, number>>();
  for (const ticker of new Set(holdings.map((holding) => holding.ticker)))
    closes.set(ticker, new Map((input.closes.get(ticker) ?? []).map(({ day, close }) => [day, Number(close)])));
  const lines = holdings.map((holding, owner): HeldLine => {
    const { ticker, entryPrice, purchaseDay, exit } = holding;
    const splits = input.splits.get(ticker) ?? [];
    const [start, end] = [calendar.placeOf(purchaseDay), exit ? calendar.placeOf(exit.day) : Number.POSITIVE_INFINITY];
    return {
      owner,
      // The index has one more level than the calendar: the base before its first day.
      first: start + 1,
      last: Math.min(end, calendar.days.length - 1) + 1,
      walk(visit) {
        let before = inTodaysShares(entryPrice, purchaseDay, splits);
        for (let place = start; place < calendar.days.length && place <= end; place++) {
          const close = closes.get(ticker)?.get(calendar.days[place] as string);
          const isExit = place === end && exit?.price != null;
          const price = isExit ? inTodaysShares(exit.price as string, exit.day, splits) : close;
          if (price === undefined) continue;
          visit(place + 1, price / before - 1);
          before = price;
        }
      },
    };
  });
  const levels = levelsOf(points);
  const counted = valued.map(({ place }) => owners[place] as Owner);
  return { contributions: contributionsOf(counted, lines, levels), held: buyAndHoldOf(lines, levels) };
}
