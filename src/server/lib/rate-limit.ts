/**
 * Rate limits by action, in one table. Counted in memory, or in Redis if several processes share them; during a Redis
 * outage each process counts in memory. docs/rate-limits.md describes what each row covers; a test compares it with
 * this table.
 */
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from './address-key';
import { tooMany } from './errors';

const minutes = 60;
const hours = 60 * minutes;

/**
 * `points` per `duration` in seconds, and the error message. The end of a name says what is counted: ByAccount,
 * ByAddress, ByLink, or ByCaller for an account as seen from one IP address or browser (`callerKey`). A user who works
 * quickly must not reach any limit; a runaway program reaches it within a minute.
 */
export const rateLimits = {
  signInByCaller: { points: 10, duration: 15 * minutes, words: 'Too many sign-in attempts. Try again later.' },
  signInByAccount: { points: 100, duration: hours, words: 'Too many sign-in attempts. Try again later.' },
  signInByAddress: { points: 50, duration: 15 * minutes, words: 'Too many sign-in attempts. Try again later.' },
  /** After a correct password: fewer attempts, because a code has only six digits. */
  secondFactorByCaller: { points: 10, duration: 15 * minutes, words: 'Too many codes. Try again later.' },
  secondFactorByAccount: { points: 20, duration: hours, words: 'Too many codes. Try again later.' },
  secondFactorByAddress: { points: 50, duration: 15 * minutes, words: 'Too many codes. Try again later.' },
  passkeyByAddress: { points: 60, duration: 15 * minutes, words: 'Too many sign-in attempts. Try again later.' },
  providerSignInByAddress: {
    points: 60,
    duration: 15 * minutes,
    words: 'Too many sign-in attempts. Try again later.',
  },
  /** Called by the provider: high enough for a company that signs out all its users at once. */
  providerLogoutByAddress: { points: 1200, duration: minutes, words: 'Too many requests. Try again in a minute.' },
  /** Directories send many requests in a row. More than this is a faulty program, or an attempt to guess tokens. */
  scimByAddress: { points: 3000, duration: minutes, words: 'Too many requests. Try again in a minute.' },
  registerByAddress: {
    points: 20,
    duration: hours,
    words: 'Too many new accounts from this IP address. Try again later.',
  },
  passwordByAccount: {
    points: 10,
    duration: 15 * minutes,
    words: 'Too many password attempts. Try again later.',
  },
  resetByCaller: {
    points: 5,
    duration: 15 * minutes,
    words: 'Too many requests for a link. Check your email, or try again later.',
  },
  /** Above it no email is sent, but the request still succeeds: the links of the last 15 minutes are valid. */
  resetByAccount: {
    points: 5,
    duration: 15 * minutes,
    words: 'Too many requests for a link. Check your email, or try again later.',
  },
  resetByAddress: {
    points: 20,
    duration: 15 * minutes,
    words: 'Too many requests for a link. Try again later.',
  },
  resetLinkByAddress: { points: 30, duration: 15 * minutes, words: 'Too many attempts. Try again later.' },
  confirmationByAccount: {
    points: 5,
    duration: hours,
    words: 'Too many requests for a link. Check your email, or try again later.',
  },
  confirmLinkByAddress: { points: 30, duration: 15 * minutes, words: 'Too many attempts. Try again later.' },
  invitationsByAccount: { points: 100, duration: hours, words: 'Too many invitations. Try again later.' },
  invitationLinkByAddress: { points: 30, duration: 15 * minutes, words: 'Too many attempts. Try again later.' },
  accessRequestByAddress: { points: 10, duration: 15 * minutes, words: 'Too many requests. Try again later.' },
  /** Above it no email is sent, but the request still succeeds: the links of the last day are valid. */
  signUpLinkByAccount: { points: 5, duration: hours, words: 'Too many requests for a link. Check your email.' },
  exportByAccount: {
    points: 5,
    duration: hours,
    words: 'Too many data exports. Try again in an hour.',
  },
  /** A PDF takes up to a few seconds of CPU time. */
  conversationExportsByAccount: {
    points: 60,
    duration: 10 * minutes,
    words: 'Too many exports. Try again in a few minutes.',
  },
  /** The ledger is read in pages; this allows a few thousand entries a minute, many times over. */
  trackRecordByAddress: { points: 120, duration: minutes, words: 'Too many requests. Try again in a minute.' },
  auditPackByAddress: { points: 10, duration: minutes, words: 'Too many downloads. Try again in a minute.' },
  backtestByAccount: { points: 30, duration: minutes, words: 'Too many back-tests. Try again in a minute.' },
  waitlistByAddress: { points: 5, duration: minutes, words: 'Too many requests. Try again in a minute.' },
  writesByAccount: { points: 600, duration: minutes, words: 'Too many changes. Try again in a minute.' },
  questionsByAccount: {
    points: 120,
    duration: minutes,
    words: 'Too many messages. Try again in a minute.',
  },
  uploadsByAccount: {
    points: 120,
    duration: minutes,
    words: 'Too many uploads. Try again in a minute.',
  },
  uploadPartsByAccount: {
    points: 600,
    duration: minutes,
    words: 'Too many uploads. Try again in a minute.',
  },
  passagesByAccount: {
    points: 240,
    duration: minutes,
    words: 'Too many lookups of cited passages. Try again in a minute.',
  },
  imagesByAccount: {
    points: 240,
    duration: minutes,
    words: 'Too many images loaded. Try again in a minute.',
  },
  streamsByAccount: { points: 240, duration: minutes, words: 'Too many connections. Try again in a minute.' },
  searchesByAccount: {
    points: 240,
    duration: minutes,
    words: 'Too many searches. Try again in a minute.',
  },
  listExportsByAccount: {
    points: 120,
    duration: minutes,
    words: 'Too many exports. Try again in a minute.',
  },
  sharePasswordByAddress: {
    points: 30,
    duration: 15 * minutes,
    words: 'Too many password attempts. Try again later.',
  },
  sharePasswordByLink: {
    points: 100,
    duration: hours,
    words: 'Too many password attempts. Try again later.',
  },
  /** A company may share an IP address, and all its users may open a new link at once. */
  sharedPagesByAddress: { points: 300, duration: minutes, words: 'Too many requests. Try again in a minute.' },
  shareFilesByAddress: {
    points: 300,
    duration: 10 * minutes,
    words: 'Too many files of shared links. Try again later.',
  },
  shareCopiesByAccount: {
    points: 30,
    duration: hours,
    words: 'Too many copies of shared conversations. Try again later.',
  },
  /** Feed readers of a company may share an IP address. */
  followLinksByAddress: { points: 120, duration: minutes, words: 'Too many requests. Try again in a minute.' },
  tokensByAccount: { points: 60, duration: hours, words: 'Too many new API tokens. Try again later.' },
  setupByAccount: { points: 40, duration: 15 * minutes, words: 'Too many setup attempts. Try again later.' },
} as const;

export type RateLimitedAction = keyof typeof rateLimits;
export type LimitedByAccount = Extract<RateLimitedAction, `${string}ByAccount`>;

export interface RateLimiter {
  /**
   * Counts one attempt; throws `too_many` with Retry-After if none is left. The key is the account's id or email, or
   * the caller's IP address.
   */
  consume(action: RateLimitedAction, key: string): Promise<void>;
  /** Gives back one attempt after a success. */
  refund(action: RateLimitedAction, key: string): Promise<void>;
  /** Resets the counter after a success. */
  reset(action: RateLimitedAction, key: string): Promise<void>;
}

/** The key of a ByCaller limit: one account as seen from one IP address. */
export const callerKey = (email: string, ip: string): string => `${email} ${addressKey(ip)}`;

export function createRateLimiter(redis: Redis | null): RateLimiter {
  const limiters = Object.fromEntries(
    Object.entries(rateLimits).map(([action, { points, duration }]) => {
      const memory = new RateLimiterMemory({ keyPrefix: action, points, duration });
      if (!redis) return [action, memory];
      return [
        action,
        new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `qinsight:limit:${action}`,
          points,
          duration,
          insuranceLimiter: memory,
        }),
      ];
    }),
  ) as Record<RateLimitedAction, RateLimiterMemory | RateLimiterRedis>;
  return {
    async consume(action, key) {
      try {
        await limiters[action].consume(keyOf(action, key));
      } catch (rejection) {
        if (rejection instanceof Error) throw rejection;
        throw tooMany(rateLimits[action].words, (rejection as RateLimiterRes).msBeforeNext / 1000);
      }
    },
    async refund(action, key) {
      await limiters[action].reward(keyOf(action, key), 1);
    },
    async reset(action, key) {
      await limiters[action].delete(keyOf(action, key));
    },
  };
}

const keyOf = (action: RateLimitedAction, key: string): string =>
  action.endsWith('ByAddress') ? addressKey(key) : key;
