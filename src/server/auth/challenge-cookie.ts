/** The cookie of a sign-in that waits for the code of the second factor. It opens no session by itself. */
import type { IncomingMessage } from 'node:http';
import { Cookie } from 'lucia';
import { limits } from '~/shared/limits';
import { readCookie } from './read-cookie';

const nameOf = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}qinsight_challenge`;

/** The token in a request's cookies. */
export function challengeTokenOf(
  request: Pick<IncomingMessage, 'headers'>,
  { isHttps }: { isHttps: boolean },
): string | undefined {
  const value = readCookie(request, nameOf(isHttps));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export const challengeCookie = ({ isHttps }: { isHttps: boolean }, token: string): string =>
  serialize(isHttps, token, limits.signInChallengeMs / 1000);

export const clearedChallengeCookie = ({ isHttps }: { isHttps: boolean }): string => serialize(isHttps, '', 0);

const serialize = (isHttps: boolean, value: string, maxAge: number): string =>
  new Cookie(nameOf(isHttps), value, {
    httpOnly: true,
    secure: isHttps,
    sameSite: 'lax',
    path: '/',
    maxAge,
  }).serialize();
