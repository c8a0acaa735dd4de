/**
 * Reads pages of the web: as their sites permit, in bounded time and size, and understood in a process of its own, so
 * that a hostile page costs the server nothing. Requests carry no cookies and nothing of any user.
 */
import { availableParallelism } from 'node:os';
import type { Env } from '~/server/env';
import { knownEncodings } from '~/server/lib/fetched-body';
import type { Logger } from '~/server/lib/logger';
import { type PublicAnswer, type PublicFetchOptions, publicFetch } from '~/server/lib/public-fetch';
import { PublicFetchError } from '~/server/lib/public-fetch-error';
import { createReaderPool } from '~/server/reading/pool/reader-pool';
import { brand } from '~/shared/brand';
import { reasonOf } from './fetch-failure';
import { PageCache } from './page-cache';
import { readingJobOf } from './page-kind';
import { pageOfReading } from './page-of-reading';
import { RestPeriods } from './rest-periods';
import { Robots } from './robots';
import { Turns } from './turns';
import { type PageReader, type PageReading, unreadable } from './types';

export interface PageReaderOptions {
  env: Pick<Env, 'FETCH_ALLOW_PRIVATE' | 'CONTACT_EMAIL' | 'publicUrl'>;
  logger: Logger;
  /** For the whole request with its redirects; a page is understood in half of it. */
  timeoutMs?: number;
  maxBytes?: number;
  /** How names become addresses, and which of these are public; a test may have a network of its own. */
  network?: Pick<PublicFetchOptions, 'resolve' | 'isAllowed'>;
}

const longestUrl = 2048;
const redirects = 5;
/** Requests at once, all together and to one site. */
const atOnce = { all: 16, host: 2 };
/** Of the time for a page, the part that asking for robots.txt may take. */
const robotsShare = 0.4;
/** Users wait for pages, unlike for files: each processor cleans one. They have a lower priority than the server. */
const pagesAtOnce = Math.max(1, Math.min(4, availableParallelism()));
const accept = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.5';

class Disallowed extends Error {}
class Resting extends Error {}

export function createPageReader({
  env,
  logger,
  timeoutMs = 10_000,
  maxBytes = 10_000_000,
  network = {},
}: PageReaderOptions): PageReader {
  const contact = [`+${env.publicUrl}`, ...(env.CONTACT_EMAIL ? [env.CONTACT_EMAIL] : [])].join('; ');
  const headers = {
    accept,
    'accept-encoding': knownEncodings,
    'accept-language': 'en;q=0.9, *;q=0.5',
    'user-agent': `${brand.company}/1.0 (${contact})`,
  };
  const readers = createReaderPool({
    workers: pagesAtOnce,
    timeoutMs: timeoutMs / 2,
    memoryMb: 192,
    onFault: (fault) => logger.warn(fault, 'page processing failed'),
  });
  const cache = new PageCache();
  const resting = new RestPeriods();
  const requests = new Turns(atOnce.all);
  const hosts = new Turns(atOnce.host);
  const shared = { ...network, redirects, allowPrivate: env.FETCH_ALLOW_PRIVATE };
  const robots = new Robots(async (url, most, signal) => {
    const { body } = await publicFetch(url, {
      ...shared,
      maxBytes: most,
      timeoutMs: timeoutMs * robotsShare,
      signal,
      headers: { ...headers, accept: 'text/plain, */*;q=0.5' },
    });
    return body.toString();
  });

  const fetchPage = (url: string, signal: AbortSignal): Promise<PublicAnswer> =>
    publicFetch(url, {
      ...shared,
      maxBytes,
      timeoutMs,
      signal,
      statuses: [200, 203, 304],
      headers: { ...headers, ...cache.validators(url) },
      async beforeRequest(next, left) {
        if (!(await robots.allows(next, left))) throw new Disallowed();
      },
    });

  async function readAnew(url: string, host: string, signal: AbortSignal): Promise<PageReading> {
    // The site's turn comes first: pages that wait for a slow site must not take the places of other sites.
    const answer = await hosts.run(host, signal, () =>
      requests.run('all', signal, async () => {
        // The site may have asked for rest while this page waited.
        if (resting.isResting(host)) throw new Resting();
        return fetchPage(url, signal);
      }),
    );
    const confirmed = answer.status === 304 ? cache.confirm(url, answer.headers) : undefined;
    if (confirmed) return confirmed;
    const job = await readingJobOf(answer);
    if (!job) return unreadable(answer.url, 'kind');
    const page = pageOfReading(answer.url, await readers.read(job, signal));
    if (page.state === 'read') cache.keep(url, page, answer.headers);
    return page;
  }

  return {
    async read(address, signal, { isAgain = false } = {}) {
      signal.throwIfAborted();
      const url = addressOf(address);
      if (!url) return unreadable(address, 'address');
      const fresh = isAgain ? undefined : cache.fresh(url.href);
      if (fresh) return fresh;
      if (resting.isResting(url.host)) return unreadable(url.href, 'busy');
      try {
        return await readAnew(url.href, url.host, signal);
      } catch (error) {
        if (error instanceof Disallowed) return unreadable(url.href, 'robots');
        if (error instanceof Resting) return unreadable(url.href, 'busy');
        if (!(error instanceof PublicFetchError)) throw error;
        const reason = reasonOf(error);
        if (reason === 'busy') resting.start(url.host, error.retryAfterSeconds);
        return unreadable(url.href, reason);
      }
    },
    close: () => readers.close(),
  };
}

/** Without its fragment, which no server sees. Whether it may be asked is decided with its network address. */
function addressOf(address: string): URL | undefined {
  if (address.length > longestUrl || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.hash = '';
  return url;
}
