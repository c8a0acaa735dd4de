/**
 * What a browser keeps between the start of a sign-in at a provider and its callback. It is no secret from the user of
 * that browser: it binds the callback to the browser that started, so that a response made for another browser fails.
 */
import type { IncomingMessage } from 'node:http';
import { Cookie } from 'lucia';
import { z } from 'zod';
import { readCookie } from '~/server/auth/read-cookie';
import { parseJson } from '~/server/lib/setting-values';
import { safeRedirect } from '~/shared/safe-redirect';

const lifetimeSeconds = 600;
const secret = z.string().min(20).max(200);

const attempt = z.object({
  providerId: z.string(),
  /** `sign-in`: as whoever the provider names. `connect` and `confirm`: for the account that is signed in. */
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  /** The account for which it was started; null for a sign-in. */
  userId: z.uuid().nullable(),
  state: secret,
  nonce: secret,
  verifier: secret,
  startedAt: z.number(),
  // Checked again here: the browser may have changed it.
  redirect: z.string().transform((path) => safeRedirect(path) ?? '/qchat'),
});
export type Attempt = z.infer<typeof attempt>;

const nameOf = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}qinsight_sign_in`;

export function readAttempt(request: IncomingMessage, isHttps: boolean): Attempt | null {
  const value = readCookie(request, nameOf(isHttps)) ?? '';
  const parsed = attempt.safeParse(parseJson(Buffer.from(value, 'base64url').toString()));
  if (!parsed.success) return null;
  const age = Date.now() - parsed.data.startedAt;
  return age >= 0 && age < lifetimeSeconds * 1000 ? parsed.data : null;
}

export const attemptCookie = (value: Attempt, isHttps: boolean): string =>
  serialize(Buffer.from(JSON.stringify(value)).toString('base64url'), lifetimeSeconds, isHttps);

export const clearedAttemptCookie = (isHttps: boolean): string => serialize('', 0, isHttps);

// Lax: the provider's redirect is a navigation from another site.
const serialize = (value: string, maxAge: number, secure: boolean): string =>
  new Cookie(nameOf(secure), value, { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge }).serialize();
