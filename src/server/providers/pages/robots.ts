/** Whether a site's robots.txt allows this program to read a URL. Cached for an hour, for a limited number of sites. */
import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import { PublicFetchError } from '~/server/lib/public-fetch-error';
import { brand } from '~/shared/brand';

const maxBytes = 128 * 1024;
const cacheMs = 60 * 60_000;
const keptSites = 500;
/** Patterns are matched on the event loop and wildcards are the most expensive. Real files stay below these limits. */
const max = { line: 128, stars: 200, url: 500 };
const star = /^\s*(?:dis)?allow\s*:.*\*/i;

export type FetchText = (url: string, maxBytes: number, signal: AbortSignal) => Promise<string>;

export class Robots {
  private readonly rules = new LRUCache<string, string>({ max: keptSites, ttl: cacheMs });

  constructor(private readonly fetchText: FetchText) {}

  /** Rejects if robots.txt cannot be requested; a missing one allows everything. */
  async allows(url: URL, signal: AbortSignal): Promise<boolean> {
    const address = new URL('/robots.txt', url).href;
    const known = this.rules.get(address);
    const text = known ?? (await this.read(address, signal));
    if (known === undefined) this.rules.set(address, text);
    return robotsParser(address, text).isAllowed(url.href.slice(0, max.url), brand.company) ?? true;
  }

  private async read(address: string, signal: AbortSignal): Promise<string> {
    try {
      const text = await this.fetchText(address, maxBytes, signal);
      return bounded(text);
    } catch (error) {
      if (!(error instanceof PublicFetchError)) throw error;
      const { reason, status = 0 } = error;
      const hasNone =
        (reason === 'status' && status >= 400 && status < 500 && status !== 429) || reason === 'too_large';
      if (hasNone || reason === 'redirects') return '';
      throw error;
    }
  }
}

function bounded(text: string): string {
  let stars = 0;
  const lines = text.split(/\r\n?|\n/).filter((line) => {
    if (line.length > max.line) return false;
    if (star.test(line)) stars += 1;
    return stars <= max.stars || !star.test(line);
  });
  return lines.join('\n');
}
