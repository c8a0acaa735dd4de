/**
 * What every procedure gets. `createInnerContext` needs no transport, so tests and the REST shim use it; http and ws
 * contexts only say where the cookie is and what can be sent back.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { ownerOfToken, tokenPattern } from '~/server/auth/api-token';
import type { Caller } from '~/server/auth/caller';
import { challengeTokenOf } from '~/server/auth/challenge-cookie';
import type { CookieScope } from '~/server/auth/cookie-scope';
import { browserCookieName } from '~/server/auth/known-browser';
import { readCookie } from '~/server/auth/read-cookie';
import { isSecondFactorMissing } from '~/server/auth/second-factor';
import { renamedSessionCookies, sessionCookie, sessionCookieOf } from '~/server/auth/session-cookie';
import type { Deps } from '~/server/deps';
import type { SessionToken } from '~/server/lib/session-token';
import type { CurrentUser } from '~/shared/schemas/auth';

export interface SignedInCaller {
  /** Null when an API token speaks for the person. */
  sessionToken: SessionToken | null;
  user: CurrentUser;
  /** False when an API token speaks that may only read. */
  mayWrite: boolean;
  /** A second factor is required and not set up. Never for an API token, which a signed-in user created. */
  mustSetUpSecondFactor: boolean;
}

export interface Context {
  deps: Deps;
  requestId: string;
  caller: Caller;
  /** The product's address as the caller knows it, for links that leave it; no slash at the end. */
  baseUrl: string;
  /** Whether the request carries an API token, good or not. */
  hasToken: boolean;
  /**
   * The session or token behind the call, checked against the database; null when signed out, expired or locked, and
   * while a required second factor is missing.
   */
  authenticate(): Promise<SignedInCaller | null>;
  /** The same, also while a required second factor is missing: for setting it up and signing out alone. */
  identify(): Promise<SignedInCaller | null>;
  /** A Set-Cookie value for the answer; nothing happens on a socket, which cannot set cookies. */
  setCookie(value: string): void;
  /** Asks the browser to drop everything it has cached from this site; nothing happens on a socket. */
  clearBrowserCache(): void;
  /** Waits while the reader at the other end is slower than what is sent. Undefined where nothing is streamed. */
  untilDrained?: () => Promise<void> | undefined;
}

export function createInnerContext(
  deps: Deps,
  options: Partial<Pick<Context, 'requestId' | 'baseUrl' | 'setCookie' | 'clearBrowserCache' | 'untilDrained'>> & {
    caller?: Omit<Caller, 'requestId'>;
    sessionToken?: SessionToken | null;
    /** The session came under the cookie's old name. */
    isOldName?: boolean;
    /** Counts instead of the session when it is given, also when it is good for nothing. */
    token?: string | null;
    /** True on a socket, where one context serves many calls and each must look again. */
    recheck?: boolean;
  } = {},
): Context {
  let known: Promise<SignedInCaller | null> | undefined;
  const setCookie = options.setCookie ?? (() => {});
  const look = async (): Promise<SignedInCaller | null> => {
    if (options.token) {
      const found = await ownerOfToken(deps.db, options.token);
      if (!found || found.user.isLocked) return null;
      return { sessionToken: null, user: found.user, mayWrite: found.scope === 'write', mustSetUpSecondFactor: false };
    }
    const { sessionToken: token } = options;
    if (!token) return null;
    const { session, user } = await deps.sessions.validateSession(token);
    if (!session || user.isLocked) return null;
    const issued = { token, expiresAt: session.expiresAt };
    if (options.isOldName) {
      // Signed in since the prefix: whoever sends it without is not that browser.
      if (session.sess.isHostOnly) return null;
      for (const value of renamedSessionCookies(deps.env, issued)) setCookie(value);
    } else if (session.fresh) setCookie(sessionCookie(deps.env, issued));
    const mustSetUpSecondFactor = await isSecondFactorMissing(deps, user, token);
    return { sessionToken: token, user, mayWrite: true, mustSetUpSecondFactor };
  };
  const identify = (): Promise<SignedInCaller | null> => {
    if (options.recheck) return look();
    known ??= look();
    return known;
  };
  const requestId = options.requestId ?? randomUUID();
  return {
    deps,
    requestId,
    caller: { ...(options.caller ?? { ip: '127.0.0.1', device: '' }), requestId },
    // Without PUBLIC_URL the port may be any; the request knows under which it came.
    baseUrl: deps.env.PUBLIC_URL ? deps.env.publicUrl : (options.baseUrl ?? deps.env.publicUrl),
    hasToken: Boolean(options.token),
    setCookie,
    clearBrowserCache: options.clearBrowserCache ?? (() => {}),
    ...(options.untilDrained && { untilDrained: options.untilDrained }),
    async authenticate() {
      const signedIn = await identify();
      return signedIn?.mustSetUpSecondFactor ? null : signedIn;
    },
    identify,
  };
}

/** The context of a plain HTTP request, for tRPC and REST alike. */
export const createHttpContext = (
  deps: Deps,
  request: Request,
  response: Response,
  options: { recheck?: boolean; untilDrained?: () => Promise<void> } = {},
): Context =>
  createInnerContext(deps, {
    ...credentialsOf(request, deps.env),
    ...options,
    requestId: response.locals.requestId,
    caller: {
      ip: request.ip ?? '',
      device: deviceOf(request),
      browserCookie: readCookie(request, browserCookieName(deps.env)),
      challengeToken: challengeTokenOf(request, deps.env),
    },
    baseUrl: `${request.protocol}://${request.host}`,
    setCookie: (value) => response.append('Set-Cookie', value),
    // Not "storage": the theme and the drafts of other accounts on this browser would go with it.
    clearBrowserCache: () => response.set('Clear-Site-Data', '"cache"'),
  });

/** The API token of a request. Other schemes and forms are a proxy's matter, not ours. */
export const tokenOf = (request: IncomingMessage): string | null =>
  tokenPattern.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** Who a plain HTTP request says it comes from; the socket looks at the cookie alone. */
export const credentialsOf = (request: IncomingMessage, env: CookieScope) => ({
  ...sessionCookieOf(request, env),
  token: tokenOf(request),
});

/** Stays short and printable: it is stored with the session and shown in settings. */
export const deviceOf = (request: IncomingMessage): string =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300);
