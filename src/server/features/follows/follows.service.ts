/** Which positions a user follows, and when they last viewed the portfolio. */
import type { Deps } from '~/server/deps';
import { positionNotFound } from '~/server/features/positions/positions.errors';
import type { FollowInput, FollowSettings, PositionNews, RecordViewInput } from '~/shared/schemas/position-news';
import { readOpenPrices, rememberedPrices, toRememberedPrices } from './latest-prices';
import { type NewsReader, readNews } from './read-news';

/** A visit ends after an hour without activity. */
const visitMs = 3_600_000;

export interface ReaderRow {
  userId: string;
  since: Date;
  viewedAt: Date;
  sincePrices: unknown;
  viewedPrices: unknown;
  followsAll: boolean;
}

/** The reader as of `now`: continues the current visit or starts a new one. */
export function visitOf(row: ReaderRow, now: Date): NewsReader {
  const isNew = now.getTime() - row.viewedAt.getTime() > visitMs;
  return {
    userId: row.userId,
    followsAll: row.followsAll,
    since: isNew ? row.viewedAt : row.since,
    prices: rememberedPrices.parse(isNew ? row.viewedPrices : row.sincePrices),
  };
}

/** A user who has never viewed the portfolio has no news. */
export async function readOwnNews(deps: Deps, userId: string): Promise<PositionNews> {
  const now = new Date();
  const row = await deps.db.portfolioReader.findUnique({ where: { userId } });
  const first: NewsReader = { userId, followsAll: true, since: now, prices: {} };
  return readNews(deps, row ? visitOf(row, now) : first);
}

/** Records that the user viewed the portfolio. `until` also marks the visit's news up to that time as seen. */
export async function recordPortfolioView(
  deps: Deps,
  userId: string,
  { until }: RecordViewInput,
): Promise<{ since: Date }> {
  const now = new Date();
  const prices = toRememberedPrices(await readOpenPrices(deps), now);
  const row = await deps.db.portfolioReader.findUnique({ where: { userId } });
  if (!row) {
    const first = { userId, since: now, viewedAt: now, sincePrices: prices, viewedPrices: prices };
    // Another tab may view it at the same time.
    await deps.db.portfolioReader.createMany({ data: [first], skipDuplicates: true });
    return { since: now };
  }
  const visit = visitOf(row, now);
  // Must not undo a later view in another tab, and must not mark future events as seen.
  const seen = until && until > visit.since ? new Date(Math.min(until.getTime(), now.getTime())) : undefined;
  await deps.db.portfolioReader.update({
    where: { userId },
    data: {
      since: seen ?? visit.since,
      sincePrices: seen ? prices : visit.prices,
      viewedAt: now,
      viewedPrices: prices,
    },
  });
  return { since: seen ?? visit.since };
}

export async function readFollowSettings(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  userId: string,
): Promise<FollowSettings> {
  const [reader, choices, user] = await Promise.all([
    db.portfolioReader.findUnique({ where: { userId } }),
    db.positionFollow.findMany({ where: { userId }, select: { positionId: true, isFollowed: true } }),
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { emailConfirmedAt: true } }),
  ]);
  return {
    followsAll: reader?.followsAll ?? true,
    choices,
    alertMails: reader?.alertMails ?? false,
    mailState: !env.SMTP_URL ? 'off' : user.emailConfirmedAt ? 'available' : 'unconfirmed',
    feedCreatedAt: reader?.feedCreatedAt ?? null,
  };
}

export async function follow({ db }: Pick<Deps, 'db'>, userId: string, { id, isFollowed }: FollowInput) {
  const rows = await db.sql`
    INSERT INTO position_follows (user_id, position_id, is_followed)
    SELECT ${userId}::uuid, id, ${isFollowed} FROM investment_positions WHERE id = ${id}::uuid
    ON CONFLICT (user_id, position_id) DO UPDATE SET is_followed = excluded.is_followed RETURNING position_id`;
  if (rows.length === 0) throw positionNotFound();
  return { isFollowed };
}

/** A new row starts at the current time, because earlier events are not news. */
export async function startReader(deps: Deps, userId: string): Promise<void> {
  const known = await deps.db.portfolioReader.findUnique({ where: { userId }, select: { userId: true } });
  if (!known) await recordPortfolioView(deps, userId, {});
}

export const setFollowsAll = (deps: Deps, userId: string, followsAll: boolean): Promise<void> =>
  deps.db.$transaction(async (tx) => {
    await tx.portfolioReader.update({ where: { userId }, data: { followsAll } });
    if (followsAll) await tx.positionFollow.deleteMany({ where: { userId, isFollowed: false } });
  });

/** For the data export of an account. */
export async function exportedFollows({ db }: Pick<Deps, 'db'>, userId: string) {
  const [reader, choices, alerts] = await Promise.all([
    db.portfolioReader.findUnique({
      where: { userId },
      select: { followsAll: true, alertMails: true, since: true, viewedAt: true, mailedAt: true, feedCreatedAt: true },
    }),
    db.positionFollow.findMany({
      where: { userId },
      select: { isFollowed: true, createdAt: true, position: { select: { name: true, ticker: true } } },
      orderBy: [{ createdAt: 'asc' }, { positionId: 'asc' }],
    }),
    db.thesisAlert.findMany({
      where: { research: { userId } },
      select: { passage: true, recordedAt: true, researchId: true, position: { select: { name: true, ticker: true } } },
      orderBy: { id: 'asc' },
    }),
  ]);
  if (!reader) return choices.length + alerts.length > 0 ? { choices, alerts } : null;
  // Exports keep the name that the column has.
  const { viewedAt: lookedAt, ...settings } = reader;
  return { ...settings, lookedAt, choices, alerts };
}
