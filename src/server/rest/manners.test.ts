/** What all endpoints have in common: paths, methods, bodies, headers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import { expectError, readRest } from '~/server/testing/clients/rest-client';
import { newEmail, password, type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import { routes } from './routes';

let world: RestWorld;
let ada: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await startRestWorld();
  ada = await world.person();
  admin = await world.person({ isAdmin: true });
});
afterAll(() => world.server.close());

const raw = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  readRest(
    await fetch(world.address + path, { ...init, headers: { cookie: cookieOf(ada.sessionToken), ...init.headers } }),
  );
const create = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  raw('/api/conversations', { method: 'POST', body, headers });
const conversations = () => world.server.deps.db.conversation.count({ where: { userId: ada.user.id } });

describe('paths', () => {
  it('that do not exist return 404 in JSON', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/none',
      '/api/conversations/a/b/c',
      '/api//user',
      '/api/login/x',
      '/api/../api/x',
    ])
      for (const method of ['GET', 'POST', 'DELETE']) expectError(await raw(path, { method }), 404, 'Not found.');
  });

  it('that cannot be decoded are rejected', async () => {
    for (const path of [
      '/api/conversations/%E0%A4%A/messages',
      '/api/conversations/%/messages',
      '/api/positions/%zz/close',
    ])
      expectError(await raw(path), 400);
    expectError(await raw('/api/conversations/%00/messages'), 400, 'Not a valid id');
  });

  it('accept their own methods and list them in errors for others', async () => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const known = routes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
      const expected = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
      const at = `/api${path.replace(/:\w+/g, ada.user.id)}`;
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !known.includes(method))) {
        const response = await raw(at, { method });
        expectError(response, 405, 'Method not allowed.');
        expect(response.headers.get('allow')?.split(', ').sort()).toEqual(expected);
      }
      const options = await raw(at, { method: 'OPTIONS' });
      expect({ status: options.status, text: options.text }).toEqual({ status: 204, text: '' });
      expect(options.headers.get('allow')?.split(', ').sort()).toEqual(expected);
      expect(options.headers.get('access-control-allow-origin')).toBeNull();
    }
    expectError(await raw('/api/openapi.json', { method: 'POST' }), 405);
  });

  it('respond to HEAD with the headers of GET', async () => {
    for (const path of ['/api/user', '/api/conversations', '/api/positions']) {
      const response = await raw(path, { method: 'HEAD' });
      expect({ status: response.status, text: response.text }).toEqual({ status: 200, text: '' });
    }
  });

  it('reject a second value of a single parameter', async () => {
    for (const query of ['limit=1&limit=2', 'cursor=a&cursor=b', 'limit[]=1&limit[]=2'])
      expect((await raw(`/api/conversations?${query}`)).status).toBe(query.includes('[') ? 200 : 400);
  });
});

describe('bodies', () => {
  it('must be JSON objects', async () => {
    const before = await conversations();
    for (const body of ['{', '{"title":}', 'null', '"text"', '7', 'true', '\u0000', '{"title":"a"} x', "{'title':1}"])
      expectError(await create(body), 400);
    for (const body of ['[]', '[{"title":"a"}]'])
      expectError(await create(body), 400, 'The body must be a JSON object.');
    expect(await conversations()).toBe(before);
  });

  it('must be declared as JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'x',
    ])
      expectError(await create('{"title":"a"}', { 'content-type': type }), 415, 'Requests must be JSON.');
    expectError(await create(new Uint8Array([123, 125]), {}), 415, 'Requests must be JSON.');
    expect((await create('{"title":"a"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
    expect((await create('{"title":"a"}', { 'content-type': 'APPLICATION/JSON' })).status).toBe(201);
    expectError(await create('{"title":"a"}', { 'content-type': 'application/json; charset=latin1' }), 415);
    expectError(await create('{"title":"a"}', { 'content-type': 'application/json', 'content-encoding': 'odd' }), 415);
  });

  it('may be missing if no field is required', async () => {
    expect((await raw('/api/conversations', { method: 'POST' })).body).toMatchObject({ title: 'New Chat' });
    expect((await raw('/api/objects/upload', { method: 'POST' })).status).toBe(200);
    const logout = await world.rest.call('POST', '/api/logout', undefined, await world.person());
    expect(logout.status).toBe(200);
    expectError(await raw('/api/login', { method: 'POST' }), 400, 'Email is required');
  });

  it('are at most a megabyte, also compressed ones', async () => {
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const large = JSON.stringify({ title: 'x'.repeat(2 * 1024 * 1024) });
    expectError(await create(large), 413, 'The request is too large.');
    expectError(await create(gzipSync(large), packed), 413, 'The request is too large.');
    expect((await create(gzipSync('{"title":"packed"}'), packed)).body).toMatchObject({ title: 'packed' });
    expectError(await create('not gzip', packed), 400);
    expectError(await create(JSON.stringify({ title: 'x'.repeat(1_000_000) })), 400);
  });

  it('may be nested 30 levels deep, and no deeper', async () => {
    const nested = (name: string, depth: number) => `{"${name}":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect((await create(nested('other', 30))).status).toBe(201);
    for (const depth of [40, 10_000, 400_000]) {
      expectError(await create(nested('title', depth)), 400);
      expectError(await create(nested('other', depth)), 400, 'The request contains too many values.');
    }
    expectError(await create(`{"title":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`), 400);
  });

  it('use one value of a duplicate name, and never change a prototype', async () => {
    expect((await create('{"title":"first","title":"second"}')).body).toMatchObject({ title: 'second' });
    for (const body of ['{"__proto__":{"title":"x","polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])
      expect((await create(body)).body).toMatchObject({ title: 'New Chat' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('that stop half-way end the request but not the server', async () => {
    const { port } = new URL(world.address);
    const socket = connect(Number(port), '127.0.0.1');
    const head = ['POST /api/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 99'];
    socket.write(`${head.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n{"email`);
    // The server has received the head.
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    socket.destroy();
    expect((await raw('/api/user')).status).toBe(200);
  });
});

describe('a field that no request may set', () => {
  const own = {
    id: '11111111-1111-4111-8111-111111111111',
    userId: '22222222-2222-4222-8222-222222222222',
    isAdmin: true,
    isLocked: true,
    password: 'planted password',
    createdAt: '2000-01-01T00:00:00.000Z',
    updatedAt: '2000-01-01T00:00:00.000Z',
    conversationId: '33333333-3333-4333-8333-333333333333',
    status: 'closed',
  };
  const after2000 = (value: unknown) => expect(new Date(value as string).getUTCFullYear()).toBeGreaterThan(2000);

  it('does not change an account', async () => {
    const email = newEmail();
    const registered = await world.rest.call('POST', '/api/register', { ...own, email, password });
    expect(registered.body).toMatchObject({ email, isAdmin: false, isLocked: false });
    const profile = await world.rest.call('PUT', '/api/user/profile', { ...own, firstName: 'Ada', email }, ada);
    expect(profile.body).toMatchObject({ id: ada.user.id, email: ada.user.email, firstName: 'Ada', isAdmin: false });
    after2000((profile.body as { createdAt: string }).createdAt);
    expect((await world.rest.call('POST', '/api/login', { email, password: own.password })).status).toBe(401);
  });

  it('does not change conversations and messages', async () => {
    const created = await world.rest.call('POST', '/api/conversations', { ...own, title: 'Mine' }, ada);
    const { id } = created.body as { id: string };
    expect(id).not.toBe(own.id);
    const renamed = await world.rest.call('PUT', `/api/conversations/${id}`, { ...own, title: 'Renamed' }, ada);
    expect(renamed.body).toMatchObject({ id, title: 'Renamed' });
    const body = { ...own, content: 'Hi', clientRequestId: own.id, role: 'assistant', metadata: { numSourcesUsed: 7 } };
    const sent = await world.rest.call('POST', `/api/conversations/${id}/messages`, body, ada);
    expect(sent.body).toMatchObject({ userMessage: { conversationId: id, role: 'user', metadata: {} } });
    const rows = await world.server.deps.db.message.findMany({ where: { conversationId: id } });
    expect(rows.map((row) => row.id)).not.toContain(own.id);
    for (const row of rows) after2000(row.createdAt);
    const { userId } = await world.server.deps.db.conversation.findUniqueOrThrow({ where: { id } });
    expect(userId).toBe(ada.user.id);
    expect(await world.server.deps.db.generation.count({ where: { clientRequestId: own.id } })).toBe(0);
  });

  it('does not change positions, locks, tokens and the waitlist', async () => {
    const values = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '1.00', purchaseDate: '2024-01-02T00:00:00Z' };
    const added = await world.rest.call('POST', '/api/positions', { ...own, ...values }, admin);
    expect(added.body).toMatchObject({ userId: admin.user.id, status: 'open', closeDate: null });
    const { id } = added.body as { id: string };
    expect(id).not.toBe(own.id);
    const closing = { ...own, closePrice: '2.00', closeDate: own.createdAt, avgEntryPrice: '9.00' };
    const closed = await world.rest.call('PATCH', `/api/positions/${id}/close`, closing, admin);
    expect(closed.body).toMatchObject({ id, userId: admin.user.id, avgEntryPrice: '1.00' });
    after2000((closed.body as { closeDate: string }).closeDate);
    const bob = await world.person();
    await world.rest.call('PUT', '/api/admin/users/lock', { ...own, userId: bob.user.id, isLocked: false }, admin);
    expect(await world.server.deps.db.user.findUnique({ where: { id: bob.user.id } })).toMatchObject({
      isAdmin: false,
    });
    const token = await world.rest.call('POST', '/api/tokens', { ...own, password, name: 'mine', tokenHash: 'x' }, ada);
    const row = await world.server.deps.db.apiToken.findFirstOrThrow({ where: { userId: ada.user.id } });
    expect(row).toMatchObject({ name: 'mine', id: (token.body as { id: string }).id, userId: ada.user.id });
    const email = newEmail();
    await world.rest.call('POST', '/api/waitlist/signup', { ...own, email });
    const entry = await world.server.deps.db.waitlistSignup.findUniqueOrThrow({ where: { email } });
    expect(entry.id).not.toBe(own.id);
    after2000(entry.createdAt);
  });
});
