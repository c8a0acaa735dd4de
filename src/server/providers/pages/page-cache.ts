/** Recently read pages, shared by all users: requests carry no cookies, so a page is the same for everyone. */
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ReadPage } from './types';

const maxCharacters = 20_000_000;
const cacheMs = 60 * 60_000;
const freshSeconds = { min: 60, standard: 300, max: 1800 };

interface Entry {
  page: ReadPage;
  etag: string | undefined;
  lastModified: string | undefined;
  freshUntil: number;
}

export class PageCache {
  private readonly entries = new LRUCache<string, Entry>({
    max: 500,
    maxSize: maxCharacters,
    ttl: cacheMs,
    sizeCalculation: ({ page }) => page.text.length + 1000,
  });

  /** A page that need not be requested again. */
  fresh(url: string): ReadPage | undefined {
    const entry = this.entries.get(url);
    return entry && Date.now() < entry.freshUntil ? entry.page : undefined;
  }

  /** Headers of a conditional request for a known page. */
  validators(url: string): Record<string, string> {
    const { etag, lastModified } = this.entries.get(url) ?? {};
    return {
      ...(etag && { 'if-none-match': etag }),
      ...(lastModified && { 'if-modified-since': lastModified }),
    };
  }

  /** The known page, after the site has reported that it is unchanged. */
  confirm(url: string, headers: IncomingHttpHeaders): ReadPage | undefined {
    const entry = this.entries.get(url);
    if (!entry) return undefined;
    const page = { ...entry.page, readAt: new Date() };
    this.entries.set(url, { ...entry, page, freshUntil: freshUntil(headers) });
    return page;
  }

  keep(url: string, page: ReadPage, headers: IncomingHttpHeaders): void {
    if (/\bno-store\b/i.test(headers['cache-control'] ?? '')) return;
    const { etag, 'last-modified': lastModified } = headers;
    this.entries.set(url, { page, etag, lastModified, freshUntil: freshUntil(headers) });
  }
}

function freshUntil(headers: IncomingHttpHeaders): number {
  const control = headers['cache-control'] ?? '';
  const stated = /\bmax-age=(\d{1,9})/i.exec(control)?.[1];
  const seconds = /\bno-cache\b/i.test(control) ? 0 : Number(stated ?? freshSeconds.standard);
  return Date.now() + Math.min(Math.max(seconds, freshSeconds.min), freshSeconds.max) * 1000;
}
