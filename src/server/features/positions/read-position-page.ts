import type { Deps } from '~/server/deps';
import { readCloseDifferences } from '~/server/features/prices/close-differences';
import { dividendsFor } from '~/server/features/prices/known-dividends';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { splitsFor } from '~/server/features/prices/prices.service';
import { usdMarketFor } from '~/server/features/prices/usd-market';
import { replay } from '~/shared/ledger-replay';
import { computePerformance } from '~/shared/performance';
import { holdingInUsd } from '~/shared/prices-in-usd';
import type { PositionEntry, PositionPage } from '~/shared/schemas/theses';
import { addDays, closeDayOf, tradingDay } from '~/shared/trading-day';
import { positionOf, readKnown } from './list-positions';
import { positionNotFound } from './positions.errors';
import { bookRow, type Recording } from './positions.queries';
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
  const [known, market, dividends, splits, theses, ledger, [closeDifference]] = await Promise.all([
    readKnown(deps, row),
    usdMarketFor(deps, [ticker, benchmarkTicker], addDays(purchaseDay, -leadDays), endDay),
    dividendsFor(deps, [ticker]),
    splitsFor(deps, [ticker]),
    readTheses(deps, id, readerId),
    readLedger(deps, id),
    row.status === 'open' ? readCloseDifferences(deps.db, ticker) : [],
  ]);
  const currency = market.currencies.get(ticker);
  const entered = holdingOf(row);
  const holding = currency === undefined ? entered : holdingInUsd(entered, currency, market.rates);
  const isHeld = ({ day }: { day: string }) => day > purchaseDay && day <= endDay;
  return {
    position: positionOf(row, { ...known, recording: ledger.recording }),
    course: computePerformance({ ...market, holdings: [holding], splits, benchmark: benchmarkTicker }),
    splits: (splits.get(ticker) ?? []).filter(isHeld),
    dividends: (dividends.get(ticker) ?? []).filter(isHeld).map(({ day, amount }) => ({ day, amount })),
    theses: theses.map((thesis) => withAdjustedLevels(thesis, splits.get(ticker), closeDay)),
    ...(closeDifference && { closeDifference }),
    entries: ledger.entries,
  };
}

interface PositionLedger {
  /** Entries about the position, and those about its ticker that changed it. */
  entries: PositionEntry[];
  recording?: Recording;
}

async function readLedger({ db }: Deps, id: string): Promise<PositionLedger> {
  const changes = await db.sql<{ seq: number; at: Date; isOfTicker: boolean; body: string }>`
    SELECT seq::float8 AS seq, at, position_id IS NULL AS "isOfTicker", body FROM ledger_events
    WHERE (position_id = ${id}::uuid AND kind NOT IN ('thesis', 'note')) OR kind IN ('renamed', 'delisted')
    ORDER BY ledger_events.seq`;
  const [tracked] = replay(changes).positions;
  if (!tracked) return { entries: [] };
  const { recordedAt, kind, tickers, endRecordedAt, delistedAt } = tracked;
  const times = new Set(tickers.slice(1).map(({ since }) => since));
  if (endRecordedAt && delistedAt !== undefined) times.add(endRecordedAt);
  const ofTicker = changes.filter(({ isOfTicker, at }) => isOfTicker && times.has(at.toISOString()));
  const rows = await db.sql<Omit<PositionEntry, 'seq'> & { seq: string }>`
    SELECT seq::text AS seq, at, kind, body, hash FROM ledger_events
    WHERE position_id = ${id}::uuid OR seq = ANY(${ofTicker.map(({ seq }) => seq)}::bigint[])
    ORDER BY ledger_events.seq DESC LIMIT ${maxEntries}`;
  return {
    entries: rows.map(({ seq, ...entry }) => ({ ...entry, seq: Number(seq) })),
    recording: { id, recordedAt: new Date(recordedAt), isSample: kind === 'seeded' },
  };
}
