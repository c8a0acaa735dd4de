/**
 * The cookie that a browser keeps between the start of a sign-in at a provider and its callback. It binds the callback
 * to the browser that started it, so a response for another browser fails. It is encrypted, so that someone with access
 * to a browser can't turn a sign-in into a connection, which requires the password, or extend an old attempt.
 */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { type CookieScope, cookieName, setCookie } from '~/server/auth/cookie-scope';
import { readCookie } from '~/server/auth/read-cookie';
import { createSeal, type SecretSettings } from '~/server/lib/installation-key';
import { parseJson } from '~/server/lib/setting-values';

const lifetimeSeconds = 600;
const secret = z.string().min(20).max(200);

const attempt = z.object({
  providerId: z.string(),
  /** `sign-in`: for the account of the identity. `connect` and `confirm`: for the signed-in account. */
  purpose: z.enum(['sign-in', 'connect', 'confirm']),
  /** The account that started the attempt; null for a sign-in. */
  userId: z.uuid().nullable(),
  state: secret,
  nonce: secret,
  verifier: secret,
  startedAt: z.number(),
  redirect: z.string(),
});
export type Attempt = z.infer<typeof attempt>;

const nameOf = (scope: CookieScope) => cookieName('qinsight_sign_in', scope);

type CookieSettings = SecretSettings & CookieScope;
const sealOf = (env: CookieSettings) => createSeal(env, 'qinsight: sign-in at a provider');

export function readAttempt(request: Pick<IncomingMessage, 'headers'>, env: CookieSettings): Attempt | null {
  const name = nameOf(env);
  const text = sealOf(env).open(name, readCookie(request, name) ?? '')?.text;
  const parsed = attempt.safeParse(text && parseJson(text));
  if (!parsed.success) return null;
  const age = Date.now() - parsed.data.startedAt;
  return age >= 0 && age < lifetimeSeconds * 1000 ? parsed.data : null;
}

export const attemptCookie = (value: Attempt, env: CookieSettings): string =>
  setCookie(env, nameOf(env), sealOf(env).seal(nameOf(env), JSON.stringify(value)), lifetimeSeconds);

export const clearedAttemptCookie = (scope: CookieScope): string => setCookie(scope, nameOf(scope), '', 0);
