/**
 * Combines purchases and sales into positions with an entry and, if sold, an exit. A sale closes the oldest purchases
 * of its ticker first (FIFO); a partly sold purchase becomes a closed and an open position.
 */
import type { FileRow } from '~/server/features/positions/file-row';
import { latestToday, midnightOf } from '~/shared/trading-day';
import { amountText, unit } from './amounts';
import type { FileSplit, ProgramFile, SkippedRow, Trade } from './transactions';

/** Programs round shares after splits, so tiny remainders are ignored. Tiny purchases, such as of coins, are not. */
const isRounding = (rest: bigint, whole: bigint) => rest <= unit / 100_000n && rest * 100n <= whole;

interface Lot {
  trade: Trade;
  /** In shares of the current day of the calculation: splits change both fields. */
  bought: bigint;
  left: bigint;
}

/** The positions, and every other row with its reason; both in file order. */
export function matchSales({ trades, splits, skipped }: ProgramFile, now: number): FileRow[] {
  const isPast = ({ date }: Trade) => timeOf(date) <= latestToday(now);
  const drafts = trades.filter((trade) => !isPast(trade)).map((trade) => left(trade, 'The date is in the future'));
  const unsold = new Set(skipped.flatMap(({ sold }) => sold ?? []));
  const rows = [...byTicker(trades.filter(isPast))].flatMap(([ticker, own]) => {
    const events = [...own, ...splits.filter((split) => split.ticker === ticker)].sort(byTime);
    if (unsold.has(ticker))
      return own.map((trade) => left(trade, `A sale or split of ${ticker} in this file can't be imported`));
    const positions = positionsOf(events);
    if (!positions) return own.map((trade) => left(trade, `${ticker}: ${soldMoreThanBought}`));
    if (skipped.some(({ added }) => added?.ticker === ticker && isBeforeSale(added.date, own)))
      return own.map((trade) => left(trade, `A purchase of ${ticker} in this file can't be imported`));
    return positions;
  });
  const applied = splits.map(({ row, ticker, date }): FileRow => {
    return { row, cells: { ticker, purchaseDate: date }, reason: 'A stock split. It counts when sales are matched.' };
  });
  return [...rows, ...drafts, ...applied, ...skipped.map(fileRow)].sort((a, b) => a.row - b.row);
}

const soldMoreThanBought = 'more shares sold than bought. It is a short sale, or a purchase or split is missing.';

const fileRow = ({ sold: _, added: _added, ...row }: SkippedRow): FileRow => row;

/** Whether one of these sales could be of shares that were added on that date. */
const isBeforeSale = (date: string | undefined, trades: readonly Trade[]): boolean =>
  trades.some((trade) => trade.kind === 'sell' && (date === undefined || timeOf(date) <= timeOf(trade.date)));

function byTicker(trades: readonly Trade[]): Map<string, Trade[]> {
  const groups = new Map<string, Trade[]>();
  for (const trade of trades) {
    const group = groups.get(trade.ticker);
    if (group) group.push(trade);
    else groups.set(trade.ticker, [trade]);
  }
  return groups;
}

type Event = Trade | FileSplit;

/** Order within a day: splits happen before the market opens, purchases before sales. */
const rank = (event: Event) => ('ratio' in event ? 0 : event.kind === 'buy' ? 1 : 2);
const timeOf = (date: string) => (date.length === 10 ? midnightOf(date).getTime() : Date.parse(date));
const byTime = (a: Event, b: Event) => timeOf(a.date) - timeOf(b.date) || rank(a) - rank(b) || a.row - b.row;

/** Undefined if more is sold than was bought. */
function positionsOf(events: readonly Event[]): FileRow[] | undefined {
  const rows: FileRow[] = [];
  let openLots: Lot[] = [];
  for (const event of events) {
    if ('ratio' in event) openLots = openLots.map((lot) => split(lot, event.ratio));
    else if (event.kind === 'buy') openLots.push({ trade: event, bought: event.shares, left: event.shares });
    else {
      const closed = sell(openLots, event);
      if (!closed) return undefined;
      rows.push(...closed);
      openLots = openLots.filter((lot) => !isRounding(lot.left, lot.bought));
    }
  }
  return [...rows, ...openLots.map((lot) => position(lot, lot.left))];
}

const split = (lot: Lot, ratio: bigint): Lot => ({
  ...lot,
  bought: (lot.bought * ratio) / unit,
  left: (lot.left * ratio) / unit,
});

function sell(openLots: readonly Lot[], sale: Trade): FileRow[] | undefined {
  const rows: FileRow[] = [];
  let open = sale.shares;
  for (const lot of openLots) {
    if (isRounding(open, sale.shares)) break;
    const shares = lot.left < open ? lot.left : open;
    lot.left -= shares;
    open -= shares;
    rows.push(position(lot, shares, sale));
  }
  return isRounding(open, sale.shares) ? rows : undefined;
}

function position({ trade, bought }: Lot, shares: bigint, sale?: Trade): FileRow {
  const { row, name, ticker, price, currency, date } = trade;
  const part = isRounding(bought - shares, bought)
    ? undefined
    : `${amountText(shares)} of ${amountText(bought)} shares`;
  const outcome = sale ? `sold in row ${sale.row}` : part && 'not sold';
  const notes = [[part, outcome].filter(Boolean).join(', '), trade.note, sale?.note && `Close: ${sale.note}`];
  const note = notes.filter(Boolean).join('. ');
  return {
    row,
    cells: {
      name,
      ticker,
      avgEntryPrice: price,
      purchaseDate: date,
      ...(currency && { currency }),
      ...(sale && { status: 'closed', closeDate: sale.date, closePrice: sale.price }),
    },
    ...(note && { note: note.charAt(0).toUpperCase() + note.slice(1) }),
  };
}

const left = ({ row, name, ticker, price, date, kind }: Trade, reason: string): FileRow => ({
  row,
  cells:
    kind === 'buy'
      ? { name, ticker, avgEntryPrice: price, purchaseDate: date }
      : { name, ticker, closePrice: price, closeDate: date },
  reason,
});
