/** Emails about followed positions: off by default, and at most one a day. */

import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { dayMs } from '~/shared/utc-day';
import { unsubscribeUrl } from './alert-links';
import { alertMail } from './alert-mail';
import { readOpenPrices, rememberedPrices, toRememberedPrices } from './latest-prices';
import { hasNews, readNews } from './read-news';

const payload = z.object({ userId: z.uuid() });
type MailAlerts = z.infer<typeof payload>;

export const mailAlertsJob: JobKind<Deps, MailAlerts> = defineJob<Deps, MailAlerts>({
  kind: 'follows.mail',
  payload,
  attempts: 4,
  firstPauseMs: 60_000,
  run: (deps, { userId }) => mailAlerts(deps, userId),
});

/** A user without news is checked again an hour later. */
export const planAlertMailsJob: JobKind<Deps, object> = defineJob({
  kind: 'plan-alert-mails',
  payload: z.object({}),
  everyMs: 3_600_000,
  run: (deps: Deps) => planAlertMails(deps),
});

export async function planAlertMails({ db, env, jobs }: Pick<Deps, 'db' | 'env' | 'jobs'>): Promise<void> {
  if (!env.SMTP_URL) return;
  await db.sql`
    SELECT enqueue_job(${mailAlertsJob.kind}, r.user_id::text, r.user_id, jsonb_build_object('userId', r.user_id), 0, false)
    FROM portfolio_readers r JOIN users u ON u.id = r.user_id
    WHERE r.alert_mails AND r.mailed_at <= now() - interval '1 day'
      AND NOT u.is_locked AND u.deleted_at IS NULL AND u.email_confirmed_at IS NOT NULL`;
  jobs.wake();
}

export async function mailAlerts(deps: Deps, userId: string): Promise<void> {
  const { db, env, mailer } = deps;
  if (!env.SMTP_URL) return;
  const reader = await db.portfolioReader.findFirst({
    where: {
      userId,
      alertMails: true,
      mailedAt: { lte: new Date(Date.now() - dayMs) },
      user: { isLocked: false, deletedAt: null, emailConfirmedAt: { not: null } },
    },
    include: { user: { select: { email: true } } },
  });
  if (!reader?.mailedAt) return;
  const { followsAll, mailedAt, mailedPrices, user } = reader;
  const prices = rememberedPrices.parse(mailedPrices);
  const news = await readNews(deps, { userId, followsAll, since: mailedAt, prices });
  if (!hasNews(news)) return;
  const mail = { to: user.email, news, publicUrl: env.publicUrl, unsubscribeUrl: unsubscribeUrl(env, userId) };
  await mailer.send(alertMail(mail));
  const data = { mailedAt: news.asOf, mailedPrices: toRememberedPrices(await readOpenPrices(deps), news.asOf) };
  await db.portfolioReader.updateMany({ where: { userId }, data });
  await recordAudit(deps, {
    kind: 'alert-mail-sent',
    actor: null,
    subject: { id: userId, label: user.email },
    details: { count: Object.values(news.counts).reduce((sum, count) => sum + count, 0) },
    caller: null,
  });
}
