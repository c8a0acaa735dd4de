/**
 * Requests from the sign-up page: a place on the waitlist or, for an email of an allowed domain, a link by email. The
 * response never reveals whether the email has an account.
 */

import type { Caller } from '~/server/auth/caller';
import type { Deps } from '~/server/deps';
import type { Env } from '~/server/env';
import { recordAudit } from '~/server/features/audit/audit.service';
import { signUpModeOf } from '~/server/features/auth/sign-up-mode';
import { linkHashOf, newLinkToken } from '~/server/features/email-links/email-links';
import { sendCounted } from '~/server/features/email-links/send-counted';
import { AppError } from '~/server/lib/errors';
import { pause } from '~/server/lib/wait';
import { limits } from '~/shared/limits';
import { dayMs } from '~/shared/utc-day';
import { signUpMail } from './invitation-mail';
import { domainNotAllowed, requestNotFound } from './invitations.errors';
import { linkOf } from './invitations.service';

/** How long an email stays on the waitlist. */
const waitlistMs = 365 * dayMs;
/**
 * Wait until the response is sent: the embedded database runs on the same thread and would delay it for some emails
 * only.
 */
const responseMs = 30;

/** Subdomains don't count as the allowed domain. */
export const isAllowedDomain = ({ SIGN_UP_DOMAINS }: Pick<Env, 'SIGN_UP_DOMAINS'>, email: string): boolean =>
  SIGN_UP_DOMAINS.includes(email.slice(email.lastIndexOf('@') + 1));

export async function requestAccess(deps: Deps, email: string, caller: Caller): Promise<string> {
  const mode = signUpModeOf(deps.env);
  if (mode !== 'waitlist' && mode !== 'domain') throw requestNotFound();
  await deps.rateLimiter.consume('accessRequestByAddress', caller.ip);
  if (mode === 'waitlist') {
    await joinWaitlist(deps, email, caller);
    return "You're on the waitlist. You'll get an invitation once an administrator accepts your request.";
  }
  if (!isAllowedDomain(deps.env, email)) throw domainNotAllowed(deps.env.SIGN_UP_DOMAINS);
  deps.background.run('a sign-up link', async (signal) => {
    await pause(responseMs, signal);
    await sendLink(deps, email, caller, signal);
  });
  return "If this email has no account yet, we've sent it a sign-up link.";
}

/** An email with an account also joins the waitlist, so that the response and its timing don't differ. */
async function joinWaitlist(deps: Deps, email: string, caller: Caller): Promise<void> {
  const expiresAt = new Date(Date.now() + waitlistMs);
  const data = { email, origin: 'waitlist', createdAt: new Date(), expiresAt };
  const { count } = await deps.db.invitation.createMany({ data, skipDuplicates: true });
  if (count > 0) await recordAudit(deps, { kind: 'access-requested', actor: null, subject: { label: email }, caller });
}

async function sendLink(deps: Deps, email: string, caller: Caller, signal: AbortSignal): Promise<void> {
  await recordAudit(deps, { kind: 'access-requested', actor: null, subject: { label: email }, caller });
  if (await deps.db.user.findUnique({ where: { email }, select: { id: true } })) return;
  if (!(await mayBeSent(deps, email))) return;
  const token = newLinkToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + limits.signUpLinkMs);
  await deps.db.invitation.create({
    data: { email, origin: 'domain', tokenHash: linkHashOf(token), createdAt, expiresAt },
  });
  const lifetime = `${limits.signUpLinkMs / 3_600_000} hours`;
  const mail = signUpMail(email, { url: linkOf(deps, token), lifetime });
  await sendCounted(deps, mail, { action: 'signUpLinkByAccount', key: email }, signal);
}

async function mayBeSent({ rateLimiter, logger }: Deps, email: string): Promise<boolean> {
  try {
    await rateLimiter.consume('signUpLinkByAccount', email);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.info('sign-up link not sent: limit reached, earlier links are still valid');
    return false;
  }
}
