/**
 * Finds events of positions, once for all readers: new and closed positions from the ledger and the portfolio; targets,
 * stops and review dates from theses and prices. Idempotent.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { levelsDay } from '~/server/features/positions/read-theses';
import { announceBook } from '~/server/features/positions/watch-book';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import type { EventKind } from '~/shared/news-kinds';
import { adjustLevel, isReached, isSameLevel, levelBefore } from '~/shared/price-levels';
import { type ThesisContent, thesisContent } from '~/shared/schemas/theses';
import { earlierDay, momentDay } from '~/shared/trading-day';
import { type LatestPrice, readLatest } from './latest-prices';

/**
 * Also runs after changes of the portfolio or its prices. The hourly check of prices serves users who aren't online.
 */
export const findEventsJob: JobKind<Deps, object> = defineJob({
  kind: 'find-position-events',
  payload: z.object({}),
  everyMs: 3_600_000,
  run: (deps: Deps) => findEvents(deps),
});

/** Debounce, because changes come in bursts. */
const gatherMs = 1000;

/** Finds events shortly after each change of the portfolio or its prices. */
export const watchForEvents = ({ bus, jobs, logger }: Pick<Deps, 'bus' | 'jobs' | 'logger'>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const unsubscribe = bus.subscribe('book', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      jobs.runSoon(findEventsJob).catch((error) => logger.warn({ err: error }, 'failed to look for position events'));
    }, gatherMs).unref();
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
};

export async function findEvents(deps: Deps): Promise<void> {
  const changes = await findChanges(deps);
  const reached = await findReached(deps);
  if (changes + reached > 0) announceBook(deps);
}

/** Entries older than a day are not news: this installation did not look for events then. */
async function findChanges({ db }: Pick<Deps, 'db'>): Promise<number> {
  const rows = await db.sql`
    WITH recorded AS (
      SELECT p.id, p.status, p.close_date, p.close_price, e.at
      FROM investment_positions p JOIN ledger_events e ON e.position_id = p.id
      WHERE e.kind IN ('opened', 'imported', 'seeded')
    ), found AS (
      SELECT id, 'opened' AS kind, at, NULL::numeric AS price FROM recorded
      UNION ALL
      -- Not those recorded as closed. The date of a closing in Asia is midnight, which may be before the recording.
      SELECT id, 'closed', close_date, close_price FROM recorded WHERE status = 'closed' AND close_date >= at
      UNION ALL
      SELECT recorded.id, 'closed', close_date, close_price
      FROM recorded JOIN ledger_events e ON e.position_id = recorded.id AND e.kind = 'closed'
      WHERE status = 'closed'
    )
    INSERT INTO position_events (position_id, kind, key, at, price, recorded_at)
    SELECT id, kind, kind, at, price, CASE WHEN at < now() - interval '1 day' THEN at ELSE now() END FROM found
    WHERE NOT EXISTS (SELECT 1 FROM position_events e WHERE e.position_id = found.id AND e.key = found.kind)
    ON CONFLICT DO NOTHING RETURNING id`;
  return rows.length;
}

interface ThesisRow {
  id: string;
  ticker: string;
  text: string;
  writtenAt: Date;
  levelsThrough: string | null;
  firstWrittenAt: Date;
  firstLevelsThrough: string | null;
  /** The targets and stops that were found before. */
  known: { key: string; level: string; at: string }[];
}

interface FoundEvent {
  id: string;
  kind: EventKind;
  key: string;
  level: string | null;
  price: string | null;
}

async function findReached(deps: Deps): Promise<number> {
  const rows = await deps.db.sql<ThesisRow>`
    SELECT DISTINCT ON (t.position_id) t.position_id::text AS id, p.ticker, t.text, t.created_at AS "writtenAt", t.levels_through::text AS "levelsThrough",
           first_value(t.created_at) OVER versions AS "firstWrittenAt",
           first_value(t.levels_through::text) OVER versions AS "firstLevelsThrough",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'level', e.level::text, 'at', e.at) ORDER BY e.id), '[]')
            FROM position_events e WHERE e.position_id = t.position_id AND e.kind IN ('target', 'stop')) AS known
    FROM position_theses t JOIN investment_positions p ON p.id = t.position_id AND p.status = 'open'
    WINDOW versions AS (PARTITION BY t.position_id ORDER BY t.version)
    ORDER BY t.position_id, t.version DESC`;
  const theses = rows.map((row) => ({
    ...row,
    content: thesisContent.parse(JSON.parse(row.text)),
    since: levelsDay(row.writtenAt, row.levelsThrough),
    firstSince: levelsDay(row.firstWrittenAt, row.firstLevelsThrough),
  }));
  const withLevels = theses.filter(({ content }) => content.target || content.stop);
  const prices = await readLatest(
    deps,
    withLevels.map(({ ticker }) => ticker),
  );
  const found = theses.flatMap((thesis) => [...levelsOf(thesis, prices.get(thesis.ticker)), ...reviewOf(thesis)]);
  return store(deps, found);
}

interface Thesis extends ThesisRow {
  content: ThesisContent;
  /** The day whose shares the levels are stated in. */
  since: string;
  /** The same for the first version. */
  firstSince: string;
}

function levelsOf(thesis: Thesis, latest: LatestPrice | undefined): FoundEvent[] {
  if (!latest) return [];
  const { id, content, since } = thesis;
  const { price, splits, splitsDay: throughDay } = latest;
  return (['target', 'stop'] as const).flatMap((kind) => {
    const stated = content[kind];
    const facts = { since, splits, throughDay };
    if (!stated || !isReached(kind, stated, price, facts)) return [];
    return [{ id, kind, key: keyOf(thesis, kind, stated, latest), level: adjustLevel(stated, facts), price }];
  });
}

/**
 * Contains the level in shares of the day of the first version, because each later version states it in shares of its
 * own day. Keys of earlier releases use the shares of their version, so the levels of the events are compared too.
 */
function keyOf(
  { firstSince, since, known }: Thesis,
  kind: 'target' | 'stop',
  stated: string,
  { splits, splitsDay: throughDay }: LatestPrice,
): string {
  const facts = { since: firstSince, splits, throughDay: since };
  const now = adjustLevel(stated, { since, splits, throughDay });
  const same = known.find(({ key, level, at }) => {
    const [knownKind, keyLevel = ''] = key.split(':');
    if (knownKind !== kind) return false;
    return (
      isSameLevel(keyLevel, stated, facts) ||
      adjustLevel(level, { since: announcedIn(at, throughDay), splits, throughDay }) === now
    );
  });
  return same?.key ?? `${kind}:${levelBefore(stated, facts)}`;
}

/** The level of an event is in shares of the price that reached it, which can be older than the event. */
const announcedIn = (at: string, throughDay: string | null): string => earlierDay(momentDay(at), throughDay);

const reviewOf = ({ id, content: { reviewOn } }: Thesis): FoundEvent[] =>
  reviewOn && reviewOn <= momentDay(new Date().toISOString())
    ? [{ id, kind: 'review', key: `review:${reviewOn}`, level: null, price: null }]
    : [];

async function store({ db }: Pick<Deps, 'db'>, found: readonly FoundEvent[]): Promise<number> {
  if (found.length === 0) return 0;
  const column = <Name extends keyof FoundEvent>(name: Name) => found.map((one) => one[name]);
  const rows = await db.sql`
    INSERT INTO position_events (position_id, kind, key, at, level, price)
    SELECT found.id, found.kind, found.key, now(), found.level, found.price
    FROM unnest(${column('id')}::uuid[], ${column('kind')}::text[], ${column('key')}::text[],
                ${column('level')}::numeric[], ${column('price')}::numeric[]) AS found(id, kind, key, level, price)
    JOIN investment_positions p ON p.id = found.id
    WHERE NOT EXISTS (SELECT 1 FROM position_events e WHERE e.position_id = found.id AND e.key = found.key)
    ON CONFLICT DO NOTHING RETURNING position_events.id`;
  return rows.length;
}
