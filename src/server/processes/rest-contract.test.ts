/**
 * The REST API of the built server, used like a program would: only over HTTP, starting with the first account. Each
 * successful response is validated against the schema of the document that the server serves.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyConversations } from '~/server/features/imports/export-examples';
import { setupToken } from '~/server/lib/example-values';
import type { Route } from '~/server/rest/route';
import { routes } from '~/server/rest/routes';
import { apiClient } from '~/server/testing/clients/api-client';
import { codeOf } from '~/server/testing/clients/authenticator';
import { publishedSchema } from '~/server/testing/clients/response-schemas';
import {
  expectError,
  type RestCaller,
  type RestClient,
  type RestResponse,
  restClient,
} from '~/server/testing/clients/rest-client';
import { callRoute, nameOf } from '~/server/testing/clients/rest-route-calls';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { newEmail, password } from '~/server/testing/worlds/rest-world';
import { endAllServers, type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

const setupEmail = 'setup@example.com';
let database: ProcessDatabase;
let model: ModelServer;
let server: ServerProcess;
let rest: RestClient;
let ada: Person;
let admin: Person;

interface Person {
  id: string;
  email: string;
  sessionToken: string;
}

beforeAll(async () => {
  [database, model] = await Promise.all([createProcessDatabase(), startModelServer()]);
  const modelSettings = {
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'test',
    PRICE_PROVIDER: 'none',
    TIMESTAMP_AUTHORITIES: 'none',
  };
  const settings = {
    ...database.settings,
    ...modelSettings,
    SETUP_ADMIN_EMAIL: setupEmail,
    TRUST_PROXY: '1',
    SETUP_TOKEN: setupToken,
  };
  server = await startServer(settings);
  rest = fromAnywhere(restClient(server.url));
  admin = await person(setupEmail);
  const isSetUp = await rest.call('POST', '/api/admin/setup-production', { token: setupToken }, admin);
  expect(isSetUp.body).toMatchObject({ isAdmin: true });
  ada = await person();
});
afterAll(async () => {
  await endAllServers();
  await model?.close();
  await database?.drop();
});

/** Sends each request from a different IP address: a single one would reach its rate limits. */
function fromAnywhere(client: RestClient): RestClient {
  let calls = 0;
  const moved = (caller: RestCaller = {}): RestCaller => {
    calls++;
    return { ...caller, headers: { 'x-forwarded-for': `10.9.${calls >> 8}.${calls & 255}`, ...caller.headers } };
  };
  return {
    call: (method, path, body, caller) => client.call(method, path, body, moved(caller)),
    send: (method, path, body, caller) => client.send(method, path, body, moved(caller)),
  };
}

async function person(email = newEmail()): Promise<Person> {
  const { status, headers, body } = await rest.call('POST', '/api/register', { email, password });
  expect({ status, body }).toMatchObject({ status: 201 });
  const sessionToken = /=([a-z0-9]{40})/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '';
  return { id: (body as { id: string }).id, email, sessionToken };
}

/** Creates something with a request, and returns its id. */
async function idOf(response: Promise<RestResponse>): Promise<string> {
  const { status, body } = await response;
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { id: string }).id;
}
const conversation = (owner = ada) => idOf(rest.call('POST', '/api/conversations', { title: 'Theirs' }, owner));
const position = () =>
  idOf(
    rest.call(
      'POST',
      '/api/positions',
      { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: '2024-01-02T00:00:00.000Z' },
      admin,
    ),
  );

const endpoint = () =>
  idOf(rest.call('POST', '/api/admin/model-endpoints', { name: newEmail(), baseUrl: model.baseUrl }, admin));
const offeredModel = async () =>
  idOf(rest.call('POST', '/api/admin/models', { endpointId: await endpoint(), name: 'test' }, admin));

const searchProvider = (body: object) => rest.call('PUT', '/api/admin/search/providers', body, admin);

const collection = () => idOf(rest.call('POST', '/api/collections', { name: 'Filings' }, ada));
/** The ids of a collection and its document, as a path contains them. */
async function document(): Promise<string> {
  const id = await collection();
  const article = { title: 'Rates', content: 'Rates were cut.' };
  return `${id}/${await idOf(rest.call('POST', `/api/collections/${id}/documents`, article, ada))}`;
}

/** A user with a second factor, set up as in a browser. */
async function secondFactor() {
  const user = await person();
  const client = apiClient(server.url, `qinsight_session=${user.sessionToken}`);
  const { secret } = await client.secondFactor.begin.mutate({ password });
  const { recoveryCodes } = await client.secondFactor.confirm.mutate({ code: codeOf(secret) });
  return { ...user, code: recoveryCodes[0] ?? '' };
}

async function userBudget(): Promise<string> {
  const { id, email } = await person();
  await rest.call('PUT', '/api/admin/budgets/users', { email, monthlyUsd: '5' }, admin);
  return id;
}

async function file(): Promise<string> {
  const { body } = await rest.call('POST', '/api/objects/upload', {}, ada);
  const { uploadURL, headers } = body as { uploadURL: string; headers: Record<string, string> };
  const sent = await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(makePdf([['A page.']])) });
  expect(sent.status).toBe(200);
  return uploadURL;
}

const objectIdOf = (url: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(url)?.[0] ?? '';

/** A file whose text can be searched. */
async function readFile(): Promise<string> {
  const fileURL = await file();
  await rest.call('PUT', '/api/files', { fileURL, name: 'a.pdf' }, ada);
  const id = objectIdOf(fileURL);
  await until(async () => {
    const { status } = await rest.call('GET', `/api/files/${id}/passage?quote=A+page.`, undefined, ada);
    return status === 200;
  });
  return id;
}

/** An import with its preview. Each account may have one at a time. */
async function conversationImport(): Promise<{ id: string; caller: Person }> {
  const caller = await person();
  const bytes = Buffer.from(JSON.stringify(manyConversations(1, 1)));
  const started = await rest.call('POST', '/api/imports', { fileName: 'export.json', size: bytes.length }, caller);
  const { import: created, upload } = started.body as {
    import: { id: string };
    upload: { uploadURL: string; headers: Record<string, string> };
  };
  const sent = await fetch(upload.uploadURL, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) });
  expect(sent.status).toBe(200);
  await rest.call('POST', `/api/imports/${created.id}/read`, undefined, caller);
  await until(async () => {
    const { body } = await rest.call('GET', `/api/imports/${created.id}`, undefined, caller);
    return (body as { state: string }).state === 'ready';
  });
  return { id: created.id, caller };
}

async function answer(): Promise<string> {
  model.queue({ text: 'Expectations do.' });
  const path = `/api/conversations/${await conversation()}/messages`;
  const { body } = await rest.call('POST', path, { content: 'What moves rates?' }, ada);
  return (body as { assistantMessage: { id: string } }).assistantMessage.id;
}

async function note(): Promise<{ id: string }> {
  const id = await position();
  return { id: `${id}/${await idOf(rest.call('POST', `/api/positions/${id}/notes`, { text: 'A note' }, admin))}` };
}
const prompt = () => idOf(rest.call('POST', '/api/prompts', { title: 'Compare', text: '{{a}} or {{b}}?' }, ada));
const group = () => idOf(rest.call('POST', '/api/admin/groups', { name: newEmail() }, admin));
/** A group that the user can share with. */
async function ownGroup(): Promise<string> {
  const id = await group();
  await rest.call('POST', `/api/admin/groups/${id}/members`, { userId: ada.id }, admin);
  return id;
}
const memory = () => idOf(rest.call('POST', '/api/user/memory/facts', { text: 'Works in Berlin.' }, ada));
const project = () => idOf(rest.call('POST', '/api/projects', { name: 'Board papers' }, ada));
const share = async () => idOf(rest.call('POST', '/api/shares', { messageId: await answer() }, ada));

async function invitation(): Promise<string> {
  const { status, body } = await rest.call('POST', '/api/admin/invitations', { email: newEmail() }, admin);
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

async function waitlistEntry(): Promise<string> {
  const email = newEmail();
  expect((await rest.call('POST', '/api/waitlist/signup', { email })).status).toBe(201);
  const { body } = await rest.call('GET', '/api/admin/waitlist', undefined, admin);
  return (body as { id: string; email: string }[]).find((entry) => entry.email === email)?.id ?? '';
}

async function otherSession(): Promise<string> {
  await rest.call('POST', '/api/login', { email: ada.email, password });
  const { body } = await rest.call('GET', '/api/user/sessions', undefined, ada);
  return (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function resetToken(): Promise<string> {
  const { email } = await person();
  expect((await rest.call('POST', '/api/password-reset/request', { email })).status).toBeLessThan(300);
  // Without a mail server, the email is in the log.
  let token: string | undefined;
  await until(() => {
    const line = server
      .log()
      .split('\n')
      .find((entry) => entry.includes('email not sent') && entry.includes(email));
    token = /[?&#]token=([\w-]+)/.exec(line ?? '')?.[1];
    return token !== undefined;
  });
  return token ?? '';
}

/** The arguments of routes whose example alone is not enough. */
const validCalls: Record<string, () => Promise<{ id?: string; body?: unknown; caller?: RestCaller }>> = {
  'POST /login': async () => ({ body: { email: ada.email, password }, caller: {} }),
  'POST /login/second-factor': async () => {
    const { email, code } = await secondFactor();
    const { headers } = await rest.call('POST', '/api/login', { email, password });
    return { body: { code }, caller: { headers: { cookie: headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' } } };
  },
  'POST /register': async () => ({ body: { email: newEmail(), password, firstName: 'Ada' }, caller: {} }),
  'POST /logout': async () => ({ caller: await person() }),
  'POST /password-reset': async () => ({
    body: { token: await resetToken(), newPassword: 'battery staple' },
    caller: {},
  }),
  'PUT /user/password': async () => ({
    body: { currentPassword: password, newPassword: 'battery staple' },
    caller: await person(),
  }),
  'POST /user/delete': async () => {
    const caller = await person();
    return { body: { email: caller.email, password }, caller };
  },
  'DELETE /user/sessions/:id': async () => ({ id: await otherSession() }),
  'DELETE /tokens/:id': async () => ({
    id: await idOf(rest.call('POST', '/api/tokens', { name: 'x', password }, ada)),
  }),
  'PUT /conversations/:id': async () => ({ id: await conversation() }),
  'DELETE /conversations/:id': async () => ({ id: await conversation() }),
  'GET /conversations/:id/messages': async () => ({ id: await conversation() }),
  'GET /conversations/:id/summary': async () => ({ id: await conversation() }),
  'GET /conversations/:id/shareable': async () => ({ id: await conversation() }),
  'POST /conversations/:id/messages': async () => {
    model.queue({ text: 'Expectations do.' });
    const attachments = [{ type: 'application/pdf', name: 'a.pdf', size: 1, url: await file() }];
    return { id: await conversation(), body: { content: 'What moves rates?', attachments } };
  },
  'POST /messages/:id/stop': async () => ({ id: await answer() }),
  'POST /messages/:id/retry': async () => {
    const id = await answer();
    model.queue({ text: 'They still do.' });
    return { id };
  },
  'GET /messages/:id/versions': async () => ({ id: await answer() }),
  'GET /messages/:id/shareable': async () => ({ id: await answer() }),
  'GET /messages/:id/feedback': async () => ({ id: await answer() }),
  'PUT /messages/:id/feedback': async () => ({ id: await answer() }),
  'DELETE /messages/:id/feedback': async () => ({ id: await answer() }),
  'GET /conversations/:id/feedback': async () => ({ id: await conversation() }),
  'GET /messages/:id/receipt': async () => ({ id: await answer() }),
  'POST /messages/:id/show': async () => ({ id: await answer() }),
  'GET /collections/:id': async () => ({ id: await collection() }),
  'PUT /collections/:id': async () => ({ id: await collection() }),
  'DELETE /collections/:id': async () => ({ id: await collection() }),
  'GET /collections/:id/groups': async () => ({ id: await collection() }),
  'PUT /collections/:id/groups': async () => ({
    id: await collection(),
    body: { groupId: await ownGroup(), access: 'read' },
  }),
  'POST /admin/groups': async () => ({ body: { name: newEmail() } }),
  'GET /collections/:id/documents': async () => ({ id: await collection() }),
  'POST /collections/:id/documents': async () => ({ id: await collection() }),
  'GET /collections/:id/documents/:documentId': async () => ({ id: await document() }),
  'PUT /collections/:id/documents/:documentId': async () => ({ id: await document() }),
  'DELETE /collections/:id/documents/:documentId': async () => ({ id: await document() }),
  'PUT /admin/budgets/users': async () => ({ body: { email: ada.email, monthlyUsd: '5' } }),
  'DELETE /admin/budgets/users/:id': async () => ({ id: await userBudget() }),
  'DELETE /admin/search/providers': async () => {
    await searchProvider({ name: 'brave', apiKey: 'BSA-test', isEnabled: false });
    return {};
  },
  'POST /admin/search/providers/test': async () => {
    await searchProvider({ name: 'searxng', baseUrl: 'http://127.0.0.1:9' });
    return {};
  },
  'DELETE /files/:id': async () => ({ id: objectIdOf(await file()) }),
  'GET /files/:id/passage': async () => ({ id: await readFile() }),
  'GET /conversations/:id': async () => ({ id: await conversation() }),
  'GET /conversations/:id/collections': async () => ({ id: await conversation() }),
  'PUT /conversations/:id/collections': async () => ({
    id: await conversation(),
    body: { collectionId: await collection(), isOn: false },
  }),
  'GET /conversations/:id/research': async () => ({ id: await conversation() }),
  'PUT /files': async () => ({ body: { fileURL: await file(), name: 'a.pdf' } }),
  'PUT /admin/users/lock': async () => ({ body: { userId: (await person()).id, isLocked: true } }),
  'PUT /admin/users/role': async () => ({ body: { userId: (await person()).id, isAdmin: true, password } }),
  'DELETE /admin/users/:id': async () => ({ id: (await person()).id }),
  'PUT /admin/model-endpoints/:id': async () => ({
    id: await endpoint(),
    body: { name: newEmail(), baseUrl: 'http://127.0.0.1:9/v1' },
  }),
  'DELETE /admin/model-endpoints/:id': async () => ({ id: await endpoint() }),
  'GET /admin/model-endpoints/:id/models': async () => ({ id: await endpoint() }),
  'POST /admin/models': async () => ({ body: { endpointId: await endpoint(), name: 'llama3.3' } }),
  'PUT /admin/models/:id': async () => ({ id: await offeredModel() }),
  'DELETE /admin/models/:id': async () => ({ id: await offeredModel() }),
  'POST /admin/models/:id/test': async () => ({ id: await offeredModel() }),
  'POST /admin/models/:id/probe': async () => ({ id: await offeredModel() }),
  'POST /admin/users/reset-second-factor': async () => ({
    body: { userId: (await secondFactor()).id, password },
  }),
  'DELETE /admin/invitations/:id': async () => ({ id: await invitation() }),
  'DELETE /admin/waitlist/:id': async () => ({ id: await waitlistEntry() }),
  'POST /waitlist/signup': async () => ({ body: { email: newEmail() }, caller: {} }),
  'PATCH /conversations/:id': async () => ({ id: await conversation() }),
  'POST /conversations/:id/read': async () => ({ id: await conversation() }),
  'POST /conversations/:id/extend': async () => ({
    id: await idOf(rest.call('POST', '/api/conversations', { isTemporary: true }, ada)),
  }),
  'POST /conversations/discard': async () => ({ body: { conversationIds: [await conversation()] } }),
  'POST /conversations/restore': async () => {
    const conversationIds = [await conversation()];
    await rest.call('POST', '/api/conversations/discard', { conversationIds }, ada);
    return { body: { conversationIds } };
  },
  'POST /conversations/move': async () => ({
    body: { conversationIds: [await conversation()], projectId: await project() },
  }),
  'PUT /admin/groups/:id': async () => ({ id: await group(), body: { name: newEmail() } }),
  'DELETE /admin/groups/:id': async () => ({ id: await group() }),
  'GET /admin/groups/:id/members': async () => ({ id: await group() }),
  'POST /admin/groups/:id/members': async () => ({ id: await group(), body: { userId: (await person()).id } }),
  'DELETE /admin/groups/:id/members/:userId': async () => {
    const [id, { id: userId }] = [await group(), await person()];
    await rest.call('POST', `/api/admin/groups/${id}/members`, { userId }, admin);
    return { id: `${id}/${userId}` };
  },
  'PUT /user/memory/facts/:id': async () => ({ id: await memory() }),
  'DELETE /user/memory/facts/:id': async () => ({ id: await memory() }),
  'GET /prompts/:id': async () => ({ id: await prompt() }),
  'PUT /prompts/:id': async () => ({ id: await prompt() }),
  'DELETE /prompts/:id': async () => ({ id: await prompt() }),
  'POST /prompts/:id/restore': async () => {
    const id = await prompt();
    await rest.call('DELETE', `/api/prompts/${id}`, undefined, ada);
    return { id };
  },
  'GET /projects/:id': async () => ({ id: await project() }),
  'PUT /projects/:id': async () => ({ id: await project() }),
  'DELETE /projects/:id': async () => ({ id: await project() }),
  'GET /imports/:id': conversationImport,
  'POST /imports/:id/read': conversationImport,
  'POST /imports/:id/run': conversationImport,
  'DELETE /imports/:id': conversationImport,
  'POST /shares': async () => ({ body: { messageId: await answer() } }),
  'DELETE /shares/:id': async () => ({ id: await share() }),
  'POST /positions/rename': async () => {
    await position();
    return {};
  },
  'POST /positions/delist': async () => {
    await position();
    return {};
  },
  'PATCH /positions/:id/close': async () => ({ id: await position() }),
  'GET /positions/:id/receipt': async () => ({ id: await position() }),
  'GET /positions/:id': async () => ({ id: await position() }),
  'PUT /positions/:id/follow': async () => ({ id: await position() }),
  'PUT /positions/:id/thesis': async () => ({ id: await position() }),
  'GET /positions/:id/notes': async () => ({ id: await position() }),
  'POST /positions/:id/notes': async () => ({ id: await position() }),
  'PUT /positions/:id/notes/:noteId': note,
  'DELETE /positions/:id/notes/:noteId': note,
  'PATCH /positions/:id': async () => ({ id: await position() }),
  'DELETE /positions/:id': async () => ({ id: await position() }),
};

/** Endpoints that need what this server does not have; their success is tested in contract.test.ts. */
const elsewhere: Record<string, string> = {
  'POST /user/identities/:id/disconnect': 'needs an account at a sign-in provider',
  'POST /positions/decide-split': 'needs a split, which comes from a price provider',
  'POST /positions/decide-price': 'needs a held-back price, which comes from a price provider',
  'POST /backtest': 'needs daily closes, which come from a price provider',
  'POST /backtest/published': 'needs daily closes, which come from a price provider',
  'GET /backtest/published/:id': 'needs daily closes, which come from a price provider',
  'PATCH /backtest/published/:id': 'needs daily closes, which come from a price provider',
  'DELETE /backtest/published/:id': 'needs daily closes, which come from a price provider',
  'GET /messages/:id/snapshots/:snapshotId': 'needs a page of the web',
  'POST /collections/:id/documents/:documentId/refresh': 'needs a page of the web',
  'POST /research': 'needs a search provider',
  'GET /research/:id': 'needs a search provider',
  'POST /research/:id/run': 'needs a search provider',
  'POST /research/:id/stop': 'needs a search provider',
  'GET /research/:id/changes': 'needs a search provider',
  'POST /research-schedules': 'needs a search provider',
  'PATCH /research-schedules/:id': 'needs a search provider',
  'DELETE /research-schedules/:id': 'needs a search provider',
};
const callerOf = (route: Route): Person =>
  route.access === 'admin' || route.path.includes('setup-production') ? admin : ada;
const kind = databaseServer ? 'on PostgreSQL' : 'on the embedded database';

describe(`the built server ${kind}`, () => {
  const plain = routes.filter((route) => !route.stream && !route.download && !(nameOf(route) in elsewhere));

  it.each(plain.map((route) => [nameOf(route), route] as const))(
    'responds to %s as documented',
    async (name, route) => {
      await Promise.all([conversation(), waitlistEntry(), position()]);
      const { caller = callerOf(route), ...options } = (await validCalls[name]?.()) ?? {};
      const response = await callRoute(rest, route, caller, options);
      expect({ status: response.status, body: response.body }).toMatchObject({ status: route.status });
      expect(publishedSchema(route).safeParse(response.body).error).toBeUndefined();
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(routes.filter(({ access }) => access !== 'everybody').map((route) => [nameOf(route), route] as const))(
    'rejects %s from signed-out callers',
    async (_name, route) => {
      expectError(await callRoute(rest, route, {}, { id: randomUUID() }), 401, 'Please sign in to continue.');
    },
  );

  it.each(routes.filter(({ access }) => access === 'admin').map((route) => [nameOf(route), route] as const))(
    'rejects %s from a member',
    async (_name, route) => {
      expectError(
        await callRoute(rest, route, ada, { id: randomUUID() }),
        403,
        "You don't have permission to do this.",
      );
    },
  );

  it('returns the same for another user’s conversation as for an unknown one', async () => {
    const theirs = await conversation(admin);
    for (const id of [theirs, randomUUID()])
      expectError(
        await rest.call('GET', `/api/conversations/${id}/messages`, undefined, ada),
        404,
        'Conversation not found',
      );
  });

  it('streams a conversation’s events, and stores an answer once per key', async () => {
    const id = await conversation();
    const leave = new AbortController();
    const cookie = `qinsight_session=${ada.sessionToken}`;
    const stream = await fetch(`${server.url}/api/conversations/${id}/events`, {
      headers: { cookie },
      signal: leave.signal,
    });
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    model.queue({ text: 'Once.' });
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () =>
      rest.call('POST', `/api/conversations/${id}/messages`, { content: 'Twice?' }, { ...ada, headers });
    const [first, second] = [await ask(), await ask()];
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    let text = '';
    for await (const piece of stream.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString();
      if (text.includes('"finished"')) break;
    }
    expect(text).toContain('Once.');
    leave.abort();
  });

  it('serves the document it is validated against, and returns errors in its format', async () => {
    const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/conversations', '/api/positions', '/api/login']));
    expectError(await rest.call('GET', '/api/nowhere', undefined, ada), 404);
    expectError(await rest.call('PATCH', '/api/conversations', {}, ada), 405);
    expectError(await rest.send('POST', '/api/conversations', '{', ada), 400);
    const text = { ...ada, headers: { 'content-type': 'text/plain' } };
    expectError(await rest.send('POST', '/api/conversations', '{}', text), 415);
    expectError(
      await rest.send('POST', '/api/conversations', JSON.stringify({ title: 'x'.repeat(1_100_000) }), ada),
      413,
    );
  });
});
