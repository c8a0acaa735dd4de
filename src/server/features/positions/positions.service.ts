import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import type { PositionFact } from '~/server/providers/llm/types';
import { formatPrice, gainsPercent, parsePrice } from '~/shared/money';
import type { AddPositionInput, Position } from '~/shared/schemas/positions';

const positionNotFound = () => new AppError('not_found', 'Position not found');

interface PositionRow {
  id: string;
  userId: string;
  name: string;
  ticker: string;
  avgEntryPrice: { toFixed(digits: number): string };
  purchaseDate: Date;
  status: string;
  closeDate: Date | null;
  closePrice: { toFixed(digits: number): string } | null;
  createdAt: Date;
}

/** The house book with the latest known prices; never waits for a price provider. */
export async function listPositions(deps: Deps): Promise<{ open: Position[]; closed: Position[] }> {
  const [rows, prices] = await Promise.all([
    deps.db.investmentPosition.findMany({ orderBy: [{ purchaseDate: 'desc' }, { id: 'asc' }] }),
    deps.db.stockPriceCache.findMany(),
  ]);
  const latest = new Map(prices.map((price) => [price.ticker, price]));
  const positions = rows.map((row) => withGains(row, latest.get(row.ticker)));
  return {
    open: positions.filter(({ status }) => status === 'open'),
    closed: positions.filter(({ status }) => status === 'closed'),
  };
}

export async function addPosition(deps: Deps, userId: string, input: AddPositionInput): Promise<Position> {
  if (input.purchaseDate.getTime() > Date.now())
    throw new AppError('validation', 'Purchase date cannot be in the future');
  const row = await deps.db.investmentPosition.create({ data: { userId, ...input } });
  return withGains(row, undefined);
}

/** Closes at a price, now. Closing twice is a conflict: the first price stands. */
export async function closePosition(deps: Deps, id: string, closePrice: string): Promise<Position> {
  const [row] = await deps.db.investmentPosition.updateManyAndReturn({
    where: { id, status: 'open' },
    data: { status: 'closed', closePrice, closeDate: new Date() },
  });
  if (row) return withGains(row, undefined);
  const known = await deps.db.investmentPosition.findUnique({ where: { id }, select: { id: true } });
  throw known ? new AppError('conflict', 'This position is already closed') : positionNotFound();
}

export async function deletePosition(deps: Deps, id: string): Promise<void> {
  const { count } = await deps.db.investmentPosition.deleteMany({ where: { id } });
  if (count === 0) throw positionNotFound();
}

/** The book as facts for a model. */
export async function positionFacts(deps: Deps): Promise<PositionFact[]> {
  const { open, closed } = await listPositions(deps);
  return [...open, ...closed].map(({ id, userId, createdAt, closeDate, closePrice, ...facts }) => ({
    ...facts,
    ...(closeDate && { closeDate }),
    ...(closePrice && { closePrice }),
  }));
}

function withGains(
  row: PositionRow,
  price: { latestPrice: { toFixed(digits: number): string }; lastUpdated: Date } | undefined,
): Position {
  const avgEntryPrice = row.avgEntryPrice.toFixed(2);
  const closePrice = row.closePrice?.toFixed(2) ?? null;
  const latestPrice = price?.latestPrice.toFixed(2);
  const entry = parsePrice(avgEntryPrice);
  const current = parsePrice(closePrice ?? latestPrice ?? '');
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    ticker: row.ticker,
    avgEntryPrice: entry === null ? avgEntryPrice : formatPrice(entry),
    purchaseDate: row.purchaseDate,
    status: row.status === 'closed' ? 'closed' : 'open',
    closeDate: row.closeDate,
    closePrice,
    createdAt: row.createdAt,
    ...(price && latestPrice && { latestPrice, priceAsOf: price.lastUpdated }),
    ...(entry !== null && current !== null && { gainsPercent: gainsPercent(entry, current) }),
  };
}
