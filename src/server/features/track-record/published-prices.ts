/** Which prices a reader may get. The price provider's license limits what visitors may see. */
import type { Deps } from '~/server/deps';
import { benchmarksOf, benchmarkTicker } from '~/server/features/prices/price-rules';
import { quotesFor } from '~/server/features/prices/prices.service';
import type { PublishedCloses } from '~/shared/schemas/track-record';
import { readWindows } from './held-windows';
import { readFingerprint } from './read-track-record';
import { readCloses, readHeldTickers } from './track-record.service';

interface PriceQuery {
  isMember: boolean;
  cursor?: string | null | undefined;
  series?: 'needed' | 'whole' | undefined;
}

/**
 * Only signed-in users get whole series. Visitors get the days that a recalculation needs, or nothing with
 * PUBLISH_PRICES=off.
 */
export async function readPricesFor(deps: Deps, { isMember, cursor, series }: PriceQuery): Promise<PublishedCloses> {
  if (!isMember && deps.env.PUBLISH_PRICES === 'off') return notPublished(deps);
  return isMember && series === 'whole'
    ? readCloses(deps, cursor, { hasWholeSeries: true })
    : readNeededCloses(deps, cursor || null);
}

interface CachedParts {
  fingerprint: string;
  /** By cursor; null is the first part. */
  parts: Map<string | null, Promise<PublishedCloses>>;
}

/** Cached by database, because anyone may request these parts, and reading one takes ten statements. */
const known = new WeakMap<object, CachedParts>();

async function readNeededCloses(deps: Deps, cursor: string | null): Promise<PublishedCloses> {
  const [fingerprint] = await Promise.all([readState(deps), requestPrices(deps)]);
  let cached = known.get(deps.db);
  if (cached?.fingerprint !== fingerprint) {
    cached = { fingerprint, parts: new Map() };
    known.set(deps.db, cached);
  }
  const { parts } = cached;
  const before = parts.get(cursor);
  if (before) return before;
  // Only parts that follow a cached one are cached, or a visitor could fill the memory with cursors of their own.
  if (cursor !== null && !(await isNextOf(parts, cursor))) return readCloses(deps, cursor);
  const reading = readCloses(deps, cursor);
  parts.set(cursor, reading);
  // After a failure, the next reader tries again.
  reading.catch(() => parts.delete(cursor));
  return reading;
}

async function isNextOf(parts: CachedParts['parts'], cursor: string): Promise<boolean> {
  const read = await Promise.allSettled(parts.values());
  return read.some((part) => part.status === 'fulfilled' && part.value.nextCursor === cursor);
}

/** Changes with everything that a part contains. */
async function readState(deps: Deps): Promise<string> {
  const [fingerprint, [days]] = await Promise.all([
    readFingerprint(deps),
    deps.db.sql<{ text: string }>`SELECT concat_ws('.', count(*), max(seq)) AS text FROM recorded_days`,
  ]);
  return `${deps.env.BENCHMARKS} ${fingerprint} ${days?.text}`;
}

/** Readers trigger price updates, even those who get a cached part. */
async function requestPrices(deps: Deps): Promise<void> {
  deps.prices.requestHistory();
  const windows = await readWindows(deps, (await readHeldTickers(deps)).seq);
  await quotesFor(
    deps,
    [...windows].flatMap(([ticker, { to }]) => (to === null ? [ticker] : [])),
  );
}

/** Marks prices as withheld: otherwise they would look unknown, and positions as if they had none. */
function notPublished({ env }: Pick<Deps, 'env'>): PublishedCloses {
  const benchmarks = benchmarksOf(env.BENCHMARKS);
  return {
    published: false,
    benchmark: benchmarkTicker,
    ...(benchmarks.length > 1 && { benchmarks }),
    days: [],
    closes: {},
    splits: {},
    quotes: {},
    nextCursor: null,
  };
}
