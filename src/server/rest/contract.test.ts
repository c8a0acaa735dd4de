/** Each endpoint's response, compared with the published OpenAPI schema. Errors are in refusals.test.ts. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionHandle } from '~/server/features/sessions/sessions.service';
import { sha256 } from '~/server/lib/hash';
import { sessionIdOf } from '~/server/lib/session-token';
import { sessionFrom } from '~/server/testing/clients/http-client';
import { publishedContent, publishedSchema } from '~/server/testing/clients/response-schemas';
import { expectError, type RestCaller } from '~/server/testing/clients/rest-client';
import { callRoute, nameOf } from '~/server/testing/clients/rest-route-calls';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { startRestCast } from '~/server/testing/worlds/rest-cast';
import { newEmail, password, type RestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import type { Route } from './route';
import { routes } from './routes';

let cast: Awaited<ReturnType<typeof startRestCast>>;
let world: RestWorld;
let ada: TestUser;
let admin: TestUser;

beforeAll(async () => {
  cast = await startRestCast();
  ({ world, ada, admin } = cast);
  // The limits have tests of their own.
  Object.assign(world.server.deps, { rateLimiter: unlimited });
  await world.closes();
  await admin.call.positions.add(routeOf('POST /positions').body?.example as never);
});
afterAll(() => world.server.close());
beforeEach(() => world.resetLimits());

const routeOf = (name: string) => routes.find((route) => nameOf(route) === name) as Route;
const callerOf = (route: Route): TestUser => cast.callerOf(route);
const call = (name: string, caller: RestCaller, options: { id?: string; body?: unknown } = {}) =>
  callRoute(world.rest, routeOf(name), caller, options);

/** The arguments of routes whose example alone is not enough. */
const validCalls: Record<string, () => Promise<{ id?: string; body?: unknown; caller?: RestCaller }>> = {
  'POST /login': async () => ({ body: { email: ada.user.email, password }, caller: {} }),
  'POST /login/second-factor': async () => {
    const { cookie, code } = await world.challengeOf(await world.person());
    return { body: { code }, caller: { headers: { cookie } } };
  },
  'POST /register': async () => ({ body: { email: newEmail(), password, firstName: 'Ada' }, caller: {} }),
  'POST /logout': async () => ({ caller: await world.person() }),
  'PUT /user/password': async () => ({
    body: { currentPassword: password, newPassword: 'battery staple' },
    caller: await world.person(),
  }),
  'POST /password-reset': async () => {
    const { user } = await world.person();
    const token = `the-token-of-${user.id}`;
    const reset = { userId: user.id, tokenHash: sha256(token) };
    const expiresAt = new Date(Date.now() + 60_000);
    await world.server.deps.db.emailLink.create({ data: { ...reset, purpose: 'reset-password', expiresAt } });
    return { body: { token, newPassword: 'battery staple' }, caller: {} };
  },
  'POST /user/delete': async () => {
    const caller = await world.person();
    return { body: { email: caller.user.email, password }, caller };
  },
  'DELETE /user/sessions/:id': async () => {
    const session = { device: 'x', ip: '', created: '' };
    const { token } = await world.server.deps.sessions.issueSession(ada.user.id, session);
    return { id: sessionHandle(sessionIdOf(token)) };
  },
  'GET /user/sign-in-methods': async () => {
    await world.identityOf(ada);
    return {};
  },
  'POST /user/identities/:id/disconnect': async () => ({ id: await world.identityOf(ada) }),
  'DELETE /tokens/:id': async () => ({ id: (await ada.call.tokens.create({ name: 'x', password })).id }),
  'GET /shares': async () => {
    await world.shareOf(ada);
    return {};
  },
  'POST /shares': async () => ({ body: { messageId: (await world.answerOf(ada)).id } }),
  'GET /conversations/:id/shareable': async () => ({ id: (await world.answerOf(ada)).conversationId }),
  'GET /messages/:id/shareable': async () => ({ id: (await world.answerOf(ada)).id }),
  'DELETE /shares/:id': async () => ({ id: await world.shareOf(ada) }),
  'GET /user/memory': async () => {
    await world.memoryOf(ada);
    return {};
  },
  'PUT /user/memory/facts/:id': async () => ({ id: await world.memoryOf(ada) }),
  'DELETE /user/memory/facts/:id': async () => ({ id: await world.memoryOf(ada) }),
  'GET /prompts': async () => {
    await world.promptOf(ada);
    return {};
  },
  'GET /prompts/:id': async () => ({ id: await world.promptOf(ada) }),
  'PUT /prompts/:id': async () => ({ id: await world.promptOf(ada) }),
  'DELETE /prompts/:id': async () => ({ id: await world.promptOf(ada) }),
  'POST /prompts/:id/restore': async () => ({ id: await world.discardedPromptOf(ada) }),
  'GET /projects': async () => {
    await world.projectOf(ada);
    return {};
  },
  'GET /projects/:id': async () => ({ id: await world.projectOf(ada) }),
  'PUT /projects/:id': async () => ({ id: await world.projectOf(ada) }),
  'DELETE /projects/:id': async () => ({ id: await world.projectOf(ada) }),
  'POST /conversations/move': async () => ({
    body: { conversationIds: [await world.conversationOf(ada)], projectId: await world.projectOf(ada) },
  }),
  'PUT /conversations/:id': async () => ({ id: await world.conversationOf(ada) }),
  'DELETE /conversations/:id': async () => ({ id: await world.conversationOf(ada) }),
  'PATCH /conversations/:id': async () => ({ id: await world.conversationOf(ada) }),
  'POST /conversations/:id/read': async () => ({ id: await world.conversationOf(ada) }),
  'POST /conversations/:id/extend': async () => ({
    id: (await ada.call.conversations.create({ isTemporary: true })).id,
  }),
  'POST /conversations/discard': async () => ({ body: { conversationIds: [await world.conversationOf(ada)] } }),
  'POST /conversations/restore': async () => {
    const conversationIds = [await world.conversationOf(ada)];
    await ada.call.conversations.discard({ conversationIds });
    return { body: { conversationIds } };
  },
  'GET /conversations/:id/messages': async () => ({ id: (await world.answerOf(ada)).conversationId }),
  'GET /conversations/:id/summary': async () => ({ id: (await world.answerOf(ada)).conversationId }),
  'GET /conversations/:id/export': async () => ({ id: (await world.answerOf(ada)).conversationId }),
  'GET /messages/:id/export': async () => ({ id: (await world.answerOf(ada)).id }),
  'GET /messages/:id/receipt': async () => ({ id: (await world.answerOf(ada)).id }),
  'POST /research': async () => {
    await admin.call.webSearch.saveProvider({ name: 'searxng', baseUrl: 'http://127.0.0.1:9' });
    return {};
  },
  'DELETE /admin/search/providers': async () => {
    await admin.call.webSearch.saveProvider({ name: 'brave', apiKey: 'BSA-test', isEnabled: false });
    return {};
  },
  'POST /admin/search/providers/test': async () => {
    await admin.call.webSearch.saveProvider({ name: 'searxng', baseUrl: 'http://127.0.0.1:9' });
    return {};
  },
  'GET /research/:id': async () => ({ id: await world.researchOf(ada) }),
  'POST /research/:id/run': async () => ({ id: await world.researchOf(ada) }),
  'POST /research/:id/stop': async () => ({ id: await world.researchOf(ada) }),
  'GET /imports/:id': async () => ({ id: await world.importOf(ada) }),
  'POST /imports/:id/read': async () => ({ id: await world.importOf(ada) }),
  'POST /imports/:id/run': async () => ({ id: await world.importOf(ada) }),
  'DELETE /imports/:id': async () => ({ id: await world.importOf(ada) }),
  'GET /research/:id/changes': async () => ({ id: await world.researchOf(ada) }),
  'GET /research-schedules': async () => {
    await world.scheduleOf(ada);
    return {};
  },
  'POST /research-schedules': async () => ({
    body: {
      researchId: await world.finishedResearchOf(ada),
      timing: { frequency: 'daily', time: '08:00', timeZone: 'UTC' },
    },
  }),
  'PATCH /research-schedules/:id': async () => ({ id: await world.scheduleOf(ada) }),
  'DELETE /research-schedules/:id': async () => ({ id: await world.scheduleOf(ada) }),
  'POST /messages/:id/stop': async () => ({ id: (await world.answerOf(ada)).id }),
  'POST /messages/:id/retry': async () => ({ id: (await world.answerOf(ada)).id }),
  'GET /messages/:id/snapshots/:snapshotId': async () => ({ id: await world.snapshotOf(ada) }),
  'GET /messages/:id/feedback': async () => ({ id: (await world.feedbackOf(ada)).messageId }),
  'PUT /messages/:id/feedback': async () => ({ id: (await world.answerOf(ada)).id }),
  'DELETE /messages/:id/feedback': async () => ({ id: (await world.feedbackOf(ada)).messageId }),
  'GET /conversations/:id/feedback': async () => ({ id: (await world.feedbackOf(ada)).conversationId }),
  'GET /admin/feedback/comments': async () => {
    await world.feedbackOf(ada);
    return {};
  },
  'GET /messages/:id/versions': async () => ({ id: (await world.answerOf(ada)).id }),
  'POST /messages/:id/show': async () => ({ id: (await world.answerOf(ada)).id }),
  'POST /conversations/:id/messages': async () => {
    const url = await world.fileOf(ada);
    const attachments = [{ type: 'application/pdf', name: 'a.pdf', size: 1, url }];
    return { id: await world.conversationOf(ada), body: { content: 'What moves rates?', attachments } };
  },
  'GET /collections/:id': async () => ({ id: await world.collectionOf(ada) }),
  'PUT /collections/:id': async () => ({ id: await world.collectionOf(ada) }),
  'DELETE /collections/:id': async () => ({ id: await world.collectionOf(ada) }),
  'GET /collections/:id/documents': async () => ({ id: (await world.documentOf(ada)).slice(0, 36) }),
  'POST /collections/:id/documents': async () => ({ id: await world.collectionOf(ada) }),
  'GET /collections/:id/documents/:documentId': async () => ({ id: await world.documentOf(ada) }),
  'PUT /collections/:id/documents/:documentId': async () => ({ id: await world.documentOf(ada) }),
  'POST /collections/:id/documents/:documentId/refresh': async () => ({ id: await world.webPageOf(ada) }),
  'DELETE /collections/:id/documents/:documentId': async () => ({ id: await world.documentOf(ada) }),
  'DELETE /files/:id': async () => ({ id: (await world.fileOf(ada)).slice('/objects/'.length) }),
  'GET /files/:id/passage': async () => ({ id: await world.readFileOf(ada) }),
  'GET /conversations/:id': async () => ({ id: await world.conversationOf(ada) }),
  'GET /conversations/:id/collections': async () => ({ id: await world.conversationOf(ada) }),
  'PUT /conversations/:id/collections': async () => ({
    id: await world.conversationOf(ada),
    body: { collectionId: await world.collectionOf(ada), isOn: false },
  }),
  'GET /conversations/:id/research': async () => ({ id: (await world.answerOf(ada)).conversationId }),
  'PUT /files': async () => ({ body: { fileURL: await world.fileOf(ada), name: 'a.pdf' } }),
  'PUT /admin/users/lock': async () => ({ body: { userId: (await world.person()).user.id, isLocked: true } }),
  'PUT /admin/users/role': async () => ({ body: { userId: (await world.person()).user.id, isAdmin: true, password } }),
  'DELETE /admin/users/:id': async () => ({ id: (await world.person()).user.id }),
  'PUT /admin/model-endpoints/:id': async () => ({
    id: (await world.endpoint()).endpoint,
    body: { name: newEmail(), baseUrl: 'http://127.0.0.1:9/v1' },
  }),
  'DELETE /admin/model-endpoints/:id': async () => ({ id: (await world.endpoint()).endpoint }),
  'GET /admin/model-endpoints/:id/models': async () => ({ id: (await world.endpoint()).endpoint }),
  'POST /admin/models': async () => ({ body: { endpointId: (await world.endpoint()).endpoint, name: 'llama3.3' } }),
  'PUT /admin/models/:id': async () => ({ id: (await world.endpoint()).model }),
  'DELETE /admin/models/:id': async () => ({ id: (await world.endpoint()).model }),
  'POST /admin/models/:id/test': async () => ({ id: (await world.endpoint()).model }),
  'POST /admin/models/:id/probe': async () => ({ id: (await world.endpoint()).model }),
  'GET /admin/usage': async () => {
    await world.usageOf(ada);
    return {};
  },
  'GET /admin/budgets/users': async () => {
    await world.userBudget();
    return {};
  },
  'PUT /admin/budgets/users': async () => ({ body: { email: ada.user.email, monthlyUsd: '5' } }),
  'DELETE /admin/budgets/users/:id': async () => ({ id: await world.userBudget() }),
  'GET /groups': async () => {
    await world.groupOf(ada);
    return {};
  },
  'GET /admin/groups': async () => {
    await world.groupOf(ada);
    return {};
  },
  'POST /admin/groups': async () => ({ body: { name: `Group ${randomUUID()}` } }),
  'PUT /admin/groups/:id': async () => ({ id: await world.groupOf(ada), body: { name: `Group ${randomUUID()}` } }),
  'DELETE /admin/groups/:id': async () => ({ id: await world.groupOf(ada) }),
  'GET /admin/groups/:id/members': async () => ({ id: await world.groupOf(ada) }),
  'POST /admin/groups/:id/members': async () => ({
    id: await world.groupOf(ada),
    body: { userId: admin.user.id },
  }),
  'DELETE /admin/groups/:id/members/:userId': async () => ({ id: `${await world.groupOf(ada)}/${ada.user.id}` }),
  'GET /collections/:id/groups': async () => {
    const id = await world.collectionOf(ada);
    const groupId = await world.groupOf(ada);
    await ada.call.collections.shareWithGroup({ collectionId: id, groupId, access: 'read' });
    return { id };
  },
  'PUT /collections/:id/groups': async () => ({
    id: await world.collectionOf(ada),
    body: { groupId: await world.groupOf(ada), access: 'edit' },
  }),
  'GET /admin/invitations': async () => {
    await world.invitation(admin);
    return {};
  },
  'POST /admin/invitations': async () => ({ body: { email: newEmail() } }),
  'POST /admin/users/reset-second-factor': async () => {
    const person = await world.person();
    await world.challengeOf(person);
    return { body: { userId: person.user.id, password } };
  },
  'DELETE /admin/invitations/:id': async () => ({ id: await world.invitation(admin) }),
  'DELETE /admin/waitlist/:id': async () => ({ id: await world.waitlistEntry() }),
  'POST /waitlist/signup': async () => ({ body: { email: newEmail() }, caller: {} }),
  'GET /track-record/timestamps': async () => {
    await world.timestamp();
    return {};
  },
  'GET /track-record/bitcoin-proofs': async () => {
    await world.bitcoinProof();
    return {};
  },
  'GET /positions/evidence-sources': async () => {
    const { id } = await world.answerOf(admin);
    const check = { verdict: 'absent', checkedAt: new Date().toISOString() };
    const metadata = { citations: [{ source: 'Rates', url: 'https://example.org/rates', check }] };
    await world.server.deps.db.message.update({ where: { id }, data: { metadata } });
    return {};
  },
  'POST /positions/decide-split': async () => {
    await world.doubts();
    return {};
  },
  'POST /positions/decide-price': async () => {
    await world.doubts();
    return {};
  },
  'GET /backtest/published/:id': async () => ({ id: await world.publishedBacktest(admin) }),
  'PATCH /backtest/published/:id': async () => ({ id: await world.publishedBacktest(admin) }),
  'DELETE /backtest/published/:id': async () => ({ id: await world.publishedBacktest(admin) }),
  'PATCH /positions/:id/close': async () => ({ id: await world.position(admin) }),
  'GET /positions/:id/receipt': async () => ({ id: await world.position(admin) }),
  'GET /positions/:id': async () => ({ id: await world.position(admin) }),
  'PUT /positions/:id/thesis': async () => ({ id: await world.position(admin) }),
  'PUT /positions/:id/follow': async () => ({ id: await world.position(admin) }),
  'GET /positions/:id/notes': async () => ({ id: (await world.noteOf(admin)).split('/')[0] ?? '' }),
  'POST /positions/:id/notes': async () => ({ id: await world.position(admin) }),
  'PUT /positions/:id/notes/:noteId': async () => ({ id: await world.noteOf(admin) }),
  'DELETE /positions/:id/notes/:noteId': async () => ({ id: await world.noteOf(admin) }),
  'PATCH /positions/:id': async () => ({ id: await world.position(admin) }),
  'DELETE /positions/:id': async () => ({ id: await world.position(admin) }),
};

describe('a valid request', () => {
  it.each(routes.filter(({ stream }) => !stream).map((route) => [nameOf(route), route] as const))(
    '%s returns what the document specifies',
    async (name, route) => {
      await world.conversationOf(ada);
      await world.waitlistEntry();
      await world.position(admin);
      // Each adds a collection, and a user may have at most 200.
      if (/collections|knowledge|documents/.test(route.path)) await world.documentOf(ada);
      const { caller = callerOf(route), ...options } = (await validCalls[name]?.()) ?? {};
      const response = await callRoute(world.rest, route, caller, options);
      expect({ status: response.status, body: response.body }).toMatchObject({ status: route.status });
      expect(publishedSchema(route).safeParse(response.body ?? response.text).error).toBeUndefined();
      if (route.list) expect(response.body).not.toEqual([]);
      expect(response.headers.get('cache-control')).toMatch(/^no-store/);
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(route.download?.types[0] ?? 'application/json');
    },
  );

  it.each([
    ['GET /conversations/:id/export', ['md', 'json', 'docx', 'pdf', 'html']],
    ['GET /messages/:id/export', ['md', 'json', 'docx', 'pdf', 'html']],
    ['GET /positions/export', ['csv', 'json']],
    ['POST /user/export', ['zip']],
  ])('%s names the media type of each format, and which are not text', async (name, formats) => {
    const route = routeOf(name);
    const { id = '' } = (await validCalls[name]?.()) ?? {};
    const path = `/api${route.path.replace(':id', id)}`;
    const content = publishedContent(route);
    const sent = await Promise.all(
      formats.map(async (format) => {
        const response = await world.rest.call(route.method.toUpperCase(), `${path}?format=${format}`, undefined, ada);
        expect(response.status).toBe(200);
        const type = response.headers.get('content-type')?.split(';')[0] ?? '';
        const isText = ['md', 'html', 'csv'].includes(format);
        const schema = isText ? { type: 'string' } : { type: 'string', format: 'binary' };
        expect(content[type]?.schema).toEqual(format === 'json' ? { type: 'object' } : schema);
        return type;
      }),
    );
    expect(sent.sort()).toEqual(Object.keys(content).sort());
  });

  it('signs in with a cookie, and out by deleting it', async () => {
    const caller = {
      sessionToken: sessionFrom((await call('POST /login', {}, await validCalls['POST /login']?.())).headers),
    };
    expect((await call('GET /auth/user', caller)).body).toMatchObject({ email: ada.user.email });
    expect((await call('GET /user', caller)).body).toEqual((await call('GET /auth/user', caller)).body);
    const { status, headers, body } = await call('POST /logout', caller);
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Signed out' } });
    expect(sessionFrom(headers)).toBeNull();
    expectError(await call('GET /auth/user', caller), 401, 'Please sign in to continue.');
    expect((await call('POST /logout', {})).status).toBe(200);
  });

  it('reports what setup has done, and then that nothing was left to do', async () => {
    await world.server.deps.db.investmentPosition.deleteMany();
    const run = async () => (await call('POST /admin/setup-production', cast.setup)).body;
    expect(await run()).toEqual({ positionsCreated: true, isAdmin: true });
    expect(await run()).toEqual({ positionsCreated: false, isAdmin: true });
    const { body } = await call('GET /positions', ada);
    expect(body).toMatchObject({ open: expect.any(Array), closed: [] });
    expect((body as { open: unknown[] }).open).toHaveLength(6);
  });
});
