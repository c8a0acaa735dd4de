/** Changes how a user is notified about the positions they follow. */
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import type { ChangeFollowingInput, CreatedFeed, FollowSettings } from '~/shared/schemas/position-news';
import { feedUrl, newFeedKey } from './alert-links';
import { readFollowSettings, setFollowsAll, startReader } from './follows.service';
import { readOpenPrices, toRememberedPrices } from './latest-prices';

type ActingReader = Acting & { by: { id: string } };

const mailProblems = {
  off: 'This server sends no email, so alerts cannot be sent.',
  unconfirmed: 'Confirm your email address first. Then turn on alerts.',
};

export async function changeFollowing(
  deps: Deps,
  acting: ActingReader,
  { followsAll, alertMails }: ChangeFollowingInput,
): Promise<FollowSettings> {
  const userId = acting.by.id;
  const before = await readFollowSettings(deps, userId);
  if (alertMails && before.mailState !== 'available') throw new AppError('conflict', mailProblems[before.mailState]);
  await startReader(deps, userId);
  if (followsAll !== undefined) await setFollowsAll(deps, userId, followsAll);
  if (alertMails !== undefined && alertMails !== before.alertMails) await setAlertMails(deps, acting, alertMails);
  return readFollowSettings(deps, userId);
}

/** The first email covers events from now on. */
async function setAlertMails(deps: Deps, { by, caller }: ActingReader, alertMails: boolean): Promise<void> {
  const now = new Date();
  const start = alertMails ? { mailedAt: now, mailedPrices: toRememberedPrices(await readOpenPrices(deps), now) } : {};
  await deps.db.$transaction(async (tx) => {
    await tx.portfolioReader.update({ where: { userId: by.id }, data: { alertMails, ...start } });
    await recordAudit(tx, { kind: alertMails ? 'alert-mails-turned-on' : 'alert-mails-turned-off', actor: by, caller });
  });
}

/** Used by the unsubscribe link of an email. */
export async function stopMails({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { userId, alertMails: true };
    const { count } = await tx.portfolioReader.updateMany({ where, data: { alertMails: false } });
    const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true } });
    if (count === 0 || !user) return;
    const details = { by: 'link in an email' };
    await recordAudit(tx, { kind: 'alert-mails-turned-off', actor: { id: userId, ...user }, details, caller: null });
  });
}

/** Replaces the key of an earlier feed, whose URL stops working. */
export async function createFeed(deps: Deps, { by, caller }: ActingReader): Promise<CreatedFeed> {
  await startReader(deps, by.id);
  const key = newFeedKey();
  const feedCreatedAt = new Date();
  await deps.db.$transaction(async (tx) => {
    await tx.portfolioReader.update({ where: { userId: by.id }, data: { feedHash: sha256(key), feedCreatedAt } });
    await recordAudit(tx, { kind: 'position-feed-created', actor: by, caller });
  });
  return { url: feedUrl(deps.env.publicUrl, key), feedCreatedAt };
}

export async function deleteFeed(deps: Deps, { by, caller }: ActingReader): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const where = { userId: by.id, feedHash: { not: null } };
    const { count } = await tx.portfolioReader.updateMany({ where, data: { feedHash: null, feedCreatedAt: null } });
    if (count > 0) await recordAudit(tx, { kind: 'position-feed-deleted', actor: by, caller });
  });
}
