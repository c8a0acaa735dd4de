/** Sites that must not be requested for a while, because of Retry-After. */
import { LRUCache } from 'lru-cache';

/** The most that is accepted from a Retry-After header. */
const longestMs = 10 * 60_000;
const standardSeconds = 30;
const maxSites = 1000;

export class Cooldowns {
  private readonly cooldowns = new LRUCache<string, true>({ max: maxSites, ttl: longestMs });

  isCoolingDown(host: string): boolean {
    return this.cooldowns.has(host);
  }

  start(host: string, seconds = standardSeconds): void {
    this.cooldowns.set(host, true, { ttl: Math.min(seconds * 1000, longestMs) });
  }
}
