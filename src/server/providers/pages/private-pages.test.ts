/** The page reader and addresses that are not on the public internet. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '~/server/lib/logger';
import { listen } from '~/server/testing/fakes/free-port';
import { type SitePage, type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { noWebAddresses, privateAddresses, withPort } from '~/server/testing/inputs/private-addresses';
import { createPageReader, type PageReaderOptions } from './page-reader';
import type { PageReader } from './types';

const story = '<title>Rates</title><article><p>The deposit rate is 2.00% from 1 January.</p></article>';
const never = new AbortController().signal;
const readers: PageReader[] = [];
/** A site that may be read. */
let site: SiteServer;
/** A private server that must not be reached. */
let canary: Server;
let canaryPort: number;
let asked: string[] = [];

beforeAll(async () => {
  site = await startSite();
  canary = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end(story);
  });
  canaryPort = await listen(canary);
});
beforeEach(() => {
  asked = [];
  site.pages = {};
});
afterAll(async () => {
  await Promise.all(readers.map((pageReader) => pageReader.close()));
  canary.closeAllConnections();
  await new Promise((resolve) => canary.close(resolve));
  await site.close();
});

function readerFor(options: Pick<PageReaderOptions, 'network'> & { hosts?: string[] } = {}): PageReader {
  const { hosts = [], network } = options;
  const env = { FETCH_ALLOW_PRIVATE: hosts, CONTACT_EMAIL: 'ops@example.com', publicUrl: 'https://insight.example' };
  const logger = createLogger({ level: 'silent', isProduction: true });
  const made = createPageReader({ env, logger, ...(network && { network }) });
  readers.push(made);
  return made;
}

const to =
  (location: string): SitePage =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
/** Header values must be ASCII. */
const inHeader = (address: string) => address.replace(/[^ -~]+/g, encodeURIComponent);
const reasonOf = async (reader: PageReader, url: string) => {
  const page = await reader.read(url, never);
  return page.state === 'read' ? 'read' : page.reason;
};

describe('a private address', () => {
  it('is not read', async () => {
    const reader = readerFor();
    const tooLong = `http://example.com/${'a'.repeat(2100)}`;
    for (const url of withPort([...privateAddresses, ...noWebAddresses, tooLong], canaryPort))
      expect([url, await reasonOf(reader, url)]).toEqual([url, 'address']);
    expect(asked).toEqual([]);
  });

  /** Some of these are relative paths in a Location header. */
  const leading = () =>
    withPort([...privateAddresses, '//127.0.0.1:PORT/'], canaryPort).filter(
      (address) => new URL(address, site.origin).host !== site.host,
    );

  it('is not reached by a redirect from a public site', async () => {
    const reader = readerFor({ hosts: [site.host] });
    expect(leading().length).toBeGreaterThan(60);
    for (const [n, address] of leading().entries()) {
      site.pages[`/door${n}`] = to(inHeader(address));
      expect([address, await reasonOf(reader, `${site.origin}/door${n}`)]).toEqual([address, 'address']);
    }
    expect(asked).toEqual([]);
  });

  it('is not reached for robots.txt, and the page is not read without it', async () => {
    const reader = readerFor({ hosts: [site.host] });
    site.pages['/story'] = story;
    site.requests.length = 0;
    for (const address of leading()) {
      site.pages['/robots.txt'] = to(inHeader(address));
      expect([address, await reasonOf(reader, `${site.origin}/story`)]).toEqual([address, 'address']);
    }
    expect(asked).toEqual([]);
    expect(site.requests).toEqual([]);
  });
});

describe('a host whose address changes between lookups', () => {
  const [open, closed] = ['127.0.0.1', '127.0.0.2'];
  let server: Server;
  let port: number;
  /** The local addresses at which requests arrived. */
  let arrived: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      arrived.push(request.socket.localAddress);
      if (request.url === '/door') response.writeHead(302, { location: '/secret' }).end();
      else if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.setHeader('content-type', 'text/html').end(story);
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    arrived = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A DNS server that returns one answer after the other and then repeats the last. */
  function rebinding(answers: readonly string[][]) {
    let lookups = 0;
    const resolve = async () => {
      const addresses = answers[Math.min(lookups, answers.length - 1)] ?? [];
      lookups += 1;
      return addresses.map((address) => ({ address, family: 4 }));
    };
    return { resolve, isAllowed: (address: string) => address === open, lookups: () => lookups };
  }

  it('is requested only at addresses that were checked, for every order of DNS answers', async () => {
    for (let order = 0; order < 8; order++) {
      // For robots.txt, the page and its redirect.
      const answers = [0, 1, 2].map((bit) => [order & (1 << bit) ? closed : open]);
      const network = rebinding(answers);
      const reason = await reasonOf(readerFor({ network }), `http://rebind.example:${port}/door`);
      const firstClosed = answers.findIndex(([address]) => address === closed);
      expect([order, reason]).toEqual([order, firstClosed < 0 ? 'read' : 'address']);
      // Each request looks the host up once; the connection does not look it up again.
      expect([order, network.lookups()]).toEqual([order, firstClosed < 0 ? 3 : firstClosed + 1]);
    }
    expect(new Set(arrived)).toEqual(new Set([open]));
  });

  it('is not requested if any of its addresses is private', async () => {
    for (const addresses of [
      [open, closed],
      [closed, open],
    ]) {
      const network = rebinding([addresses]);
      expect(await reasonOf(readerFor({ network }), `http://rebind.example:${port}/door`)).toBe('address');
    }
    expect(arrived).toEqual([]);
  });
});
