/** Requests that once exhausted memory without an account, or subscribed beyond the end of a session. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedureNames } from '~/server/http/http-calls';
import { appRouter } from '~/server/router';
import { cookieOf, readResponse } from '~/server/testing/clients/http-client';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const refused = 'The request contains a data type that is not accepted.';

/** 128 MB when deserialized; 114 bytes on the wire. */
const bomb = (field: string) => ({
  json: { [field]: { length: 2 ** 24 } },
  meta: { values: { [field]: [['typed-array', 'Float64Array']] }, v: 1 },
});
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const post = (path: string, body: unknown) =>
  fetch(`${address}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a request that annotates a length as an array', () => {
  it('is rejected without an account: as a body, in a URL, and in a batch of each', async () => {
    const ledger = `${address}/trpc/trackRecord.ledger`;
    const responses = [
      await post('auth.login', bomb('email')),
      await fetch(`${ledger}?input=${encoded(bomb('cursor'))}`),
      await fetch(`${ledger},trackRecord.ledger?batch=1&input=${encoded({ 0: bomb('cursor'), 1: bomb('cursor') })}`),
      await post('auth.login,auth.login?batch=1', { 0: bomb('email'), 1: bomb('password') }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(refused);
    }
  });

  it('is rejected over the socket under its own id, and the other requests of its frame get responses', async () => {
    const opened = await openedSocket(address, ada);
    const call = (id: number, input: unknown, path = 'trackRecord.ledger') => ({
      id,
      method: 'query',
      params: { path, input },
    });
    opened.socket.send(JSON.stringify([call(1, bomb('cursor')), call(2, { json: null }, 'account.usage')]));
    await until(() => opened.frames.length === 2);
    const byId = Object.fromEntries((opened.frames as { id: number }[]).map((frame) => [frame.id, frame]));
    expect(byId[1]).toMatchObject({ error: { json: { message: refused, data: { httpStatus: 400 } } } });
    expect(byId[2]).toMatchObject({ result: { data: { json: { files: 0 } } } });
    opened.socket.terminate();
  });
});

describe('a read from another site', () => {
  it('is rejected, whatever it reads', async () => {
    const get = (site: string) =>
      fetch(`${address}/trpc/auth.config`, { headers: { 'sec-fetch-site': site } }).then(readResponse);
    expect(await get('cross-site')).toMatchObject({
      status: 403,
      message: 'This request came from another site and was rejected.',
    });
    for (const site of ['same-origin', 'none']) expect((await get(site)).status).toBe(200);
  });
});

describe('a subscription over HTTP', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const subscriptions = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'subscription');
  const spellings: [name: string, (path: string) => string][] = [
    ['plain', (path) => `/${path}`],
    ['a second slash', (path) => `//${path}`],
    ['three slashes', (path) => `///${path}`],
    ['a folder', (path) => `/x/${path}`],
    ['another procedure as a folder', (path) => `/auth.user/${path}`],
    ['an encoded slash', (path) => `/%2f${path}`],
    ['an encoded slash at the end', (path) => `/${path}%2f`],
    ['a slash at the end', (path) => `/${path}/`],
    ['an encoded dot', (path) => `/${path.replace('.', '%2e')}`],
    ['encoded twice', (path) => `/${path.replace('.', '%252e')}`],
    ['a dot folder', (path) => `/./${path}`],
    ['a backslash', (path) => `/%5c${path}`],
    ['a batch', (path) => `/${path},auth.user`],
    ['the end of a batch', (path) => `/auth.user,${path}`],
    ['an encoded batch', (path) => `/auth.user%2C${path}`],
    ['a batch below a folder', (path) => `/x/auth.user,${path}`],
  ];

  it('exists for this test', () => {
    expect(subscriptions).toEqual(expect.arrayContaining(['messages.watch', 'positions.changed']));
  });

  it.each(subscriptions.flatMap((path) => spellings.map(([name, spell]) => [path, name, spell(path)] as const)))(
    'is not possible: %s with %s',
    async (_path, _name, spelled) => {
      const { id } = await ada.call.conversations.create({});
      const input = { json: { conversationId: id } };
      const headers = {
        cookie: cookieOf(ada.sessionToken),
        accept: 'text/event-stream',
        'last-event-id': `${randomUUID()}:1:1`,
      };
      for (const query of [`input=${encoded(input)}`, `batch=1&input=${encoded({ 0: input, 1: input })}`]) {
        const response = await fetch(`${address}/trpc${spelled}?${query}`, { headers });
        expect([404, 405]).toContain(response.status);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      }
      expect((await fetch(`${address}/trpc${spelled}`, { method: 'POST', headers })).status).toBeGreaterThanOrEqual(
        400,
      );
      expect(server.deps.generation.watchedConversations).toBe(0);
    },
  );
});

describe('the path of a request', () => {
  it('has only one form for each procedure', () => {
    expect(procedureNames('/auth.user')).toEqual(['auth.user']);
    expect(procedureNames('/auth.user%2Cauth.config')).toEqual(['auth.user', 'auth.config']);
    expect(procedureNames('/')).toEqual(['']);
    for (const path of ['//auth.user', '/x/auth.user', '/auth.user/', '/%2fauth.user', '/a%00', '/a%252eb', '/..%2fa'])
      expect(() => procedureNames(path)).toThrow('Not found.');
    expect(() => procedureNames('/%E0%A4%A')).toThrow('Invalid request.');
  });
});

describe('a request with more values than needed', () => {
  it('is rejected before each value gets its own error', async () => {
    const tickers = Array(200_000).fill(0);
    const input = { tickers, fromDay: '2024-01-02', toDay: '2024-02-01' };
    const headers = { 'content-type': 'application/json', cookie: cookieOf(ada.sessionToken) };
    const attachments = { clientRequestId: randomUUID(), content: 'x', attachments: tickers };
    const asked = (path: string, body: unknown) =>
      fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) }).then(readResponse);
    const refusals = [await asked('/trpc/messages.send', { json: attachments }), await asked('/api/backtest', input)];
    for (const response of refusals) {
      expect(response).toMatchObject({ status: 400, message: 'The request contains too many values.' });
      expect(response.text.length).toBeLessThan(1000);
    }
    const hundred = await asked('/trpc/messages.send', { json: { ...attachments, attachments: Array(900).fill(0) } });
    expect(hundred.status).toBe(400);
    expect(Object.keys(hundred.error?.fieldErrors as object).length).toBeLessThanOrEqual(100);
  });
});
