/**
 * Limits by action, in one table. Counted in memory, or in Redis when several processes share the limits; when Redis
 * is away the memory of each process counts on.
 */
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './errors';

const minutes = 60;

/** points per duration (seconds), and the words of the refusal. */
export const rateLimits = {
  signInByAccount: { points: 10, duration: 15 * minutes, words: 'Too many sign-in attempts. Please try again later.' },
  signInByAddress: { points: 50, duration: 15 * minutes, words: 'Too many sign-in attempts. Please try again later.' },
  registerByAddress: {
    points: 20,
    duration: 60 * minutes,
    words: 'Too many new accounts from this address. Please try again later.',
  },
  passwordByAccount: {
    points: 10,
    duration: 15 * minutes,
    words: 'Too many attempts to change the password. Please try again later.',
  },
  waitlistByAddress: { points: 5, duration: minutes, words: 'Too many requests. Please try again in a minute.' },
} as const;

export type RateLimitedAction = keyof typeof rateLimits;

export interface RateLimiter {
  /** Counts one try; throws `too_many` with Retry-After when there are none left. */
  consume(action: RateLimitedAction, key: string): Promise<void>;
  /** Forgets the tries, after a success. */
  reset(action: RateLimitedAction, key: string): Promise<void>;
}

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
        await limiters[action].consume(key);
      } catch (refusal) {
        if (refusal instanceof Error) throw refusal;
        throw tooMany(rateLimits[action].words, (refusal as RateLimiterRes).msBeforeNext / 1000);
      }
    },
    async reset(action, key) {
      await limiters[action].delete(key);
    },
  };
}
