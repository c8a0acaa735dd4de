/**
 * Reads web pages: as their sites permit, within limits of time and size, and parsed in a separate process, so that a
 * malicious page cannot harm the server. Requests carry no cookies and no user data.
 */
import { availableParallelism } from 'node:os';
import type { Env } from '~/server/env';
import { knownEncodings } from '~/server/lib/fetched-body';
import type { Logger } from '~/server/lib/logger';
import { type PublicFetchOptions, type PublicResponse, publicFetch } from '~/server/lib/public-fetch';
import { PublicFetchError } from '~/server/lib/public-fetch-error';
import { createKeyedSemaphore, createSemaphore } from '~/server/lib/semaphore';
import { createReaderPool } from '~/server/reading/pool/reader-pool';
import { brand } from '~/shared/brand';
import { Cooldowns } from './cooldowns';
import { reasonOf } from './fetch-failure';
import { PageCache } from './page-cache';
import { readingJobOf } from './page-kind';
import { pageOfReading } from './page-of-reading';
import { Robots } from './robots';
import { type PageReader, type PageReading, unreadable } from './types';

export interface PageReaderOptions {
  env: Pick<Env, 'FETCH_ALLOW_PRIVATE' | 'CONTACT_EMAIL' | 'publicUrl'>;
  logger: Logger;
  /** For the whole request with its redirects; parsing gets half of it. */
  timeoutMs?: number;
  maxBytes?: number;
  /** DNS lookup and the check for public addresses; tests replace both. */
  network?: Pick<PublicFetchOptions, 'resolve' | 'isAllowed'>;
}

const defaultTimeoutMs = 10_000;
const longestUrl = 2048;
const redirects = 5;
/** Limits of concurrent requests: in total and per site. */
const atOnce = { all: 16, host: 2 };
/** The share of a page's time limit that requesting robots.txt may take. */
const robotsShare = 0.4;
/** Unlike for files, users wait for pages: one per CPU core. They have a lower priority than the server. */
const pagesAtOnce = Math.max(1, Math.min(4, availableParallelism()));
const accept = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.5';

class Disallowed extends Error {}
class CoolingDown extends Error {}

export function createPageReader(options: PageReaderOptions): PageReader {
  const { logger, timeoutMs = defaultTimeoutMs } = options;
  const readers = createReaderPool({
    workers: pagesAtOnce,
    first: 'page',
    timeoutMs: timeoutMs / 2,
    memoryMb: 192,
    onFault: (fault) => logger.warn(fault, 'page processing failed'),
  });
  const cache = new PageCache();
  const sites = new Sites(options);

  async function request(address: URL, signal: AbortSignal): Promise<PageReading> {
    const url = address.href;
    const answer = await sites.fetch(address, () => cache.validators(url), signal);
    const confirmed = answer.status === 304 ? cache.confirm(url, answer.headers) : undefined;
    if (confirmed) return confirmed;
    const job = await readingJobOf(answer);
    if (!job) return unreadable(answer.url, 'kind');
    const page = pageOfReading(answer.url, await readers.read(job, signal));
    if (page.state === 'read') cache.keep(url, page, answer.headers);
    return page;
  }

  return {
    async read(address, signal, { isRefetch = false } = {}) {
      signal.throwIfAborted();
      const url = addressOf(address);
      if (!url) return unreadable(address, 'address');
      const fresh = isRefetch ? undefined : cache.fresh(url.href);
      if (fresh) return fresh;
      try {
        return await request(url, signal);
      } catch (error) {
        if (error instanceof Disallowed) return unreadable(url.href, 'robots');
        if (error instanceof CoolingDown) return unreadable(url.href, 'busy');
        if (error instanceof PublicFetchError) return unreadable(url.href, reasonOf(error));
        throw error;
      }
    },
    prepare: () => readers.prepare(),
    close: () => readers.close(),
  };
}

/** Requests to web sites within their limits: by robots.txt, a few at a time, and none during a Retry-After. */
class Sites {
  private readonly cooldowns = new Cooldowns();
  private readonly requests = createSemaphore(atOnce.all);
  private readonly hosts = createKeyedSemaphore({ slots: atOnce.host });
  private readonly robots: Robots;
  private readonly shared: Pick<PublicFetchOptions, 'resolve' | 'isAllowed' | 'redirects' | 'allowPrivate'>;
  private readonly headers: Record<string, string>;

  constructor(private readonly options: PageReaderOptions) {
    const { env, network = {}, timeoutMs = defaultTimeoutMs } = options;
    this.shared = { ...network, redirects, allowPrivate: env.FETCH_ALLOW_PRIVATE };
    this.headers = headersOf(env);
    this.robots = new Robots(async (url, maxBytes, signal) => {
      const { body } = await publicFetch(url, {
        ...this.shared,
        maxBytes,
        timeoutMs: timeoutMs * robotsShare,
        signal,
        headers: { ...this.headers, accept: 'text/plain, */*;q=0.5' },
      });
      return body.toString();
    });
  }

  /** `validators` are the headers that ask whether a known page has changed; read when the request is sent. */
  async fetch({ href, host }: URL, validators: () => Record<string, string>, signal: AbortSignal) {
    if (this.cooldowns.isCoolingDown(host)) throw new CoolingDown();
    // Wait for the site's slot first: pages of a slow site must not block the slots of other sites.
    const releaseHost = await this.hosts.acquire(host, signal);
    try {
      await this.requests.acquire(signal);
      try {
        // The site may have sent a Retry-After while this page waited.
        if (this.cooldowns.isCoolingDown(host)) throw new CoolingDown();
        return await this.request(href, validators(), signal);
      } finally {
        this.requests.release();
      }
    } catch (error) {
      if (error instanceof PublicFetchError && reasonOf(error) === 'busy')
        this.cooldowns.start(host, error.retryAfterSeconds);
      throw error;
    } finally {
      releaseHost();
    }
  }

  private request(url: string, validators: Record<string, string>, signal: AbortSignal): Promise<PublicResponse> {
    const { maxBytes = 10_000_000, timeoutMs = defaultTimeoutMs } = this.options;
    return publicFetch(url, {
      ...this.shared,
      maxBytes,
      timeoutMs,
      signal,
      statuses: [200, 203, 304],
      headers: { ...this.headers, ...validators },
      beforeRequest: async (next, left) => {
        if (!(await this.robots.allows(next, left))) throw new Disallowed();
      },
    });
  }
}

function headersOf({ publicUrl, CONTACT_EMAIL }: PageReaderOptions['env']) {
  const contact = [`+${publicUrl}`, ...(CONTACT_EMAIL ? [CONTACT_EMAIL] : [])].join('; ');
  return {
    accept,
    'accept-encoding': knownEncodings,
    'accept-language': 'en;q=0.9, *;q=0.5',
    'user-agent': `${brand.company}/1.0 (${contact})`,
  };
}

/** Removes the fragment. Undefined for a URL that is invalid or too long; the IP address is checked when connecting. */
function addressOf(address: string): URL | undefined {
  if (address.length > longestUrl || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hash = '';
  return url;
}
