/** Notifies a user by email that a report is ready or a research run has failed, unless they have seen it since. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { endMail } from './end-mail';
import type { Research } from './research-store';

const payload = z.object({ researchId: z.uuid() });
type MailResearch = z.infer<typeof payload>;

/** By then, a user who has the conversation open has seen the result. */
export const mailAfterMs = 60_000;

export const mailResearchJob: JobKind<Deps, MailResearch> = defineJob<Deps, MailResearch>({
  kind: 'research.mail',
  payload,
  attempts: 4,
  firstPauseMs: 60_000,
  run: (deps, { researchId }) => mailResearch(deps, researchId),
});

export async function announceResearch(
  { env, jobs }: Pick<Deps, 'env' | 'jobs'>,
  { id, userId }: Pick<Research, 'id' | 'userId'>,
): Promise<void> {
  if (!env.SMTP_URL) return;
  await jobs.enqueue(mailResearchJob, { researchId: id }, { key: id, userId, delayMs: mailAfterMs });
}

export async function mailResearch({ db, env, mailer }: Deps, id: string): Promise<void> {
  if (!env.SMTP_URL) return;
  const found = await db.research.findFirst({
    where: {
      id,
      state: { in: ['done', 'failed'] },
      conversation: { isUnread: true, userId: { not: null } },
      user: { isLocked: false, deletedAt: null },
    },
    select: {
      question: true,
      conversationId: true,
      state: true,
      error: true,
      updatedAt: true,
      user: { select: { email: true, emailConfirmedAt: true } },
    },
  });
  if (!found || !isEmailTrusted(env, found.user)) return;
  const { user, question, state, error, updatedAt } = found;
  const link = `${env.publicUrl}/qchat?c=${found.conversationId}`;
  const mail = endMail(user.email, { question, link, error: state === 'failed' ? (error ?? '') : undefined });
  // A process that crashes before the job is finished sends the email again; the constant id lets mail servers detect
  // the duplicate.
  await mailer.send({ ...mail, uniqueId: `research-${id}-${updatedAt.getTime()}` });
}
