import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApp } from '~/server/testing/clients/http-client';
import { createTestFolder } from '~/server/testing/test-folder';
import { writePages } from '~/server/testing/worlds/built-pages';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { publicPaths } from '~/shared/pages';

const clientDir = createTestFolder();
let server: TestServer;
let app: Awaited<ReturnType<typeof serveApp>>;

beforeAll(async () => {
  server = await startTestServer();
  writePages(clientDir);
  const env = {
    ...server.deps.env,
    publicUrl: 'https://insight.example.com',
    SCHEDULING_URL: 'https://calendar.example.com/call?a=1&b="2"',
    CONTACT_EMAIL: 'hello@example.com',
    RETENTION_CONVERSATIONS_DAYS: 365,
  };
  app = await serveApp({ ...server.deps, env }, { clientDir });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** A raw request, because fetch would decompress the response. */
function get(at: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    request(app.address + at, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
const text = async (at: string) => (await get(at)).body.toString();

describe('public pages', () => {
  it('list the services that receive data on the privacy page', async () => {
    expect(await text('/privacy')).toContain('<dl><dt>No other service receives your data.</dt></dl>');
  });

  it('show on the privacy page how long data is kept', async () => {
    expect(await text('/privacy')).toContain(
      '<p>Deleted. The activity log keeps your email address for 365 days. Conversations are deleted 365 days after their last message, pinned and archived ones too.</p>',
    );
  });

  it('are each a document of their own, with the URLs of this installation', async () => {
    for (const at of publicPaths) {
      const { status, headers, body } = await get(at);
      expect({ at, status, cache: headers['cache-control'] }).toEqual({ at, status: 200, cache: 'no-cache' });
      expect(body.toString()).toContain(`page ${at}<`);
      expect(body.toString()).toContain(`href="https://insight.example.com${at}"`);
      expect(body.toString()).toContain('href="https://calendar.example.com/call?a=1&amp;b=%222%22"');
      expect(body.toString()).toContain('hello@example.com');
      expect(body.toString()).not.toContain('.invalid');
    }
  });

  it('are compressed if the client accepts that, and not sent again if the client has them cached', async () => {
    const plain = await text('/qreview');
    const br = await get('/qreview', { 'accept-encoding': 'gzip, br' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('Accept-Encoding') });
    expect(brotliDecompressSync(br.body).toString()).toBe(plain);
    const gzip = await get('/qreview', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(plain);
    const again = await get('/qreview', { 'accept-encoding': 'gzip', 'if-none-match': gzip.headers.etag ?? '' });
    expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
    // Another encoding has another ETag.
    expect((await get('/qreview', { 'accept-encoding': 'br', 'if-none-match': gzip.headers.etag ?? '' })).status).toBe(
      200,
    );
  });

  it('return 404 for unknown paths, and the application for its own', async () => {
    for (const at of ['/nowhere', '/qreview/more', '/site/home.html', '/.vite/manifest.json', '/%2e%2e/package.json']) {
      const { status, body } = await get(at);
      expect({ at, status }).toEqual({ at, status: 404 });
      expect(body.toString()).toContain('page /404');
    }
    expect(await text('/qchat')).toContain('the application');
    expect(await text('/qreview/')).toContain('page /qreview');
  });
});

describe('built files', () => {
  it('are served compressed to clients that accept it, and cached forever', async () => {
    const at = '/assets/entry-1a2b3c.js';
    for (const [accepted, encoding, content] of [
      ['gzip, deflate, br', 'br', 'brotli'],
      ['gzip', 'gzip', 'gzip'],
      ['identity', undefined, 'console'],
    ] as const) {
      const { status, headers, body } = await get(at, { 'accept-encoding': accepted });
      expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding });
      expect(body.toString()).toContain(content);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers.vary).toContain('Accept-Encoding');
    }
  });

  it('are not sent again if the client has them cached', async () => {
    const at = '/assets/entry-1a2b3c.js';
    const { headers } = await get(at, { 'accept-encoding': 'br' });
    const again = await get(at, { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' });
    expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
    const other = await get(at, { 'accept-encoding': 'gzip', 'if-none-match': headers.etag ?? '' });
    expect({ status: other.status, encoding: other.headers['content-encoding'] }).toEqual({
      status: 200,
      encoding: 'gzip',
    });
  });

  it('support range requests, and return a length to HEAD', async () => {
    const at = '/assets/small-1a2b3c.js';
    const part = await get(at, { range: 'bytes=0-6' });
    expect({ status: part.status, body: part.body.toString() }).toEqual({ status: 206, body: 'console' });
    const head = await get(at, {}, 'HEAD');
    expect({ status: head.status, length: head.headers['content-length'], bytes: head.body.length }).toEqual({
      status: 200,
      length: String('console.log(1)'.length),
      bytes: 0,
    });
  });

  it('are only those in their folder', async () => {
    for (const at of ['/assets/', '/assets/..%2findex.html', '/assets/entry-1a2b3c'])
      expect({ at, status: (await get(at)).status }).toEqual({ at, status: 404 });
  });

  it('are served as they are if there is no compressed copy', async () => {
    const { status, headers, body } = await get('/assets/small-1a2b3c.js', { 'accept-encoding': 'br' });
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding: undefined });
    expect(body.toString()).toBe('console.log(1)');
    expect((await get('/assets/none-1a2b3c.js', { 'accept-encoding': 'br' })).status).toBe(404);
  });
});

describe('files for crawlers', () => {
  it('contain the URLs of this installation', async () => {
    const sitemap = await text('/sitemap.xml');
    for (const at of publicPaths) expect(sitemap).toContain(`<loc>https://insight.example.com${at}</loc>`);
    expect(await text('/robots.txt')).toContain('Sitemap: https://insight.example.com/sitemap.xml');
    expect(await text('/robots.txt')).toContain('Disallow: /api/');
  });

  it('give security researchers a contact, valid until a future date', async () => {
    const { headers, body } = await get('/.well-known/security.txt');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body.toString()).toContain('Contact: mailto:hello@example.com');
    const expires = /^Expires: (.+)$/m.exec(body.toString())?.[1] ?? '';
    expect(new Date(expires).getTime()).toBeGreaterThan(Date.now());
  });
});
