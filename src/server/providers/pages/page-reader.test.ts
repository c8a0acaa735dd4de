import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '~/server/lib/hash';
import { createLogger } from '~/server/lib/logger';
import { type SitePage, type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { makeDocx, makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { createPageReader } from './page-reader';
import type { PageReader } from './types';

const story = '<title>Rates</title><article><p>The deposit rate is 2.00% from 1 January.</p></article>';
const never = new AbortController().signal;
const readers: PageReader[] = [];
let site: SiteServer;
let reader: PageReader;
beforeAll(async () => {
  site = await startSite();
  reader = readerFor([site.host]);
});
afterEach(() => {
  site.pages = {};
  site.requests.length = 0;
});
afterAll(async () => {
  await Promise.all(readers.map((pageReader) => pageReader.close()));
  await site.close();
});

function readerFor(hosts: string[], limits: { timeoutMs?: number; maxBytes?: number } = {}): PageReader {
  const env = { FETCH_ALLOW_PRIVATE: hosts, CONTACT_EMAIL: 'ops@example.com', publicUrl: 'https://insight.example' };
  const logger = createLogger({ level: 'silent', isProduction: true });
  const made = createPageReader({ env, logger, ...limits });
  readers.push(made);
  return made;
}

const read = (path: string, page?: SitePage, using = reader) => {
  if (page !== undefined) site.pages[path] = page;
  return using.read(`${site.origin}${path}`, never);
};
const typed =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): SitePage =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body);
const status =
  (code: number, headers: Record<string, string> = {}): SitePage =>
  (_request, response) =>
    response.writeHead(code, headers).end('no');

describe('a page', { tags: 'thorough' }, () => {
  it('is returned with its metadata, and the request identifies its sender', async () => {
    const page = await read('/rates#today', undefined).then(() => read('/story', story));
    expect(page).toEqual({
      state: 'read',
      url: `${site.origin}/story`,
      canonicalUrl: `${site.origin}/story`,
      title: 'Rates',
      site: '127.0.0.1',
      text: '# Rates\n\nThe deposit rate is 2.00% from 1 January.',
      contentHash: sha256('# Rates\n\nThe deposit rate is 2.00% from 1 January.'),
      readAt: expect.any(Date),
    });
    expect(site.requests.map(({ path }) => path)).toEqual(['/rates', '/story']);
    const { headers } = site.requests[1] ?? {};
    expect(headers?.['user-agent']).toBe('qInsight/1.0 (+https://insight.example; ops@example.com)');
    expect(headers).not.toHaveProperty('cookie');
  });

  it('may be a PDF, a Word document or plain text, regardless of its URL', async () => {
    const pdf = await read(
      '/report',
      typed('application/octet-stream', Buffer.from(makePdf([['Deposit rate 2.00%']]))),
    );
    expect(pdf).toMatchObject({ state: 'read', title: 'report', text: expect.stringContaining('Deposit rate') });
    const docx = await read(
      '/report.docx',
      typed(
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        Buffer.from(makeDocx(['Lending rate'])),
      ),
    );
    expect(docx).toMatchObject({ state: 'read', text: expect.stringContaining('Lending rate') });
    const text = await read('/rates.txt', typed('text/plain', 'Rates\n2.00%'));
    expect(text).toMatchObject({ state: 'read', title: 'rates.txt', text: 'Rates\n2.00%' });
  });

  it('is decompressed', async () => {
    const page = await read('/packed', typed('text/html', gzipSync(story), { 'content-encoding': 'gzip' }));
    expect(page).toMatchObject({ state: 'read', title: 'Rates' });
  });

  it.each<[string, string, Buffer]>([
    ['its header names', 'text/html; charset=windows-1252', Buffer.from('<p>Gr\xfc\xdfe, 5 \x80</p>', 'latin1')],
    ['it names itself', 'text/html', Buffer.from('<meta charset="windows-1252"><p>Gr\xfc\xdfe, 5 \x80</p>', 'latin1')],
    ['its first bytes name', 'text/html; charset=iso-8859-1', Buffer.from('\ufeff<p>Grüße, 5 €</p>')],
    ['no program knows', 'text/html; charset=klingon', Buffer.from('<p>Grüße, 5 €</p>')],
  ])('has the encoding that %s', async (name, type, body) => {
    expect(await read(`/${encodeURIComponent(name)}`, typed(type, body))).toMatchObject({ text: 'Grüße, 5 €' });
  });

  it('fails after too many redirects', async () => {
    const endless: SitePage = ({ url = '' }, response) =>
      response.writeHead(302, { location: `/next/${Number(url.split('/').at(-1)) + 1}` }).end();
    for (let n = 0; n < 20; n++) site.pages[`/next/${n}`] = endless;
    expect(await read('/next/0')).toMatchObject({ state: 'unreadable', reason: 'redirects' });
    expect(site.requests.filter(({ path }) => path.startsWith('/next/')).length).toBeLessThan(10);
  });

  it('has the URL of the last redirect', async () => {
    site.pages['/new'] = story;
    expect(await read('/old', status(301, { location: '/new' }))).toMatchObject({ url: `${site.origin}/new` });
  });

  it('is cached, and revalidated once it is stale', async () => {
    const now = Date.now;
    const headers = { etag: '"1"', 'cache-control': 'max-age=60' };
    const page: SitePage = (request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(story);
    const first = await read('/kept', page);
    expect(await read('/kept')).toEqual(first);
    expect(site.requests).toHaveLength(1);
    try {
      Date.now = () => now() + 10 * 60_000;
      expect(await read('/kept')).toMatchObject({
        state: 'read',
        contentHash: (first as { contentHash: string }).contentHash,
      });
    } finally {
      Date.now = now;
    }
    expect(site.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  });
});

describe('a page that cannot be read reports why', { tags: 'thorough' }, () => {
  it.each<[string, SitePage, string]>([
    ['missing', status(404), 'missing'],
    ['gone', status(410), 'missing'],
    ['forbidden', status(403), 'refused'],
    ['for payment', status(402), 'paywall'],
    ['broken', status(500), 'failed'],
    ['an image', typed('image/png', 'x'), 'kind'],
    ['a program', typed('application/zip', 'PK'), 'kind'],
    [
      'no document although declared as one',
      typed('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'x'),
      'kind',
    ],
    ['a damaged PDF', typed('application/pdf', '%PDF-1.7 nothing'), 'damaged'],
    ['empty', '<p> </p>', 'empty'],
    ['made by scripts', '<div id="root"></div><script src="/app.js"></script>', 'needs_script'],
    ['waiting for scripts', '<p>You need to enable JavaScript to run this app.</p><script></script>', 'needs_script'],
    ['behind a paywall', '<p>Subscribe to continue reading.</p>', 'paywall'],
    ['behind consent', '<h1>Before you continue</h1>', 'consent'],
    ['for people', '<title>Just a moment...</title><p>Wait</p>', 'bot_check'],
    ['a circle', status(302, { location: '/circle' }), 'redirects'],
    ['in an unknown encoding', typed('text/html', 'x', { 'content-encoding': 'zstd' }), 'failed'],
    ['encoded twice', typed('text/html', gzipSync(gzipSync('x')), { 'content-encoding': 'gzip, gzip' }), 'failed'],
    ['not what its encoding says', typed('text/html', 'x', { 'content-encoding': 'gzip' }), 'unreachable'],
    [
      'cut off',
      (_q, response) => response.writeHead(200, { 'content-length': '10' }).write('abc', () => response.destroy()),
      'unreachable',
    ],
  ])('%s', async (name, page, reason) => {
    const path = reason === 'redirects' ? '/circle' : `/${encodeURIComponent(name)}`;
    const unread = await read(path, page);
    expect(unread).toMatchObject({ state: 'unreadable', reason, words: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  it('does not request a site during its Retry-After', async () => {
    const busy = await startSite({ '/a': status(429, { 'retry-after': '60' }), '/b': story });
    const own = readerFor([busy.host]);
    expect(await own.read(`${busy.origin}/a`, never)).toMatchObject({ reason: 'busy' });
    expect(await own.read(`${busy.origin}/b`, never)).toMatchObject({ reason: 'busy' });
    expect(busy.requests).toHaveLength(1);
    await busy.close();
  });

  it('does not send waiting requests during a Retry-After', async () => {
    const waiting: (() => void)[] = [];
    const page: SitePage = (_request, response) => {
      waiting.push(() => response.writeHead(429, { 'retry-after': '60' }).end());
    };
    const paths = Array.from({ length: 6 }, (_, n) => `/${n}`);
    const busy = await startSite(Object.fromEntries(paths.map((path) => [path, page])));
    const own = readerFor([busy.host]);
    const readings = paths.map((path) => own.read(`${busy.origin}${path}`, never));
    await until(() => waiting.length === 2);
    for (const send of waiting) send();
    for (const reading of await Promise.all(readings)) expect(reading).toMatchObject({ reason: 'busy' });
    // The two that were already sent.
    expect(busy.requests).toHaveLength(2);
    await busy.close();
  });
});

describe('the rules of a site', () => {
  const rules = async (robots: SitePage) => {
    const own = await startSite({ '/robots.txt': robots, '/open': story, '/closed/a': story });
    own.pages['/door'] = status(302, { location: `${own.origin}/closed/a` });
    const using = readerFor([own.host]);
    const results = await Promise.all(
      ['/open', '/closed/a', '/door'].map(async (path) => {
        const page = await using.read(`${own.origin}${path}`, never);
        return page.state === 'read' ? 'read' : page.reason;
      }),
    );
    const asked = own.requests.map(({ path }) => path).sort();
    await own.close();
    return { results, asked };
  };

  it('are followed, also for redirects, and disallowed pages are not requested', async () => {
    const { results, asked } = await rules('User-agent: qInsight\nDisallow: /closed\n');
    expect(results).toEqual(['read', 'robots', 'robots']);
    expect(asked).toEqual(['/door', '/open']);
  });

  it('may contain wildcards, up to a limit', async () => {
    const stars = Array.from({ length: 300 }, (_, n) => `Disallow: /*none-${n}`).join('\n');
    expect((await rules(`User-agent: *\nDisallow: /*losed\n${stars}`)).results).toEqual(['read', 'robots', 'robots']);
    expect((await rules(`User-agent: *\n${stars}\nDisallow: /*pen`)).results).toEqual(['read', 'read', 'read']);
  });

  it.each<[string, SitePage]>([
    ['are for other user agents', 'User-agent: Other\nDisallow: /\n'],
    ['do not exist', status(404)],
    ['are invalid', Buffer.from([0, 1, 2, 255])],
    ['are too long', 'x'.repeat(200_000)],
  ])('allow everything if they %s', async (_name, robots) => {
    expect((await rules(robots)).results).toEqual(['read', 'read', 'read']);
  });

  it('allow nothing while robots.txt cannot be read', async () => {
    expect((await rules(status(500))).results).toEqual(['failed', 'failed', 'failed']);
  });
});

describe('a hostile page affects no other request', () => {
  it('is limited by size, also after decompression', async () => {
    const using = readerFor([site.host], { maxBytes: 100_000 });
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(await read('/big', 'x'.repeat(100_001), using)).toMatchObject({ reason: 'too_large' });
    const packed = typed('text/html', bomb, { 'content-encoding': 'gzip' });
    expect(await read('/bomb', packed, using)).toMatchObject({ reason: 'too_large' });
  });

  it('is limited by time, whether the site is silent or slow', async () => {
    const using = readerFor([site.host], { timeoutMs: 300 });
    expect(await read('/silent', () => {}, using)).toMatchObject({ reason: 'timed_out' });
    const drip: SitePage = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('<p>'), 20);
      response.on('close', () => clearInterval(timer));
    };
    expect(await read('/drip', drip, using)).toMatchObject({ reason: 'timed_out' });
  });

  it('is limited by nesting depth, and the next page is read as usual', async () => {
    const deep = `${'<div>'.repeat(200_000)}x`;
    expect(await read('/deep', deep)).toMatchObject({ state: 'unreadable', reason: 'damaged' });
    expect(await read('/after', story)).toMatchObject({ state: 'read' });
  });
});

it('many pages of a slow site do not block other sites', async () => {
  const waiting: (() => void)[] = [];
  const paths = Array.from({ length: 20 }, (_, n) => `/${n}`);
  const page: SitePage = (_request, response) => {
    waiting.push(() => response.setHeader('content-type', 'text/html').end(story));
  };
  const slow = await startSite(Object.fromEntries(paths.map((path) => [path, page])));
  const own = readerFor([slow.host, site.host], { timeoutMs: 60_000 });
  const abort = new AbortController();
  const readings = paths.map((path) => own.read(`${slow.origin}${path}`, abort.signal));
  const left = Promise.allSettled(readings);
  await until(() => waiting.length === 2);
  expect(await read('/elsewhere', story, own)).toMatchObject({ state: 'read' });
  expect(slow.requests).toHaveLength(2);
  abort.abort(new Error('stopped'));
  expect((await left).every(({ status }) => status === 'rejected')).toBe(true);
  await slow.close();
});

describe('reading stops at once when the caller aborts', () => {
  it('before and while the site responds', async () => {
    const abort = new AbortController();
    site.pages['/silent'] = () => abort.abort(new Error('stopped'));
    await expect(reader.read(`${site.origin}/silent`, abort.signal)).rejects.toThrow('stopped');
    await expect(reader.read(`${site.origin}/story`, abort.signal)).rejects.toThrow('stopped');
  });
});
