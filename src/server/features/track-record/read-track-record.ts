import type { Deps } from '~/server/deps';
import { chosenBenchmark } from '~/server/features/prices/chosen-benchmark';
import { benchmarksOf } from '~/server/features/prices/price-rules';
import { usdMarketFor } from '~/server/features/prices/usd-market';
import { createFingerprintCache } from '~/server/lib/fingerprint-cache';
import { heldReturnsIn } from '~/shared/figures/buy-and-hold';
import { periodsOf } from '~/shared/figures/period-figures';
import { verifiedFigures } from '~/shared/figures/verified-figures';
import { replay } from '~/shared/ledger-replay';
import type { BookFigures } from '~/shared/schemas/figures';
import type { LedgerEntry, PublishedCloses, TrackRecordSummary } from '~/shared/schemas/track-record';
import { gatherPrices } from '~/shared/track-record';
import { calculateRecords, type Records, summarize } from '~/shared/track-record-summary';
import { addDays } from '~/shared/trading-day';
import { readCloses, readLedger } from './track-record.service';

interface Reading extends Records {
  entries: LedgerEntry[];
  figures: BookFigures;
}

/** So that there is a closing price of the benchmark before the first day. */
const leadDays = 10;

/** Cached, so that years of closing prices are not read for each reader. */
const cached = createFingerprintCache<Reading>();

/** The public figures, calculated by the same functions from the same entries and prices as in a reader's browser. */
export async function readTrackRecord(deps: Deps): Promise<TrackRecordSummary> {
  const { entries, verified, stated } = await readRecords(deps);
  return summarize(entries, { verified, stated });
}

/** The verified record by period, compared with a benchmark of the reader's choice. */
export async function readVerifiedFigures(deps: Deps, wanted: string | null | undefined): Promise<BookFigures> {
  const benchmark = chosenBenchmark(deps, wanted);
  const { verified, figures } = await readRecords(deps);
  if (benchmark === verified.benchmark) return figures;
  // Reads only the closing prices of this benchmark. The calculation, which needed those of all tickers, is cached.
  const from = verified.points[0]?.day;
  const market = from === undefined ? undefined : await usdMarketFor(deps, [benchmark], addDays(from, -leadDays));
  const periods = periodsOf(verified.points, market?.closes.get(benchmark) ?? [], heldReturnsIn(figures.periods));
  return { ...figures, benchmark, periods };
}

export async function readRecords(deps: Deps): Promise<Reading> {
  return cached(deps.db, await readFingerprint(deps), () => calculate(deps));
}

/**
 * A cache key that changes with the ledger, prices, splits and dividends. A corrected closing price changes only the
 * number of readings.
 */
export async function readFingerprint({ db }: Pick<Deps, 'db'>): Promise<string> {
  const [row] = await db.sql<{ text: string }>`
    SELECT concat_ws('.',
      (SELECT max(seq) FROM ledger_events),
      (SELECT concat_ws('.', count(*), max(recorded_at)) FROM stock_splits),
      (SELECT concat_ws('.', count(*), max(recorded_at)) FROM stock_dividends),
      (SELECT concat_ws('.', count(*), max(last_updated)) FROM stock_price_cache),
      (SELECT count(*) FROM stock_daily_closes), (SELECT count(*) FROM foreign_closes),
      (SELECT concat_ws('.', count(*), sum(readings), sum(history_through - date '2000-01-01'),
                        sum(history_from - date '2000-01-01')) FROM price_feeds)) AS text`;
  return row?.text ?? '';
}

async function calculate(deps: Deps): Promise<Reading> {
  const [entries, parts] = await Promise.all([readEntries(deps), readPrices(deps)]);
  const prices = gatherPrices(parts);
  const records = calculateRecords(replay(entries).positions, prices);
  const choice = { benchmark: prices.benchmark, benchmarks: benchmarksOf(deps.env.BENCHMARKS) };
  return { entries, ...records, figures: verifiedFigures(records.verified, prices, choice) };
}

async function readEntries(deps: Deps): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | null = null;
  do {
    const page = await readLedger(deps, { cursor });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}

async function readPrices(deps: Deps): Promise<PublishedCloses[]> {
  const parts: PublishedCloses[] = [];
  let cursor: string | null = null;
  do {
    const part: PublishedCloses = await readCloses(deps, cursor);
    parts.push(part);
    cursor = part.nextCursor;
  } while (cursor !== null);
  return parts;
}
