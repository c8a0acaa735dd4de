/** News of the positions that a user follows, since a given time. The user's own changes are not news. */
import type { Deps } from '~/server/deps';
import { foreignCurrencies } from '~/server/features/prices/currencies';
import { pseudonymOf } from '~/server/features/track-record/record-events';
import { type EventKind, maxNews, minMove, type NewsKind, newsKinds } from '~/shared/news-kinds';
import type { NewsItem, PositionNews } from '~/shared/schemas/position-news';
import { type LatestPrice, moveSince, type RememberedPrices, readOpenPrices } from './latest-prices';

export interface NewsReader {
  userId: string;
  followsAll: boolean;
  since: Date;
  /** The prices at `since`. */
  prices: RememberedPrices;
}

export async function readNews(deps: Deps, reader: NewsReader): Promise<PositionNews> {
  const { db } = deps;
  const { since } = reader;
  const asOf = new Date();
  const [events, alerts, latest, held] = await Promise.all([
    readEvents(db, reader),
    readAlerts(db, reader),
    readOpenPrices(deps),
    readHeldSince(db, reader),
  ]);
  const moves = movesOf(held, reader, latest);
  const counts = Object.fromEntries(newsKinds.map((kind) => [kind, 0])) as Record<NewsKind, number>;
  for (const { kind, total } of events) counts[kind] = total;
  counts.moved = moves.length;
  counts.wrongIf = alerts[0]?.total ?? 0;
  const items = [...moves, ...alerts.map(alertOf), ...events.map(itemOf)].slice(0, maxNews);
  return { since, asOf, counts, items: await withCurrencies(db, items) };
}

export const hasNews = ({ counts }: PositionNews): boolean => newsKinds.some((kind) => counts[kind] > 0);

type Db = Pick<Deps['db'], 'sql'>;

interface EventRow {
  positionId: string;
  name: string;
  ticker: string;
  kind: EventKind;
  at: Date;
  level: string | null;
  price: string | null;
  total: number;
}

/**
 * Newest first, with the number of each kind. A closed position has its current close price, which includes later
 * corrections. A delisting closes positions with one entry about the ticker, whose time is their close date.
 */
const readEvents = (db: Db, { userId, followsAll, since }: NewsReader) =>
  db.sql<EventRow>`
    WITH own_delistings AS (
      SELECT at, body::json -> 'facts' ->> 'ticker' AS ticker FROM ledger_events
      WHERE position_id IS NULL AND kind = 'delisted' AND body::json ->> 'actor' = ${pseudonymOf(userId)}
    ), news AS (
      SELECT e.*, count(*) OVER (PARTITION BY e.kind)::int AS total,
             row_number() OVER (PARTITION BY e.kind ORDER BY e.recorded_at DESC, e.id DESC) AS place
      FROM position_events e
      LEFT JOIN position_follows f ON f.position_id = e.position_id AND f.user_id = ${userId}::uuid
      WHERE e.recorded_at > ${since} AND coalesce(f.is_followed, ${followsAll})
        AND NOT EXISTS (
          SELECT 1 FROM ledger_events l WHERE l.position_id = e.position_id AND e.kind IN ('opened', 'closed')
            AND l.kind IN ('opened', 'imported', 'seeded', 'closed') AND (l.kind = 'closed') = (e.kind = 'closed')
            AND l.body::json ->> 'actor' = ${pseudonymOf(userId)})
        AND NOT EXISTS (
          SELECT 1 FROM own_delistings d JOIN investment_positions p ON p.ticker = d.ticker
          WHERE p.id = e.position_id AND e.kind = 'closed' AND e.at = d.at)
    )
    SELECT n.position_id::text AS "positionId", p.name, p.ticker, n.kind, n.at, n.level::text AS level,
           (CASE WHEN n.kind = 'closed' THEN p.close_price ELSE n.price END)::text AS price, n.total
    FROM news n JOIN investment_positions p ON p.id = n.position_id
    WHERE n.place <= ${maxNews}
    ORDER BY n.recorded_at DESC, n.id DESC`;

const itemOf = ({ total: _total, level, price, ...row }: EventRow): NewsItem => ({
  ...row,
  ...(level && { level }),
  ...(price && { price }),
});

interface AlertRow {
  positionId: string;
  name: string;
  ticker: string;
  at: Date;
  conversationId: string;
  messageId: string | null;
  passage: string;
  total: number;
}

/** A report is private: other users don't see that it exists. */
const readAlerts = (db: Db, { userId, followsAll, since }: NewsReader) =>
  db.sql<AlertRow>`
    SELECT p.id::text AS "positionId", p.name, p.ticker, a.recorded_at AS at, r.conversation_id AS "conversationId",
           m.id AS "messageId", a.passage, count(*) OVER ()::int AS total
    FROM thesis_alerts a
    JOIN researches r ON r.id = a.research_id AND r.user_id = ${userId}::uuid
    JOIN conversations c ON c.id = r.conversation_id AND c.user_id = r.user_id
    JOIN investment_positions p ON p.id = a.position_id
    LEFT JOIN messages m ON m.id = r.message_id
    LEFT JOIN position_follows f ON f.position_id = p.id AND f.user_id = r.user_id
    WHERE a.recorded_at > ${since} AND coalesce(f.is_followed, ${followsAll})
    ORDER BY a.recorded_at DESC, a.id DESC LIMIT ${maxNews}`;

const alertOf = ({ total: _total, conversationId, messageId, passage, ...row }: AlertRow): NewsItem => ({
  ...row,
  kind: 'wrongIf',
  report: { conversationId, messageId, passage },
});

interface PositionRow {
  positionId: string;
  name: string;
  ticker: string;
}

/** Only positions that already existed, because a new position has no change. */
const readHeldSince = (db: Db, { userId, followsAll, since }: NewsReader) =>
  db.sql<PositionRow>`
    SELECT p.id::text AS "positionId", p.name, p.ticker
    FROM investment_positions p
    LEFT JOIN position_follows f ON f.position_id = p.id AND f.user_id = ${userId}::uuid
    WHERE p.status = 'open' AND p.created_at <= ${since} AND coalesce(f.is_followed, ${followsAll})
    ORDER BY p.ticker, p.id`;

function movesOf(
  held: readonly PositionRow[],
  { since, prices }: NewsReader,
  latest: ReadonlyMap<string, LatestPrice>,
) {
  const moves = held.flatMap((row) => {
    const now = latest.get(row.ticker);
    const percent = moveSince(prices[row.ticker], now);
    if (!now || percent === undefined || Math.abs(Number(percent)) < minMove) return [];
    return [{ ...row, kind: 'moved' as const, at: since, price: now.price, percent }];
  });
  // Largest change first, in either direction.
  return moves.sort((a, b) => Math.abs(Number(b.percent)) - Math.abs(Number(a.percent)));
}

/** `readOpenPrices` does not know the currencies of closed positions. */
async function withCurrencies(db: Db, items: readonly NewsItem[]): Promise<NewsItem[]> {
  const currencies = await foreignCurrencies(
    db,
    items.map(({ ticker }) => ticker),
  );
  return items.map((item) => {
    const currency = currencies.get(item.ticker);
    return currency === undefined ? item : { ...item, currency };
  });
}
