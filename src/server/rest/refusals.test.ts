/** Every error of every endpoint in the document. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emailUnconfirmed } from '~/server/features/auth/confirmed-email';
import { documentChanged } from '~/server/features/collections/collections.errors';
import { notFinished, tooLongToExport } from '~/server/features/exports/exports.errors';
import { notRatable } from '~/server/features/feedback/feedback.errors';
import { endpointNameTaken } from '~/server/features/models/models.errors';
import { noteChanged, thesisChanged } from '~/server/features/positions/positions.errors';
import { nothingToShare, publicSharingOff } from '~/server/features/shares/shares.errors';
import { bodyLimits } from '~/server/http/body-limits';
import { noPassword } from '~/server/lib/password';
import { callerKey, type RateLimitedAction } from '~/server/lib/rate-limit';
import { idOf } from '~/server/lib/schema-examples';
import { expectError, type RestCaller, type RestResponse } from '~/server/testing/clients/rest-client';
import { callRoute, nameOf, pathOf } from '~/server/testing/clients/rest-route-calls';
import { modelIsAway } from '~/server/testing/fakes/obedient-model';
import { until } from '~/server/testing/until';
import { withoutBudget } from '~/server/testing/worlds/priced-model';
import { startRestCast } from '~/server/testing/worlds/rest-cast';
import { newEmail, password, type RestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import type { ErrorStatus } from '~/server/trpc/init';
import { definitionOf } from './procedures';
import type { Route } from './route';
import { errorsOf } from './route-errors';
import { routes } from './routes';

let cast: Awaited<ReturnType<typeof startRestCast>>;
let world: RestWorld;
let ada: TestUser;
let admin: TestUser;

beforeAll(async () => {
  cast = await startRestCast();
  ({ world, ada, admin } = cast);
});
afterAll(() => world.server.close());
beforeEach(() => world.resetLimits());

const routeOf = (name: string) => routes.find((route) => nameOf(route) === name) as Route;
const callerOf = (route: Route): TestUser => cast.callerOf(route);
const call = (name: string, caller: RestCaller, options: { id?: string; body?: unknown } = {}) =>
  callRoute(world.rest, routeOf(name), caller, options);

const post = 'POST /conversations/:id/messages';
const ask = async (content: string, caller: TestUser, id?: string) =>
  call(post, caller, { id: id ?? (await world.conversationOf(caller)), body: { content } });
/** Nothing listens on this port. */
const deadEndpoint = 'http://127.0.0.1:9/v1';
const tooLongId = 'x'.repeat(301);
const spend = (action: RateLimitedAction, key: string) =>
  Promise.allSettled(Array.from({ length: 50 }, () => world.server.deps.rateLimiter.consume(action, key)));
const withKey = (caller: RestCaller, key: string) => ({ ...caller, headers: { 'idempotency-key': key } });

/** Runs with a quota of one megabyte. */
async function withQuota(name: 'QUOTA_USER_STORAGE_MB' | 'QUOTA_TOTAL_STORAGE_MB', run: () => Promise<RestResponse>) {
  const { env } = world.server.deps;
  const before = env[name];
  Object.assign(env, { [name]: 1 });
  const response = await run();
  Object.assign(env, { [name]: before });
  return response;
}

/** Runs with a search provider in the server's settings. */
async function withSearchSettings(run: () => Promise<RestResponse>) {
  const { env } = world.server.deps;
  Object.assign(env, { BRAVE_API_KEY: 'BSA-test' });
  const response = await run();
  Object.assign(env, { BRAVE_API_KEY: undefined });
  return response;
}

/** The response to a page that grows with each refresh, until it exceeds the quota. */
async function refreshGrowing(name: Parameters<typeof withQuota>[0]): Promise<RestResponse> {
  const id = await world.webPageOf(ada);
  const { pages } = world.server.deps;
  const page = await pages.read('https://example.com/press', AbortSignal.timeout(1000));
  return withQuota(name, async () => {
    for (const letter of 'abc') {
      pages.read = async () => ({ ...page, text: letter.repeat(400_000) }) as typeof page;
      const response = await call('POST /collections/:id/documents/:documentId/refresh', ada, { id });
      if (response.status !== 200) return response;
    }
    throw new Error('there was room for all of it');
  });
}

/** The response if another user saves a text while the page is read. */
async function refreshDuringEdit(): Promise<RestResponse> {
  const id = await world.webPageOf(ada);
  const [collectionId = '', documentId = ''] = id.split('/');
  const { pages } = world.server.deps;
  const { read } = pages;
  pages.read = async (...request) => {
    await ada.call.collections.updateDocument({ collectionId, documentId, content: 'A correction.' });
    const page = await read.apply(pages, request);
    return { ...page, text: 'The new text of the page.' } as typeof page;
  };
  const response = await call('POST /collections/:id/documents/:documentId/refresh', ada, { id });
  pages.read = read;
  return response;
}

/** The response to a used Idempotency-Key with other values. */
async function withUsedKey(
  name: string,
  caller: TestUser,
  body: unknown,
  other: unknown,
): Promise<[RestResponse, string]> {
  const key = randomUUID();
  await call(name, withKey(caller, key), { body });
  const response = await call(name, withKey(caller, key), { body: other });
  return [response, 'This Idempotency-Key was already used for another request.'];
}

async function twoLists(): Promise<[{ conversationIds: string[] }, { conversationIds: string[] }]> {
  const [first, second] = [await world.conversationOf(ada), await world.conversationOf(ada)];
  return [{ conversationIds: [first] }, { conversationIds: [second] }];
}

/** Errors specific to one endpoint, each with its message if that is documented. */
const ownErrors: Record<string, Partial<Record<ErrorStatus, () => Promise<[RestResponse, string?]>>>> = {
  'POST /login': {
    400: async () => [await call('POST /login', {}, { body: { email: 'a@example.com' } }), 'Password is required'],
    401: async () => [
      await call('POST /login', {}, { body: { email: ada.user.email, password: 'wrong' } }),
      'Invalid email or password',
    ],
    403: async () => {
      const locked = await world.person();
      await admin.call.admin.lock({ userId: locked.user.id, isLocked: true });
      const response = await call('POST /login', {}, { body: { email: locked.user.email, password } });
      return [response, 'Your account is locked. Please contact support.'];
    },
    429: async () => {
      const email = newEmail();
      await spend('signInByCaller', callerKey(email, '127.0.0.1'));
      return [await call('POST /login', {}, { body: { email, password } })];
    },
  },
  'POST /login/second-factor': {
    400: async () => {
      const { cookie } = await world.challengeOf(await world.person());
      const response = await call('POST /login/second-factor', { headers: { cookie } }, { body: { code: '000000' } });
      return [response, 'This code is not valid. Enter the newest code, or a recovery code you have not used.'];
    },
    401: async () => [
      await call('POST /login/second-factor', {}, { body: { code: '000000' } }),
      'This sign-in took too long or had too many wrong codes. Sign in again.',
    ],
    403: async () => {
      const locked = await world.person();
      const { cookie, code } = await world.challengeOf(locked);
      await world.server.deps.db.user.update({ where: { id: locked.user.id }, data: { isLocked: true } });
      const response = await call('POST /login/second-factor', { headers: { cookie } }, { body: { code } });
      return [response, 'Your account is locked. Please contact support.'];
    },
    429: async () => {
      const person = await world.person();
      const { cookie, code } = await world.challengeOf(person);
      await spend('secondFactorByAccount', person.user.id);
      return [await call('POST /login/second-factor', { headers: { cookie } }, { body: { code } })];
    },
  },
  'POST /register': {
    403: async () => {
      const { env } = world.server.deps;
      Object.assign(env, { SIGN_UP: 'closed' });
      const response = await call('POST /register', {}, { body: { email: newEmail(), password } });
      Object.assign(env, { SIGN_UP: 'open' });
      return [response, 'Sign-up is closed. Ask an administrator of this service for an account.'];
    },
    400: async () => [await call('POST /register', {}, { body: { email: 'x', password } }), 'Invalid email format'],
    409: async () => [
      await call('POST /register', {}, { body: { email: ada.user.email, password } }),
      'An account with this email already exists',
    ],
    429: async () => {
      await spend('registerByAddress', '127.0.0.1');
      return [await call('POST /register', {}, { body: { email: newEmail(), password } })];
    },
  },
  'PUT /user/profile': {
    400: async () => [
      await call('PUT /user/profile', ada, { body: { firstName: 'x'.repeat(101) } }),
      'Names can have at most 100 characters',
    ],
  },
  'PUT /user/password': {
    400: async () => [
      await call('PUT /user/password', ada, { body: { currentPassword: 'wrong', newPassword: 'long enough' } }),
      'Current password is incorrect',
    ],
    429: async () => {
      await spend('passwordByAccount', ada.user.id);
      const response = await call('PUT /user/password', ada);
      await world.server.deps.rateLimiter.reset('passwordByAccount', ada.user.id);
      return [response];
    },
  },
  'POST /password-reset/request': {
    400: async () => [await call('POST /password-reset/request', {}, { body: { email: ' ' } }), 'Email is required'],
    429: async () => {
      const email = newEmail();
      await spend('resetByCaller', callerKey(email, '127.0.0.1'));
      return [await call('POST /password-reset/request', {}, { body: { email } })];
    },
  },
  'POST /password-reset': {
    400: async () => [
      await call('POST /password-reset', {}),
      'This link has expired or was already used. Request a new one.',
    ],
    429: async () => {
      await spend('resetLinkByAddress', '127.0.0.1');
      return [await call('POST /password-reset', {})];
    },
  },
  'DELETE /user/sessions/:id': {
    404: async () => [await call('DELETE /user/sessions/:id', ada, { id: 'a'.repeat(32) }), 'Session not found'],
  },
  'POST /user/identities/:id/disconnect': {
    400: async () => [
      await call('POST /user/identities/:id/disconnect', ada, {
        id: await world.identityOf(ada),
        body: { password: 'wrong' },
      }),
      'Password is incorrect',
    ],
    409: async () => {
      const eve = await world.person();
      const { db } = world.server.deps;
      await db.user.update({ where: { id: eve.user.id }, data: { password: noPassword() } });
      await db.session.updateMany({ where: { userId: eve.user.id }, data: { confirmedAt: new Date() } });
      return [
        await call('POST /user/identities/:id/disconnect', eve, { id: await world.identityOf(eve), body: {} }),
        'This is the only way to sign in to your account. Set a password first.',
      ];
    },
  },
  'PUT /user/instructions': {
    400: async () => [
      await call('PUT /user/instructions', ada, { body: { instructions: 'x'.repeat(2001) } }),
      'Instructions must be 2000 characters or fewer',
    ],
  },
  'PUT /user/chat-preferences': {
    400: async () => [
      await call('PUT /user/chat-preferences', ada, { body: { modelTitles: 'yes' } }),
      'modelTitles must be of type boolean',
    ],
  },
  'POST /user/export': {
    429: async () => {
      await spend('exportByAccount', ada.user.id);
      return [await call('POST /user/export', ada)];
    },
  },
  'POST /user/delete': {
    400: async () => [
      await call('POST /user/delete', ada, { body: { email: ada.user.email, password: 'wrong' } }),
      'Password is incorrect',
    ],
    409: async () => {
      const last = await world.person({ isAdmin: true });
      const others = { isAdmin: true, isLocked: false, id: { not: last.user.id } };
      const { user } = world.server.deps.db;
      const held = await user.findMany({ where: others, select: { id: true } });
      const setAdmin = (isAdmin: boolean) =>
        user.updateMany({ where: { id: { in: held.map(({ id }) => id) } }, data: { isAdmin } });
      await setAdmin(false);
      const response = await call('POST /user/delete', last, { body: { email: last.user.email, password } });
      await setAdmin(true);
      return [response, 'At least one active administrator is required. Make another user an administrator first.'];
    },
  },
  'POST /tokens': {
    400: async () => [
      await call('POST /tokens', ada, { body: { name: 'x', password: 'wrong' } }),
      'Password is incorrect',
    ],
    409: async () => {
      const eve = await world.person();
      const data = Array.from({ length: 50 }, () => ({ userId: eve.user.id, name: 'x', tokenHash: randomUUID() }));
      await world.server.deps.db.apiToken.createMany({ data });
      return [await call('POST /tokens', eve)];
    },
  },
  'PUT /conversations/:id': {
    400: async () => [
      await call('PUT /conversations/:id', ada, { id: await world.conversationOf(ada), body: { title: '  ' } }),
      'Title is required',
    ],
  },
  [post]: {
    400: async () => [await ask('x'.repeat(2001), ada), 'Message must be 2000 characters or fewer'],
    402: async () => [await withoutBudget(world.server.deps, ada.user.id, () => ask('Too much?', ada))],
    413: async () => {
      const file = { type: 'application/pdf', name: 'a.pdf', size: 10_485_761, url: await world.fileOf(ada) };
      const body = { content: 'What is this?', attachments: [file] };
      return [await call(post, ada, { id: await world.conversationOf(ada), body }), 'File is larger than 10 MB'];
    },
    429: async () => {
      const eve = await world.person();
      const waiting = [ask('WAIT', eve), ask('WAIT', eve)];
      const running = () =>
        world.server.deps.db.generation.count({ where: { userId: eve.user.id, slot: { not: null } } });
      await until(async () => (await running()) === 2);
      const refused = await ask('One more?', eve);
      await until(async () => {
        world.model.release();
        return (await running()) === 0;
      });
      await Promise.all(waiting);
      return [refused];
    },
    502: async () => [await ask('FAIL', ada), modelIsAway],
    503: async () => {
      const { generation } = world.server.deps;
      generation.isDraining = true;
      const refused = await ask('Too late?', ada);
      generation.isDraining = false;
      return [refused, 'The server is restarting. Try again in a few seconds.'];
    },
  },
  'POST /messages/:id/retry': {
    402: async () => {
      const { id } = await world.answerOf(ada);
      const retry = () => call('POST /messages/:id/retry', ada, { id });
      return [await withoutBudget(world.server.deps, ada.user.id, retry)];
    },
    409: async () => {
      const { id } = await world.answerOf(ada);
      const words = 'This answer is already in progress.';
      const { questionId } = await world.server.deps.db.generation.update({
        where: { messageId: id },
        data: { leaseUntil: new Date(Date.now() + 60_000), owner: 'another' },
      });
      const response = await call('POST /messages/:id/retry', ada, { id });
      await world.server.deps.db.generation.updateMany({
        where: { questionId },
        data: { leaseUntil: null, owner: null },
      });
      return [response, words];
    },
    429: async () => {
      const { id } = await world.answerOf(ada);
      for (let times = 0; times < 3; times++) await spend('questionsByAccount', ada.user.id);
      const response = await call('POST /messages/:id/retry', ada, { id });
      await world.server.deps.rateLimiter.reset('questionsByAccount', ada.user.id);
      return [response];
    },
    503: async () => {
      const { id } = await world.answerOf(ada);
      const { generation } = world.server.deps;
      generation.isDraining = true;
      const response = await call('POST /messages/:id/retry', ada, { id });
      generation.isDraining = false;
      return [response, 'The server is restarting. Try again in a few seconds.'];
    },
  },
  'POST /objects/upload': {
    413: async () => {
      const tooLarge = await call('POST /objects/upload', ada, { body: { size: 10_485_761 } });
      expectError(tooLarge, 413, 'File is larger than 10 MB');
      const response = await withQuota('QUOTA_USER_STORAGE_MB', () => call('POST /objects/upload', ada, { body: {} }));
      return [response, 'Your storage of 1 MB is full. Delete conversations with files you no longer need.'];
    },
    507: async () => {
      const response = await withQuota('QUOTA_TOTAL_STORAGE_MB', () => call('POST /objects/upload', ada, { body: {} }));
      return [
        response,
        'The storage of this service is full. Delete files you no longer need, or contact its operator.',
      ];
    },
    400: async () => [await call('POST /objects/upload', ada, { body: { size: 0 } }), 'The file is empty'],
    429: async () => {
      const eve = await world.person();
      const data = Array.from({ length: 100 }, () => ({ id: randomUUID(), userId: eve.user.id }));
      await world.server.deps.db.storedObject.createMany({ data });
      return [await call('POST /objects/upload', eve)];
    },
  },
  'PUT /files': {
    400: async () => [await call('PUT /files', ada, { body: {} }), 'fileURL is required'],
    404: async () => [
      await call('PUT /files', ada, { body: { fileURL: `/objects/${randomUUID()}` } }),
      'File not found',
    ],
    415: async () => [
      await call('PUT /files', ada, { body: { fileURL: await world.fileOf(ada), name: 'a.exe' } }),
      'This file type is not allowed',
    ],
  },
  'PUT /admin/users/lock': {
    400: async () => [
      await call('PUT /admin/users/lock', admin, { body: { userId: ada.user.id, isLocked: 'yes' } }),
      'isLocked must be true or false',
    ],
    404: async () => [
      await call('PUT /admin/users/lock', admin, { body: { userId: randomUUID(), isLocked: true } }),
      'User not found',
    ],
    409: async () => [
      await call('PUT /admin/users/lock', admin, { body: { userId: admin.user.id, isLocked: true } }),
      'You cannot lock or unlock your own account.',
    ],
  },
  'PUT /admin/users/role': {
    400: async () => [
      await call('PUT /admin/users/role', admin, { body: { userId: ada.user.id, isAdmin: 'yes', password } }),
      'isAdmin must be true or false',
    ],
    404: async () => [
      await call('PUT /admin/users/role', admin, { body: { userId: randomUUID(), isAdmin: true, password } }),
      'User not found',
    ],
    409: async () => [
      await call('PUT /admin/users/role', admin, { body: { userId: admin.user.id, isAdmin: false, password } }),
      'You cannot change your own role.',
    ],
  },
  'POST /admin/users/reset-second-factor': {
    400: async () => [
      await call('POST /admin/users/reset-second-factor', admin, { body: { userId: ada.user.id, password: 'wrong' } }),
      'Password is incorrect',
    ],
    404: async () => [
      await call('POST /admin/users/reset-second-factor', admin, { body: { userId: randomUUID(), password } }),
      'User not found',
    ],
    409: async () => [
      await call('POST /admin/users/reset-second-factor', admin, { body: { userId: admin.user.id, password } }),
      'You cannot remove your own second factor here. Turn it off under Settings, Password.',
    ],
    429: async () => {
      await spend('passwordByAccount', admin.user.id);
      const body = { userId: ada.user.id, password };
      const response = await call('POST /admin/users/reset-second-factor', admin, { body });
      await world.server.deps.rateLimiter.reset('passwordByAccount', admin.user.id);
      return [response];
    },
  },
  'DELETE /admin/users/:id': {
    409: async () => [
      await call('DELETE /admin/users/:id', admin, { id: admin.user.id }),
      'You cannot delete your own account.',
    ],
  },
  'POST /admin/model-endpoints': {
    400: async () => [
      await call('POST /admin/model-endpoints', admin, { body: { name: 'Other', baseUrl: 'ftp://models.example' } }),
      'Use a URL that begins with http:// or https://',
    ],
    409: async () => {
      const body = { name: 'The same', baseUrl: deadEndpoint };
      await call('POST /admin/model-endpoints', admin, { body });
      return [await call('POST /admin/model-endpoints', admin, { body }), endpointNameTaken().message];
    },
  },
  'PUT /admin/model-endpoints/:id': {
    409: async () => {
      const body = { name: 'Taken', baseUrl: deadEndpoint };
      await call('POST /admin/model-endpoints', admin, { body });
      const { endpoint: id } = await world.endpoint();
      return [await call('PUT /admin/model-endpoints/:id', admin, { id, body }), endpointNameTaken().message];
    },
  },
  'GET /admin/model-endpoints/:id/models': {
    502: async () => {
      const { endpoint: id } = await world.endpoint(deadEndpoint);
      const words = "Couldn't reach the endpoint: it refused the connection. Check the address and the proxy.";
      return [await call('GET /admin/model-endpoints/:id/models', admin, { id }), words];
    },
  },
  'POST /admin/models': {
    400: async () => [
      await call('POST /admin/models', admin, { body: { endpointId: randomUUID(), name: ' ' } }),
      'Name is required',
    ],
    404: async () => [
      await call('POST /admin/models', admin, { body: { endpointId: randomUUID(), name: 'x' } }),
      'Model endpoint not found',
    ],
    409: async () => {
      const { endpoint: endpointId } = await world.endpoint();
      return [
        await call('POST /admin/models', admin, { body: { endpointId, name: 'test' } }),
        'This endpoint already offers this model.',
      ];
    },
  },
  'PUT /admin/models/:id': {
    400: async () => [
      await call('PUT /admin/models/:id', admin, { id: 'x', body: { inputPrice: 'free' } }),
      'Use an amount like 2.50',
    ],
  },
  'DELETE /admin/models/:id': {
    400: async () => [await call('DELETE /admin/models/:id', admin, { id: tooLongId }), 'Not a valid id'],
    409: async () => [
      await call('DELETE /admin/models/:id', admin, { id: world.model.name }),
      'This model comes from the AI_* settings. Remove it there and restart the server.',
    ],
  },
  'POST /admin/models/:id/test': {
    400: async () => [await call('POST /admin/models/:id/test', admin, { id: tooLongId }), 'Not a valid id'],
  },
  'POST /admin/models/:id/probe': {
    400: async () => [await call('POST /admin/models/:id/probe', admin, { id: tooLongId }), 'Not a valid id'],
    502: async () => [
      await call('POST /admin/models/:id/probe', admin, { id: (await world.endpoint(deadEndpoint)).model }),
      'The model does not answer. The model endpoint refused the connection. Check that it is running.',
    ],
  },
  'POST /admin/setup-production': {
    403: async () => [await call('POST /admin/setup-production', ada), "You don't have permission to do this."],
  },
  'POST /research': {
    400: async () => [await call('POST /research', ada, { body: { question: ' ' } }), 'Write what to research'],
    404: async () => [
      await call('POST /research', ada, { body: { question: 'Why?', conversationId: randomUUID() } }),
      'Conversation not found',
    ],
    409: async () => [
      await call('POST /research', ada, { body: { question: 'Why?' } }),
      'Research needs the web. No search provider is set up for this AI model.',
    ],
  },
  'POST /research/:id/run': {
    409: async () => {
      const id = await world.researchOf(ada);
      await world.server.deps.db.research.update({ where: { id }, data: { state: 'done' } });
      const response = await call('POST /research/:id/run', ada, { id, body: {} });
      return [response, 'This research run cannot be started in its current state.'];
    },
  },
  'POST /imports': {
    409: async () => {
      const id = await world.importOf(ada);
      await world.server.deps.db.conversationImport.update({ where: { id }, data: { state: 'running' } });
      const response = await call('POST /imports', ada, { body: { fileName: 'a.zip', size: 5 } });
      await world.server.deps.db.conversationImport.delete({ where: { id } });
      return [response, 'An import is already in progress. Wait for it to finish, or cancel it.'];
    },
    413: async () => {
      const body = { fileName: 'a.zip', size: 209_715_200 };
      const response = await withQuota('QUOTA_USER_STORAGE_MB', () => call('POST /imports', ada, { body }));
      return [response, 'Your storage of 1 MB is full. Delete conversations with files you no longer need.'];
    },
  },
  'POST /imports/:id/run': {
    409: async () => {
      const id = await world.importOf(ada);
      await world.server.deps.db.conversationImport.update({ where: { id }, data: { state: 'failed' } });
      const response = await call('POST /imports/:id/run', ada, { id });
      return [response, 'This import cannot be started in its current state.'];
    },
  },
  'POST /research-schedules': {
    400: async () => [
      await call('POST /research-schedules', ada, {
        body: {
          researchId: await world.finishedResearchOf(ada),
          timing: { frequency: 'weekly', time: '08:00', timeZone: 'UTC' },
        },
      }),
      'Choose a day of the week',
    ],
    404: async () => [
      await call('POST /research-schedules', ada, {
        body: { researchId: randomUUID(), timing: { frequency: 'daily', time: '08:00', timeZone: 'UTC' } },
      }),
      'Research not found',
    ],
    409: async () => [
      await call('POST /research-schedules', ada, {
        body: {
          researchId: await world.researchOf(ada),
          timing: { frequency: 'daily', time: '08:00', timeZone: 'UTC' },
        },
      }),
      'Only finished research can be repeated.',
    ],
  },
  'POST /waitlist/signup': {
    400: async () => [await call('POST /waitlist/signup', {}, { body: { email: 'x' } }), 'Invalid email format'],
    409: async () => {
      const email = newEmail();
      await call('POST /waitlist/signup', {}, { body: { email } });
      return [await call('POST /waitlist/signup', {}, { body: { email } }), 'This email is already on the waitlist.'];
    },
    429: async () => {
      await spend('waitlistByAddress', '127.0.0.1');
      return [await call('POST /waitlist/signup', {}, { body: { email: newEmail() } })];
    },
  },
  'POST /positions': {
    400: async () => [
      await call('POST /positions', admin, {
        body: { ...routeOf('POST /positions').body?.example, avgEntryPrice: '1.234' },
      }),
      'Entry price must be a valid decimal',
    ],
  },
  'POST /collections': {
    400: async () => [await call('POST /collections', ada, { body: { name: ' ' } }), 'Name is required'],
    403: async () => [
      await call('POST /collections', ada, { body: { name: 'X', scope: 'organization' } }),
      "You don't have permission to do this.",
    ],
    404: async () => [
      await call('POST /collections', ada, { body: { name: 'X', projectId: randomUUID() } }),
      'Project not found',
    ],
  },
  'GET /search': {
    400: async () => [await world.rest.call('GET', '/api/search?q=', undefined, ada), 'Enter what to search for'],
    404: async () => [
      await world.rest.call('GET', `/api/search?q=x&projectId=${randomUUID()}`, undefined, ada),
      'Project not found',
    ],
    429: async () => {
      const { rateLimiter } = world.server.deps;
      await Promise.allSettled(
        Array.from({ length: 300 }, () => rateLimiter.consume('searchesByAccount', ada.user.id)),
      );
      const response = await call('GET /search', ada);
      await rateLimiter.reset('searchesByAccount', ada.user.id);
      return [response];
    },
  },
  'GET /conversations/:id/export': exportErrors('GET /conversations/:id/export'),
  'GET /messages/:id/export': {
    ...exportErrors('GET /messages/:id/export'),
    409: async () => {
      const { id } = await world.answerOf(ada);
      await world.server.deps.db.message.update({ where: { id }, data: { metadata: { processing: true } } });
      return [await call('GET /messages/:id/export', ada, { id }), notFinished().message];
    },
  },
  'GET /prompts': {
    400: async () => [
      await world.rest.call('GET', '/api/prompts?scope=mine', undefined, ada),
      'Use personal or organization',
    ],
    429: async () => {
      const { rateLimiter } = world.server.deps;
      const action = 'searchesByAccount';
      await Promise.allSettled(Array.from({ length: 300 }, () => rateLimiter.consume(action, ada.user.id)));
      const response = await world.rest.call('GET', '/api/prompts?search=x', undefined, ada);
      await rateLimiter.reset(action, ada.user.id);
      return [response];
    },
  },
  'PUT /user/memory': {
    400: async () => [
      await call('PUT /user/memory', ada, { body: { isEnabled: 'yes' } }),
      'isEnabled must be true or false',
    ],
  },
  'POST /user/memory/facts': {
    400: async () => [await call('POST /user/memory/facts', ada, { body: { text: ' ' } }), 'Write a fact'],
    409: async () => {
      const data = Array.from({ length: 100 }, (_, n) => ({ userId: ada.user.id, text: `Fact ${n}` }));
      await world.server.deps.db.memory.createMany({ data });
      const response = await call('POST /user/memory/facts', ada, { body: { text: 'One more' } });
      await ada.call.memory.deleteAll();
      return [response, 'The memory has 100 facts, which is the limit. Delete some first.'];
    },
  },
  'PUT /user/memory/facts/:id': {
    400: async () => [
      await call('PUT /user/memory/facts/:id', ada, { id: await world.memoryOf(ada), body: { text: '' } }),
      'Write a fact',
    ],
  },
  'POST /prompts': {
    400: async () => [await call('POST /prompts', ada, { body: { title: ' ', text: 'x' } }), 'Title is required'],
    403: async () => [
      await call('POST /prompts', ada, { body: { title: 'x', text: 'x', scope: 'organization' } }),
      "You don't have permission to do this.",
    ],
  },
  'PUT /prompts/:id': { 403: () => onOrganizationPrompt('PUT /prompts/:id') },
  'DELETE /prompts/:id': { 403: () => onOrganizationPrompt('DELETE /prompts/:id') },
  'PUT /messages/:id/feedback': {
    400: async () => [
      await call('PUT /messages/:id/feedback', ada, { id: randomUUID(), body: { rating: 'up', comment: 'Good.' } }),
      'Only an answer that is rated down can have reasons and a comment',
    ],
    409: async () => {
      const { id } = await world.answerOf(ada);
      await world.server.deps.db.message.update({ where: { id }, data: { content: '' } });
      return [await call('PUT /messages/:id/feedback', ada, { id }), notRatable().message];
    },
  },
  'GET /admin/feedback': {
    400: async () => [
      await world.rest.call('GET', '/api/admin/feedback?from=2026-02-02&to=2026-02-01', undefined, admin),
      'from must not be after to',
    ],
  },
  'POST /shares': {
    400: async () => [await call('POST /shares', ada, { body: {} }), 'Give either conversationId or messageId'],
    403: async () => {
      const { env } = world.server.deps;
      Object.assign(env, { PUBLIC_SHARING: 'off' });
      const body = { messageId: (await world.answerOf(ada)).id, audience: 'everybody' };
      const response = await call('POST /shares', ada, { body });
      Object.assign(env, { PUBLIC_SHARING: 'on' });
      return [response, publicSharingOff().message];
    },
    404: async () => [await call('POST /shares', ada, { body: { messageId: randomUUID() } })],
    409: async () => [
      await call('POST /shares', ada, { body: { conversationId: await world.conversationOf(ada) } }),
      nothingToShare().message,
    ],
  },
  'GET /collections/search': {
    400: async () => [await world.rest.call('GET', '/api/collections/search?q=', undefined, ada), 'q is required'],
    404: async () => [
      await world.rest.call('GET', `/api/collections/search?q=x&collectionId=${randomUUID()}`, undefined, ada),
      'Collection not found',
    ],
    429: async () => {
      const { rateLimiter } = world.server.deps;
      await Promise.allSettled(
        Array.from({ length: 300 }, () => rateLimiter.consume('searchesByAccount', ada.user.id)),
      );
      const response = await call('GET /collections/search', ada);
      await rateLimiter.reset('searchesByAccount', ada.user.id);
      return [response];
    },
  },
  'POST /conversations/discard': {
    409: async () => withUsedKey('POST /conversations/discard', ada, ...(await twoLists())),
  },
  'POST /conversations/restore': {
    409: async () => {
      const [first, second] = await twoLists();
      await ada.call.conversations.discard(first);
      return withUsedKey('POST /conversations/restore', ada, first, second);
    },
  },
  'POST /conversations/move': {
    409: async () => {
      const [first, second] = await twoLists();
      const to = { projectId: await world.projectOf(ada) };
      return withUsedKey('POST /conversations/move', ada, { ...first, ...to }, { ...second, ...to });
    },
  },
  'GET /conversations': {
    404: async () => [
      await world.rest.call('GET', `/api/conversations?projectId=${randomUUID()}`, undefined, ada),
      'Project not found',
    ],
    429: () => tooManySearches('/api/conversations?search=x'),
  },
  'PATCH /conversations/:id': {
    409: async () => {
      const { id } = await ada.call.conversations.create({ isTemporary: true });
      return [
        await call('PATCH /conversations/:id', ada, { id, body: { isPinned: true } }),
        "This isn't possible in a temporary conversation.",
      ];
    },
  },
  'POST /conversations': {
    404: async () => [
      await call('POST /conversations', ada, { body: { projectId: randomUUID() } }),
      'Project not found',
    ],
  },
  'POST /projects': {
    400: async () => [await call('POST /projects', ada, { body: { name: ' ' } }), 'Name is required'],
    404: async () => [
      await call('POST /projects', ada, { body: { name: 'X', collectionIds: [randomUUID()] } }),
      'Collection not found',
    ],
  },
  'POST /positions/decide-price': {
    409: async () => [
      await call('POST /positions/decide-price', admin, {
        body: routeOf('POST /positions/decide-price').body?.example,
      }),
      'This price is no longer held back. Reload the list.',
    ],
  },
  'POST /collections/:id/documents/:documentId/refresh': {
    409: async () => [await refreshDuringEdit(), documentChanged().message],
    413: async () => [await refreshGrowing('QUOTA_USER_STORAGE_MB')],
    507: async () => [await refreshGrowing('QUOTA_TOTAL_STORAGE_MB')],
  },
  'POST /collections/:id/documents': {
    409: async () => {
      const [id, key] = [await world.collectionOf(ada), randomUUID()];
      const send = (content: string) =>
        call('POST /collections/:id/documents', withKey(ada, key), { id, body: { title: 'X', content } });
      await send('One');
      return [await send('Another'), 'This Idempotency-Key was already used for another request.'];
    },
    507: async () => {
      const id = await world.collectionOf(ada);
      const content = 'x'.repeat(400_000);
      const add = () => call('POST /collections/:id/documents', ada, { id, body: { title: 'X', content } });
      return [
        await withQuota('QUOTA_TOTAL_STORAGE_MB', async () => {
          await add();
          await add();
          return add();
        }),
      ];
    },
  },
  'PUT /collections/:id/documents/:documentId': {
    409: async () => {
      const id = await world.documentOf(ada);
      const body = { content: 'Two weeks.', version: 7 };
      return [await call('PUT /collections/:id/documents/:documentId', ada, { id, body }), documentChanged().message];
    },
    507: async () => {
      const id = await world.documentOf(ada);
      const put = () =>
        call('PUT /collections/:id/documents/:documentId', ada, { id, body: { content: 'x'.repeat(400_000) } });
      return [
        await withQuota('QUOTA_TOTAL_STORAGE_MB', async () => {
          await put();
          await put();
          return put();
        }),
      ];
    },
  },
  'PATCH /positions/:id/close': {
    400: async () => [
      await call('PATCH /positions/:id/close', admin, { id: await world.position(admin), body: { closePrice: 'x' } }),
      'Close price must be a valid decimal',
    ],
    409: async () => {
      const id = await world.position(admin);
      await call('PATCH /positions/:id/close', admin, { id });
      return [await call('PATCH /positions/:id/close', admin, { id }), 'This position is already closed'];
    },
  },
  'GET /usage': {
    400: async () => [
      await world.rest.call('GET', '/api/usage?from=2026-13-01', undefined, ada),
      'from must be a day, such as 2026-01-31',
    ],
  },
  'GET /admin/usage/summary': {
    400: async () => [
      await world.rest.call('GET', '/api/admin/usage/summary?from=2026-02-02&to=2026-02-01', undefined, admin),
      'from must not be after to',
    ],
  },
  'GET /positions/lookup': {
    400: async () => [
      await world.rest.call('GET', '/api/positions/lookup?ticker=TSLA&day=today', undefined, admin),
      'day must be a day like 2024-03-05',
    ],
  },
  'GET /files/:id/passage': {
    404: async () => [
      await world.rest.call('GET', `/api/files/${await world.readFileOf(ada)}/passage?quote=absent`, undefined, ada),
      'File not found',
    ],
    429: async () => {
      const { rateLimiter } = world.server.deps;
      await Promise.allSettled(
        Array.from({ length: 300 }, () => rateLimiter.consume('passagesByAccount', ada.user.id)),
      );
      const response = await call('GET /files/:id/passage', ada);
      await rateLimiter.reset('passagesByAccount', ada.user.id);
      return [response];
    },
  },
  'GET /admin/usage': {
    400: async () => [
      await world.rest.call('GET', '/api/admin/usage?from=2026-02-02&to=2026-02-01', undefined, admin),
      'from must not be after to',
    ],
  },
  'GET /admin/usage/export': {
    400: async () => [
      await world.rest.call('GET', '/api/admin/usage/export?from=2020-01-01&to=2026-02-01', undefined, admin),
      'A period can have at most 366 days',
    ],
  },
  'PUT /admin/budgets': {
    400: async () => [
      await call('PUT /admin/budgets', admin, { body: { installationUsd: '1.234', userUsd: null } }),
      'Enter an amount in USD with at most 2 decimals, such as 25.00',
    ],
  },
  'PUT /admin/budgets/users': {
    400: async () => [
      await call('PUT /admin/budgets/users', admin, { body: { email: ada.user.email, monthlyUsd: '-1' } }),
      'Enter an amount in USD with at most 2 decimals, such as 25.00',
    ],
    404: async () => [
      await call('PUT /admin/budgets/users', admin, { body: { email: newEmail(), monthlyUsd: '1' } }),
      'No account has this email.',
    ],
  },
  'PUT /admin/search': {
    400: async () => [
      await call('PUT /admin/search', admin, { body: { language: 'german', region: null } }),
      'Use two letters, like de',
    ],
  },
  'PUT /admin/search/providers': {
    400: async () => [
      await call('PUT /admin/search/providers', admin, { body: { name: 'searxng' } }),
      'Enter the address of your SearXNG instance',
    ],
    409: async () => {
      const body = { name: 'brave', apiKey: 'BSA-other' };
      return [
        await withSearchSettings(() => call('PUT /admin/search/providers', admin, { body })),
        "This provider comes from the server's settings. Change it there and restart.",
      ];
    },
  },
  'DELETE /admin/search/providers': {
    400: async () => [
      await world.rest.call('DELETE', '/api/admin/search/providers?name=bing', undefined, admin),
      'Use one of the search providers',
    ],
    404: async () => [await call('DELETE /admin/search/providers', admin), 'Search provider not found'],
    409: async () => [
      await withSearchSettings(() => call('DELETE /admin/search/providers', admin)),
      "This provider comes from the server's settings. Change it there and restart.",
    ],
  },
  'POST /admin/search/providers/test': {
    400: async () => [
      await call('POST /admin/search/providers/test', admin, { body: { name: 'searxng', query: ' ' } }),
      'Enter words to search for',
    ],
    404: async () => [
      await call('POST /admin/search/providers/test', admin, { body: { name: 'brave' } }),
      'Search provider not found',
    ],
  },
  'GET /admin/users': { 429: () => tooManySearches('/api/admin/users?search=x') },
  'GET /admin/audit': { 429: () => tooManySearches('/api/admin/audit?person=x') },
  'GET /admin/groups': {
    400: async () => [
      await world.rest.call('GET', `/api/admin/groups?search=${'x'.repeat(201)}`, undefined, admin),
      'The search text is too long',
    ],
    429: () => tooManySearches('/api/admin/groups?search=x'),
  },
  'POST /admin/groups': {
    400: async () => [await call('POST /admin/groups', admin, { body: { name: ' ' } }), 'Name is required'],
  },
  'PUT /admin/groups/:id': {
    400: async () => [
      await call('PUT /admin/groups/:id', admin, { id: await world.groupOf(ada), body: { name: ' ' } }),
      'Name is required',
    ],
    409: async () => {
      const [id, other] = [await world.groupOf(ada), await admin.call.groups.create({ name: `Group ${randomUUID()}` })];
      const body = { name: other.name.toUpperCase() };
      return [
        await call('PUT /admin/groups/:id', admin, { id, body }),
        'Another group has this name. Choose a different one.',
      ];
    },
  },
  'POST /admin/groups/:id/members': {
    409: async () => {
      const { env } = world.server.deps;
      const id = await world.groupOf(admin);
      Object.assign(env, { SMTP_URL: 'smtp://127.0.0.1:9' });
      const response = await call('POST /admin/groups/:id/members', admin, { id, body: { userId: ada.user.id } });
      Object.assign(env, { SMTP_URL: undefined });
      return [response, emailUnconfirmed(ada.user.email, 'joins a group').message];
    },
  },
  'GET /admin/groups/:id/members': {
    400: async () => [
      await world.rest.call(
        'GET',
        `/api/admin/groups/${randomUUID()}/members?search=${'x'.repeat(201)}`,
        undefined,
        admin,
      ),
      'The search text is too long',
    ],
    429: () => tooManySearches(`/api/admin/groups/${randomUUID()}/members?search=x`),
  },
  'GET /collections/:id/groups': { 403: () => onOrganizationCollection('GET /collections/:id/groups') },
  'PUT /collections/:id/groups': { 403: () => onOrganizationCollection('PUT /collections/:id/groups') },
  'POST /admin/invitations': {
    400: async () => [
      await call('POST /admin/invitations', admin, { body: { email: newEmail(), days: 91 } }),
      'days must be from 1 to 90',
    ],
    403: async () => {
      const { env } = world.server.deps;
      Object.assign(env, { SIGN_UP: 'closed' });
      const response = await call('POST /admin/invitations', admin, { body: { email: newEmail() } });
      Object.assign(env, { SIGN_UP: 'open' });
      return [response, 'Sign-up is closed. Ask an administrator of this service for an account.'];
    },
    409: async () => [
      await call('POST /admin/invitations', admin, { body: { email: ada.user.email } }),
      'An account with this email already exists',
    ],
  },
  'GET /positions/export': {
    400: async () => [
      await world.rest.call('GET', '/api/positions/export?format=xls', undefined, ada),
      'format must be csv or json',
    ],
  },
  'POST /backtest': {
    409: async () => [
      await call('POST /backtest', ada),
      'Closing prices are missing: TSLA on 5 days (first 2026-01-05, last 2026-01-09). Choose other dates or tickers.',
    ],
    429: async () => {
      await spend('backtestByAccount', ada.user.id);
      const response = await call('POST /backtest', ada);
      await world.server.deps.rateLimiter.reset('backtestByAccount', ada.user.id);
      return [response];
    },
  },
  'POST /backtest/published': {
    409: async () => [
      await call('POST /backtest/published', admin),
      'Closing prices are missing: TSLA on 5 days (first 2026-01-05, last 2026-01-09). Choose other dates or tickers.',
    ],
    429: async () => {
      await spend('backtestByAccount', admin.user.id);
      const response = await call('POST /backtest/published', admin);
      await world.server.deps.rateLimiter.reset('backtestByAccount', admin.user.id);
      return [response];
    },
  },
  'GET /backtest/published': { 429: () => tooManyReads('GET /backtest/published') },
  'GET /backtest/published/:id': { 429: () => tooManyReads('GET /backtest/published/:id') },
  'POST /positions/:id/notes': {
    409: async () => {
      const [id, key] = [await world.position(admin), randomUUID()];
      const send = (text: string) => call('POST /positions/:id/notes', withKey(admin, key), { id, body: { text } });
      await send('One');
      return [await send('Another'), 'This Idempotency-Key was already used for another request.'];
    },
  },
  'PUT /positions/:id/notes/:noteId': {
    409: async () => [
      await call('PUT /positions/:id/notes/:noteId', admin, {
        id: await world.noteOf(admin),
        body: { version: 7, text: 'x' },
      }),
      noteChanged().message,
    ],
  },
  'PATCH /positions/following': {
    409: async () => [
      await call('PATCH /positions/following', ada, { body: { alertMails: true } }),
      'This server sends no email, so alerts cannot be sent.',
    ],
  },
  'PUT /positions/:id/thesis': {
    409: async () => [
      await call('PUT /positions/:id/thesis', admin, {
        id: await world.position(admin),
        body: { version: 7, claim: 'x' },
      }),
      thesisChanged().message,
    ],
  },
  'GET /positions/figures': { 400: () => unknownBenchmark('positions', ada) },
  ...Object.fromEntries(
    [
      '',
      '/figures',
      '/ledger',
      '/ledger.csv',
      '/closes',
      '/prices.json',
      '/timestamps',
      '/timestamps.json',
      '/bitcoin-proofs',
      '/book',
    ].map((name) => [
      `GET /track-record${name}`,
      {
        429: async (): Promise<[RestResponse]> => {
          for (let times = 0; times < 3; times++) await spend('trackRecordByAddress', '127.0.0.1');
          return [await call(`GET /track-record${name}`, {})];
        },
        ...(name === '/figures' && { 400: () => unknownBenchmark('track-record', {}) }),
      },
    ]),
  ),
};

async function tooManyReads(name: string): Promise<[RestResponse]> {
  for (let times = 0; times < 3; times++) await spend('trackRecordByAddress', '127.0.0.1');
  return [await call(name, {}, { id: idOf('backtest') })];
}

async function tooManySearches(path: string): Promise<[RestResponse]> {
  const { rateLimiter } = world.server.deps;
  const { id } = admin.user;
  await Promise.allSettled(Array.from({ length: 300 }, () => rateLimiter.consume('searchesByAccount', id)));
  const response = await world.rest.call('GET', path, undefined, admin);
  await rateLimiter.reset('searchesByAccount', id);
  return [response];
}

async function onOrganizationCollection(name: string): Promise<[RestResponse, string]> {
  const { id } = await admin.call.collections.create({ name: 'Ours', scope: 'organization' });
  return [await call(name, ada, { id }), "You don't have permission to do this."];
}

async function onOrganizationPrompt(name: string): Promise<[RestResponse, string]> {
  const { id } = await admin.call.prompts.create({ title: 'Ours', text: 'x', scope: 'organization' });
  return [await call(name, ada, { id }), "You don't have permission to do this."];
}

async function unknownBenchmark(path: string, caller: RestCaller): Promise<[RestResponse, string]> {
  await world.resetLimits();
  const response = await world.rest.call('GET', `/api/${path}/figures?benchmark=NONE`, undefined, caller);
  return [response, 'Unknown benchmark. Choose one of SPY.'];
}

/** For a conversation and for one of its messages: both are too long for a PDF. */
function exportErrors(name: string): NonNullable<(typeof ownErrors)[string]> {
  const isMessage = name.startsWith('GET /messages');
  const idOf = ({ id, conversationId }: { id: string; conversationId: string }) => (isMessage ? id : conversationId);
  return {
    413: async () => {
      const answer = await world.answerOf(ada);
      const content = 'word '.repeat(500_000);
      await world.server.deps.db.message.update({ where: { id: answer.id }, data: { content } });
      const path = pathOf(routeOf(name), idOf(answer));
      return [await world.rest.call('GET', `${path}?format=pdf`, undefined, ada), tooLongToExport().message];
    },
    429: async () => {
      const { rateLimiter } = world.server.deps;
      const action = 'conversationExportsByAccount';
      await Promise.allSettled(Array.from({ length: 70 }, () => rateLimiter.consume(action, ada.user.id)));
      const refused = await call(name, ada, { id: idOf(await world.answerOf(ada)) });
      await rateLimiter.reset(action, ada.user.id);
      return [refused];
    },
  };
}

/** Errors that follow from the kind of an endpoint. */
const refusalsOfKind: Partial<
  Record<ErrorStatus, (route: Route, caller: TestUser) => Promise<[RestResponse, string?]>>
> = {
  400: async (route, caller) => {
    if (route.path.includes(':'))
      return [await callRoute(world.rest, route, caller, { id: 'malformed' }), 'Not a valid id'];
    if (route.list) return [await world.rest.call('GET', `/api${route.path}?limit=0`, undefined, caller)];
    return [await callRoute(world.rest, route, caller, { body: [] }), 'The body must be a JSON object.'];
  },
  401: async (route) => [await callRoute(world.rest, route, {}), 'Please sign in to continue.'],
  403: async (route, caller) => {
    if (route.access === 'admin')
      return [await callRoute(world.rest, route, ada), "You don't have permission to do this."];
    if (route.access === 'session') return [await callRoute(world.rest, route, { token: await world.tokenOf(caller) })];
    const foreign = { sessionToken: caller.sessionToken, headers: { origin: 'https://evil.example' } };
    return [await callRoute(world.rest, route, foreign), 'This request came from another site and was rejected.'];
  },
  404: async (route, caller) => {
    const body = { ...route.body?.example, attachments: [] };
    return [await callRoute(world.rest, route, caller, { body })];
  },
  409: async (route, caller) => {
    const id = await world.conversationOf(caller);
    const key = randomUUID();
    const body = { ...route.body?.example, attachments: [] };
    await callRoute(world.rest, route, withKey(caller, key), { id, body });
    const other = { ...body, name: 'Another', title: 'Another', content: 'Another' };
    const words = 'This Idempotency-Key was already used for another request.';
    return [await callRoute(world.rest, route, withKey(caller, key), { id, body: other }), words];
  },
  429: async (route, caller) => {
    const { rateLimiter } = world.server.deps;
    const action = route.stream ? 'streamsByAccount' : 'writesByAccount';
    const { id } = caller.user;
    await Promise.allSettled(Array.from({ length: 700 }, () => rateLimiter.consume(action, id)));
    const response = await callRoute(world.rest, route, caller);
    await rateLimiter.reset(action, id);
    return [response];
  },
  413: async (route, caller) => {
    const { takesText } = definitionOf(route.procedure).meta;
    const title = 'x'.repeat(takesText ? bodyLimits.withText : bodyLimits.signedIn);
    return [await callRoute(world.rest, route, caller, { body: { title } }), 'The request is too large.'];
  },
  415: async (route, caller) => {
    const headers = { 'content-type': 'text/plain' };
    return [await callRoute(world.rest, route, { ...caller, headers }), 'Requests must be JSON.'];
  },
};

const named = routes.flatMap((route) =>
  Object.keys(errorsOf(route)).map((status) => [Number(status) as ErrorStatus, nameOf(route), route] as const),
);

describe('an invalid request', () => {
  it.each(named)('is rejected with %i by %s, with a message', async (status, name, route) => {
    const refuse = ownErrors[name]?.[status] ?? (() => refusalsOfKind[status]?.(route, callerOf(route)));
    const [answer, words] = (await refuse()) ?? [];
    if (!answer) throw new Error('nothing here calls it in that way');
    expectError(answer, status, words);
    if (status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('has no case that the document does not list', () => {
    for (const [name, cases] of Object.entries(ownErrors))
      for (const status of Object.keys(cases))
        expect(named.map(([s, n]) => `${s} ${n}`)).toContain(`${status} ${name}`);
  });
});
