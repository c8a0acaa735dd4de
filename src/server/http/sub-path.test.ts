/**
 * An installation at a path such as https://tools.example.com/insight: what is served where, and which URLs are sent.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, watchOver } from '~/server/testing/clients/api-client';
import { callHttp, serveApp } from '~/server/testing/clients/http-client';
import { openBrowser } from '~/server/testing/clients/round-trip';
import { sendFile } from '~/server/testing/clients/send-file';
import { freePort } from '~/server/testing/fakes/free-port';
import { startOpenIdProvider, testClient } from '~/server/testing/fakes/openid-provider';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { writePages } from '~/server/testing/worlds/built-pages';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';
import { urlBelow, withBasePath } from './base-path';

const base = '/tools/insight';
const publicUrl = `http://127.0.0.1:41650${base}`;
const clientDir = createTestFolder();
const model = createScriptedModel();
let server: TestServer;
/** Without the base path. */
let origin: string;
let app: Awaited<ReturnType<typeof serveApp>>;

beforeAll(async () => {
  server = await startTestServer({ model, env: { PUBLIC_URL: publicUrl, METRICS_TOKEN: 'm'.repeat(32) } });
  origin = await server.listen();
  writePages(clientDir);
  writeFileSync(
    path.join(clientDir, 'index.html'),
    '<!doctype html>\n<html lang="en"><script type="module" src="/assets/index.js"></script><title>the application</title>',
  );
  writeFileSync(
    path.join(clientDir, 'site/terms.html'),
    '<html lang="en"><style>@font-face{src:url(/assets/a.woff2)}</style><a href="/auth">in</a><a href="https://a.example/">out</a>',
  );
  writeFileSync(path.join(clientDir, 'manifest.webmanifest'), '{"id":"/","icons":[{"src":"/icon.png"}]}');
  app = await serveApp(server.deps, { clientDir });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const get = (at: string) => fetch(app.address + at, { redirect: 'manual' });
const text = async (at: string) => (await get(at)).text();

describe('below a path', () => {
  it('everything outside is not found, except probes and metrics', async () => {
    for (const at of [
      '/',
      '/qchat',
      '/api/docs',
      '/trpc/auth.user',
      '/tools',
      '/tools/insights',
      '/assets/small-1a2b3c.js',
    ]) {
      const response = await get(at);
      expect([at, response.status, await response.json()]).toMatchObject([at, 404, { code: 'not_found' }]);
    }
    for (const at of ['/livez', '/readyz', `${base}/livez`, `${base}/readyz`])
      expect([at, (await get(at)).status]).toEqual([at, 200]);
    for (const at of ['/metrics', `${base}/metrics`]) expect([at, (await get(at)).status]).toEqual([at, 401]);
  });

  it('the home page is at the path with and without a slash', async () => {
    for (const at of [base, `${base}/`, `${base}?a=1`]) expect(await text(at)).toContain('page /<');
  });

  it('pages and the manifest contain addresses with the path', async () => {
    expect(await text(`${base}/qchat?c=1`)).toBe(
      `<!doctype html>\n<html data-base="${base}" lang="en"><script type="module" src="${base}/assets/index.js"></script><title>the application</title>`,
    );
    expect(await text(`${base}/terms`)).toBe(
      `<html data-base="${base}" lang="en"><style>@font-face{src:url(${base}/assets/a.woff2)}</style><a href="${base}/auth">in</a><a href="https://a.example/">out</a>`,
    );
    expect((await get(`${base}/assets/small-1a2b3c.js`)).status).toBe(200);
    expect(JSON.parse(await text(`${base}/manifest.webmanifest`))).toEqual({
      id: `${base}/`,
      icons: [{ src: `${base}/icon.png` }],
    });
    expect(await text(`${base}/s/${'x'.repeat(43)}`)).toContain(`<a href="${base}/auth?redirect=`);
    expect(await text(`${base}/qinvest/unsubscribe?key=x`)).toContain(`href="${base}/settings"`);
    expect(await text(`${base}/api/docs`)).toContain(`src="${base}/api/docs/start.js"`);
    expect(await text(`${base}/api/docs/start.js`)).toContain(`url: '${base}/api/openapi.json'`);
  });

  it('files for programs name addresses with the path', async () => {
    expect(JSON.parse(await text(`${base}/api/openapi.json`)).servers).toEqual([{ url: base }]);
    expect(await text(`${base}/robots.txt`)).toContain(`Disallow: ${base}/qchat\n`);
    expect(await text(`${base}/robots.txt`)).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(await text(`${base}/sitemap.xml`)).toContain(`<loc>${publicUrl}/terms</loc>`);
    expect(await text(`${base}/.well-known/security.txt`)).toContain(
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    );
    expect(await text(`${base}/track-record/feed.atom`)).toContain(`${publicUrl}/track-record`);
  });

  it('cookies are limited to the path, without the prefix that requires the root', async () => {
    const { user } = await signUp(server.deps);
    const signIn = { email: user.email, password: testPassword };
    const attributesOf = async (address: string) =>
      (await callHttp(address, 'mutation', 'auth.login', signIn)).headers
        .getSetCookie()
        .map((line) => [line.split('=', 1)[0], line.includes(`; Path=${base};`), line.includes('; Secure')]);
    expect(await attributesOf(origin + base)).toEqual([
      ['qinsight_session', true, false],
      ['qinsight_browser', true, false],
    ]);
    const secure = await serveApp({ ...server.deps, env: { ...server.deps.env, isHttps: true } });
    expect(await attributesOf(secure.address + base)).toEqual([
      ['__Secure-qinsight_session', true, true],
      ['__Secure-qinsight_browser', true, true],
    ]);
    await secure.close();
  });

  it('a session whose cookie has the prefix is rejected without it', async () => {
    const secure = await serveApp({ ...server.deps, env: { ...server.deps.env, isHttps: true } });
    const registered = await callHttp(secure.address + base, 'mutation', 'auth.register', {
      email: `person-${randomUUID()}@example.com`,
      password: testPassword,
    });
    const token = /^__Secure-qinsight_session=([a-z0-9]{40});/.exec(registered.headers.getSetCookie()[0] ?? '')?.[1];
    const who = async (cookie: string) =>
      (await callHttp(secure.address + base, 'query', 'auth.user', undefined, { headers: { cookie } })).data;
    expect(await who(`__Secure-qinsight_session=${token}`)).not.toBeNull();
    expect(await who(`qinsight_session=${token}`)).toBeNull();
    expect(await who(`__Host-qinsight_session=${token}`)).toBeNull();
    await secure.close();
  });

  it('files are uploaded and read below the path', async () => {
    const person = await signUp(server.deps);
    const bytes = Buffer.from('a,b\n1,2\n');
    const target = await person.call.uploads.create({ size: bytes.length, type: 'text/csv' });
    expect(target.uploadURL).toContain(`${publicUrl}/objects/`);
    const claimed = await sendFile(origin + base, person, { name: 'a.csv', type: 'text/csv', bytes });
    const cookie = `qinsight_session=${person.sessionToken}`;
    expect(await (await fetch(origin + base + claimed.objectPath, { headers: { cookie } })).text()).toBe('a,b\n1,2\n');
    expect((await fetch(origin + claimed.objectPath, { headers: { cookie } })).status).toBe(404);
  });

  it('sockets are at the path only', async () => {
    const { call, sessionToken } = await signUp(server.deps);
    const { id: conversationId } = await call.conversations.create({});
    const port = Number(new URL(origin).port);
    const options = { port, serverPort: 41650, cookie: `qinsight_session=${sessionToken}` };
    const socket = openSocket({ ...options, basePath: base });
    const watch = watchOver(socket, conversationId);
    await until(() => watch.events.length > 0);
    await call.messages.send(question('Below a path?', { conversationId }));
    const asked = await model.nextCall();
    await asked.emit('Yes');
    await asked.finish();
    await until(() => watch.events.some(({ type }) => type === 'finished'));
    watch.stop();
    await socket.close();
    const outside = openSocket(options);
    const nothing = watchOver(outside, conversationId);
    await until(() => outside.closed.length > 0);
    expect(nothing.events).toEqual([]);
    nothing.stop();
    await outside.close();
  });

  it('redirects, next-page links and share links have the path', async () => {
    const { call, sessionToken } = await signUp(server.deps);
    const cookie = `qinsight_session=${sessionToken}`;
    const client = apiClient(origin + base, cookie);
    for (let count = 0; count < 2; count++) await client.conversations.create.mutate({});
    const list = await fetch(`${origin}${base}/api/conversations?limit=1`, { headers: { cookie } });
    expect(list.headers.get('link')).toMatch(new RegExp(`^<${base}/api/conversations\\?limit=1&cursor=`));
    const { id: conversationId } = await call.conversations.create({});
    await server.deps.db.message.create({ data: { conversationId, role: 'user', content: 'Shared?' } });
    const { url } = await call.shares.create({ conversationId, audience: 'everybody' });
    expect(url).toMatch(new RegExp(`^${publicUrl}/s/`));
    const key = url.slice(url.lastIndexOf('/') + 1);
    expect(await text(`${base}/s/${key}`)).toContain(`action="${base}/s/${key}/continue"`);
    const on = await fetch(`${app.address}${base}/s/${key}/continue`, { method: 'POST', redirect: 'manual' });
    expect([on.status, on.headers.get('location')]).toEqual([
      303,
      `${base}/auth?redirect=${encodeURIComponent(`/s/${key}`)}`,
    ]);
  });
});

describe('a sign-in at a provider below a path', () => {
  it('returns to the path, on success and on failure', async () => {
    const port = await freePort();
    const callback = `${publicUrl}/auth/oidc/sso/callback`;
    const company = await startTestServer({
      env: {
        PUBLIC_URL: publicUrl,
        OIDC_ISSUER: `http://127.0.0.1:${port}`,
        OIDC_CLIENT_ID: testClient.id,
        OIDC_CLIENT_SECRET: testClient.secret,
      },
    });
    const address = await company.listen();
    const logoutUri = `${address}${base}/auth/oidc/sso/backchannel-logout`;
    const user = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    const provider = await startOpenIdProvider({ port, redirectUri: callback, logoutUri, user });
    const browser = openBrowser();
    const finish = async (url: string) => (await browser.open(url)).headers.get('location');
    expect(await finish(`${address}${base}/auth/oidc/sso/callback?state=x`)).toMatch(
      new RegExp(`^${base}/auth\\?problem=`),
    );
    const back = await browser.follow(`${address}${base}/auth/oidc/sso/start?redirect=/settings`, callback);
    expect(await finish(back.replace(new URL(publicUrl).origin, address))).toBe(`${base}/settings`);
    await provider.close();
    await company.close();
  });
});

describe('the path of a request', () => {
  it('is removed completely', () => {
    const urls = ['/a/b', '/a', '/a?x', '/ab', '/', '//a/b', '/A/b', '/a/../b'];
    expect(urls.map((url) => urlBelow('/a', url))).toEqual(['/b', '/', '/?x', null, null, null, null, '/../b']);
  });
});

describe('a page with the path', () => {
  it('has it only in its own attributes', () => {
    const html = '<a class="x" href="/b">href="/c"</a><img src="//d"><form action="/e"><p title="f">=&#34;/g</p>';
    expect(withBasePath(html, '/a')).toBe(
      '<a class="x" href="/a/b">href="/c"</a><img src="//d"><form action="/a/e"><p title="f">=&#34;/g</p>',
    );
    expect(withBasePath(html, '')).toBe(html);
  });
});
