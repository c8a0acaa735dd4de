/**
 * The context of every procedure. `createInnerContext` is independent of the transport, for tests and the REST API; the
 * HTTP and socket contexts only add where the cookie is and how to respond.
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
  /** Null if the request is authenticated with an API token. */
  sessionToken: SessionToken | null;
  user: CurrentUser;
  /** False for a read-only API token. */
  mayWrite: boolean;
  /** A second factor is required but not set up. Always false for an API token, which a signed-in user created. */
  mustSetUpSecondFactor: boolean;
}

export interface Context {
  deps: Deps;
  requestId: string;
  caller: Caller;
  /** The installation's URL as the caller sees it, for absolute links; without a trailing slash. */
  baseUrl: string;
  /** Whether the request carries an API token, valid or not. */
  hasToken: boolean;
  /**
   * The caller's session or token, checked against the database. Null if signed out, expired, locked, or while a
   * required second factor is missing.
   */
  authenticate(): Promise<SignedInCaller | null>;
  /**
   * Like `authenticate`, but also works while a required second factor is missing. Only for setting it up and signing
   * out.
   */
  identify(): Promise<SignedInCaller | null>;
  /** Adds a Set-Cookie header to the response. Does nothing on a socket, which cannot set cookies. */
  setCookie(value: string): void;
  /** Asks the browser to clear its cache of this site. Does nothing on a socket. */
  clearBrowserCache(): void;
  /** Waits while the client reads more slowly than data is sent. Undefined if nothing is streamed. */
  untilDrained?: () => Promise<void> | undefined;
}

export function createInnerContext(
  deps: Deps,
  options: Partial<Pick<Context, 'requestId' | 'baseUrl' | 'setCookie' | 'clearBrowserCache' | 'untilDrained'>> & {
    caller?: Omit<Caller, 'requestId'>;
    sessionToken?: SessionToken | null;
    /** The session cookie had its old name. */
    isOldName?: boolean;
    /** If present, used instead of the session, even if it is invalid. */
    token?: string | null;
    /** True on a socket, where one context serves many requests and each must check the session again. */
    recheck?: boolean;
    /** Whether `setCookie` still reaches the browser. Without it, a request does not extend its session. */
    canSetCookie?: () => boolean;
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
    const canSetCookie = options.canSetCookie?.() ?? false;
    const { session, user } = await deps.sessions.validateSession(token, { extend: canSetCookie });
    if (!session || user.isLocked) return null;
    const issued = { token, expiresAt: session.expiresAt };
    if (options.isOldName) {
      // The session was issued with the prefix, so a cookie without it was not set by us.
      if (session.sess.isHostOnly) return null;
      if (canSetCookie) for (const value of renamedSessionCookies(deps.env, issued)) setCookie(value);
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
    // Without PUBLIC_URL the port may vary; the request contains the one in use.
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

/** The context of a plain HTTP request, for both tRPC and REST. */
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
    // A stream checks the session again after its headers were sent.
    canSetCookie: () => !response.headersSent,
    // Not "storage", which would also delete the theme and the drafts of other accounts in this browser.
    clearBrowserCache: () => response.set('Clear-Site-Data', '"cache"'),
  });

/** The API token of a request. Other authorization schemes are left to proxies. */
const tokenOf = (request: IncomingMessage): string | null =>
  tokenPattern.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** The credentials of a plain HTTP request; sockets accept only the cookie. */
export const credentialsOf = (request: IncomingMessage, env: CookieScope) => ({
  ...sessionCookieOf(request, env),
  token: tokenOf(request),
});

/** Kept short and printable, because it is stored with the session and shown in settings. */
export const deviceOf = (request: IncomingMessage): string =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 300);
