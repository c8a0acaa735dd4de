import type { Deps } from '~/server/deps';
import { readCloseDifferences } from '~/server/features/prices/close-differences';
import { dividendsFor } from '~/server/features/prices/known-dividends';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { splitsFor } from '~/server/features/prices/prices.service';
import { usdMarketFor } from '~/server/features/prices/usd-market';
import { computePerformance } from '~/shared/performance';
import { holdingInUsd } from '~/shared/prices-in-usd';
import type { PositionEntry, PositionPage } from '~/shared/schemas/theses';
import { addDays, closeDayOf, tradingDay } from '~/shared/trading-day';
import { positionOf, readKnown } from './list-positions';
import { positionNotFound } from './positions.errors';
import { type BookRow, bookRow, type Recording } from './positions.queries';
import { holdingOf } from './read-performance';
import { readTheses, withAdjustedLevels } from './read-theses';

/** Early enough to include a trading day before the purchase, whatever the holidays are. */
const leadDays = 10;
const maxEntries = 100;

/** All data of one position. */
export async function readPositionPage(deps: Deps, id: string, readerId: string): Promise<PositionPage> {
  const found = await deps.db.investmentPosition.findUnique({ where: { id } });
  if (!found) throw positionNotFound();
  const row = bookRow(found);
  const { ticker } = row;
  const purchaseDay = tradingDay(row.purchaseDate);
  const closeDay = row.closeDate ? closeDayOf(row.closeDate, row.purchaseDate) : undefined;
  const endDay = closeDay ?? '9999-12-31';
  const [known, market, dividends, splits, theses, entries, recording, [closeDifference]] = await Promise.all([
    readKnown(deps, row),
    usdMarketFor(deps, [ticker, benchmarkTicker], addDays(purchaseDay, -leadDays), endDay),
    dividendsFor(deps, [ticker]),
    splitsFor(deps, [ticker]),
    readTheses(deps, id, readerId),
    readEntries(deps, row),
    readRecording(deps, id),
    row.status === 'open' ? readCloseDifferences(deps.db, ticker) : [],
  ]);
  const currency = market.currencies.get(ticker);
  const entered = holdingOf(row);
  const holding = currency === undefined ? entered : holdingInUsd(entered, currency, market.rates);
  const isHeld = ({ day }: { day: string }) => day > purchaseDay && day <= endDay;
  return {
    position: positionOf(row, { ...known, recording }),
    course: computePerformance({ ...market, holdings: [holding], splits, benchmark: benchmarkTicker }),
    splits: (splits.get(ticker) ?? []).filter(isHeld),
    dividends: (dividends.get(ticker) ?? []).filter(isHeld).map(({ day, amount }) => ({ day, amount })),
    theses: theses.map((thesis) => withAdjustedLevels(thesis, splits.get(ticker), closeDay)),
    ...(closeDifference && { closeDifference }),
    entries,
  };
}

/** Entries about the position, and those about its ticker that affect it. */
async function readEntries({ db }: Deps, { id, ticker }: BookRow): Promise<PositionEntry[]> {
  const rows = await db.sql<Omit<PositionEntry, 'seq'> & { seq: string }>`
    SELECT seq::text AS seq, at, kind, body, hash FROM ledger_events
    WHERE position_id = ${id}::uuid
       OR (kind = 'renamed' AND body::json -> 'facts' ->> 'to' = ${ticker})
       OR (kind = 'delisted' AND body::json -> 'facts' ->> 'ticker' = ${ticker})
    ORDER BY ledger_events.seq DESC LIMIT ${maxEntries}`;
  return rows.map(({ seq, ...entry }) => ({ ...entry, seq: Number(seq) }));
}

async function readRecording({ db }: Deps, positionId: string): Promise<Recording | undefined> {
  const entry = await db.ledgerEvent.findFirst({
    where: { positionId, kind: { in: ['opened', 'imported', 'seeded'] } },
    select: { at: true, kind: true },
  });
  return entry ? { id: positionId, recordedAt: entry.at, isSample: entry.kind === 'seeded' } : undefined;
}
