/** Every kind of caller × every endpoint × every kind of owner. An endpoint that is on no list here fails. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionHandle } from '~/server/features/sessions/sessions.service';
import { type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { type RestCaller, secrets } from '~/server/testing/clients/rest-client';
import { callRoute, nameOf, pathOf } from '~/server/testing/clients/rest-route-calls';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { sample } from '~/server/testing/sample';
import { newEmail, password, type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import { openApiDocument } from './openapi';
import type { Route } from './route';
import { routes } from './routes';

let world: RestWorld;
let owner: TestUser;
let third: TestUser;
let ownerGroup: string;
let ownerCollection: string;
let publisher: TestUser;
let administrator: TestUser;
const callers = {} as Record<Actor, RestCaller>;

const actors = [
  'signed out',
  'owner',
  'owner by token',
  'other member',
  'admin',
  'locked',
  'deleted',
  'forger',
] as const;
type Actor = (typeof actors)[number];
const isSignedIn = (actor: Actor) => !['signed out', 'locked', 'deleted', 'forger'].includes(actor);
/** Settings from the environment take precedence, so no search uses it. */
const unusedProvider = { name: 'brave', apiKey: 'BSA-test', isEnabled: false } as const;

const isAdmin = (actor: Actor) => actor === 'admin';
const isOwner = (actor: Actor) => actor === 'owner' || actor === 'owner by token';

beforeAll(async () => {
  world = await startRestWorld({
    SETUP_ADMIN_EMAIL: 'owner@example.com',
    MAX_CONCURRENT_ANSWERS: '10',
    TRUST_PROXY: '1',
    SEARXNG_URL: 'http://127.0.0.1:9',
  });
  // This tests permissions; the limits have tests of their own.
  Object.assign(world.server.deps, { rateLimiter: unlimited });
  await world.closes();
  const { db } = world.server.deps;
  owner = await world.person({ email: 'owner@example.com' });
  third = await world.person();
  administrator = await world.person({ isAdmin: true });
  publisher = await world.person({ isAdmin: true });
  ownerGroup = await world.groupOf(owner);
  ownerCollection = await world.collectionOf(owner);
  const [locked, deleted] = [await world.person(), await world.person()];
  Object.assign(callers, {
    'signed out': {},
    owner,
    'owner by token': { token: await world.tokenOf(owner) },
    'other member': await world.person(),
    admin: administrator,
    // A session that was not ended when its account was locked.
    locked,
    deleted: { sessionToken: deleted.sessionToken, token: await world.tokenOf(deleted) },
    forger: { sessionToken: 'a'.repeat(40), headers: { 'x-user-id': owner.user.id } },
  } satisfies Record<Actor, RestCaller>);
  await db.user.update({ where: { id: locked.user.id }, data: { isLocked: true } });
  await db.user.delete({ where: { id: deleted.user.id } });
});
afterAll(() => world.server.close());
beforeEach(async () => {
  // A test may have made the owner an administrator. Most have not, so this changes no row.
  await world.server.deps.db.sql`UPDATE users SET is_admin = false WHERE id = ${owner.user.id}::uuid AND is_admin`;
});

interface Kind {
  /** Creates one for a user; shared objects have no owner. */
  make(user: TestUser): Promise<string>;
  /** The stored row, to detect changes. */
  read(id: string): Promise<unknown>;
}
const kinds: Record<
  | 'conversation'
  | 'temporary conversation'
  | 'discarded'
  | 'answer'
  | 'rated answer'
  | 'token'
  | 'research'
  | 'import'
  | 'finished research'
  | 'schedule'
  | 'session'
  | 'identity'
  | 'user'
  | 'second factor'
  | 'position'
  | 'back-test'
  | 'note'
  | 'entry'
  | 'invitation'
  | 'budget'
  | 'file'
  | 'upload'
  | 'read file'
  | 'switched collection'
  | 'endpoint'
  | 'model'
  | 'collection'
  | 'document'
  | 'web page'
  | 'snapshot'
  | 'share'
  | 'project'
  | 'prompt'
  | 'discarded prompt'
  | 'memory'
  | 'group'
  | 'member',
  Kind
> = {
  conversation: {
    make: (user) => world.conversationOf(user),
    read: (id) => world.server.deps.db.conversation.findUnique({ where: { id }, include: { messages: true } }),
  },
  'temporary conversation': {
    make: async (user) => (await user.call.conversations.create({ isTemporary: true })).id,
    read: (id) => world.server.deps.db.conversation.findUnique({ where: { id } }),
  },
  discarded: {
    make: async (user) => {
      const id = await world.conversationOf(user);
      await user.call.conversations.discard({ conversationIds: [id] });
      return id;
    },
    read: (id) => world.server.deps.db.conversation.findUnique({ where: { id } }),
  },
  answer: {
    make: async (user) => (await world.answerOf(user)).id,
    read: (id) => world.server.deps.db.message.findUnique({ where: { id } }),
  },
  'rated answer': {
    make: async (user) => (await world.feedbackOf(user)).messageId,
    read: (id) => world.server.deps.db.message.findUnique({ where: { id }, include: { feedback: true } }),
  },
  snapshot: {
    make: (user) => world.snapshotOf(user),
    read: (ids) => world.server.deps.db.pageSnapshot.findUnique({ where: { id: ids.split('/')[1] ?? '' } }),
  },
  research: {
    make: (user) => world.researchOf(user),
    read: (id) => world.server.deps.db.research.findUnique({ where: { id }, include: { steps: true } }),
  },
  import: {
    make: (user) => world.importOf(user),
    read: (id) => world.server.deps.db.conversationImport.findUnique({ where: { id } }),
  },
  'finished research': {
    make: (user) => world.finishedResearchOf(user),
    read: (id) => world.server.deps.db.research.findUnique({ where: { id } }),
  },
  schedule: {
    make: (user) => world.scheduleOf(user),
    read: (id) => world.server.deps.db.researchSchedule.findUnique({ where: { id } }),
  },
  share: {
    make: (user) => world.shareOf(user),
    read: (id) => world.server.deps.db.share.findUnique({ where: { id } }),
  },
  token: {
    make: async (user) => {
      const { id, token } = await user.call.tokens.create({ name: 'x', password });
      secrets.add(token);
      return id;
    },
    read: (id) => world.server.deps.db.apiToken.findUnique({ where: { id } }),
  },
  identity: {
    make: (owner) => world.identityOf(owner),
    read: (id) => world.server.deps.db.identity.findUnique({ where: { id } }),
  },
  session: {
    make: async ({ user }) => {
      const sess = { device: 'x', ip: '', created: '' };
      return sessionHandle(sessionIdOf((await world.server.deps.sessions.issueSession(user.id, sess)).token));
    },
    read: (id) => world.server.deps.db.session.findFirst({ where: { id: { startsWith: id } } }),
  },
  user: {
    make: async () => (await world.person()).user.id,
    read: (id) => world.server.deps.db.user.findUnique({ where: { id } }),
  },
  // Of the administrator used in the matrix; the notes' own tests cover other administrators.
  note: {
    make: () => world.noteOf(administrator),
    read: (ids) =>
      world.server.deps.db.positionNote.findUnique({
        where: { id: ids.split('/')[1] ?? '' },
        include: { versions: true },
      }),
  },
  'back-test': {
    make: () => world.publishedBacktest(publisher),
    read: (id) => world.server.deps.db.publishedBacktest.findUnique({ where: { id } }),
  },
  position: {
    make: (user) => world.position(user),
    read: (id) => world.server.deps.db.investmentPosition.findUnique({ where: { id } }),
  },
  budget: {
    make: () => world.userBudget(),
    read: (userId) => world.server.deps.db.userBudget.findUnique({ where: { userId } }),
  },
  entry: {
    make: () => world.waitlistEntry(),
    read: (id) => world.server.deps.db.waitlistSignup.findUnique({ where: { id } }),
  },
  'second factor': {
    async make() {
      const { user } = await world.person();
      const data = { userId: user.id, secret: 'sealed', confirmedAt: new Date() };
      return (await world.server.deps.db.authenticatorApp.create({ data })).userId;
    },
    read: (userId) => world.server.deps.db.authenticatorApp.findUnique({ where: { userId } }),
  },
  invitation: {
    make: (user) => world.invitation(user),
    read: (id) => world.server.deps.db.invitation.findUnique({ where: { id } }),
  },
  group: {
    make: (user) => world.groupOf(user),
    read: (id) => world.server.deps.db.group.findUnique({ where: { id }, include: { members: true } }),
  },
  member: {
    make: async (user) => `${await world.groupOf(user)}/${user.user.id}`,
    read: (ids) =>
      world.server.deps.db.group.findUnique({ where: { id: ids.split('/')[0] ?? '' }, include: { members: true } }),
  },
  endpoint: {
    make: async () => (await world.endpoint()).endpoint,
    read: (id) => world.server.deps.db.modelEndpoint.findUnique({ where: { id }, include: { models: true } }),
  },
  model: {
    make: async () => (await world.endpoint()).model,
    read: (id) => world.server.deps.db.offeredModel.findUnique({ where: { id } }),
  },
  file: {
    make: async (user) => (await world.fileOf(user)).slice('/objects/'.length),
    read: (id) => world.server.deps.db.storedObject.findUnique({ where: { id } }),
  },
  upload: {
    make: async (user) => (await world.fileOf(user)).slice('/objects/'.length),
    read: (id) => world.server.deps.db.storedObject.findUnique({ where: { id } }),
  },
  'read file': {
    make: (user) => world.readFileOf(user),
    read: (id) => world.server.deps.db.storedObject.findUnique({ where: { id } }),
  },
  'switched collection': {
    make: (user) => world.collectionOf(user),
    read: (id) => world.server.deps.db.collectionSwitch.findMany({ where: { collectionId: id } }),
  },
  collection: {
    make: (user) => world.collectionOf(user),
    read: (id) => world.server.deps.db.collection.findUnique({ where: { id }, include: { documents: true } }),
  },
  prompt: {
    make: (user) => world.promptOf(user),
    read: (id) => world.server.deps.db.prompt.findUnique({ where: { id } }),
  },
  memory: {
    make: (user) => world.memoryOf(user),
    read: (id) => world.server.deps.db.memory.findUnique({ where: { id } }),
  },
  'discarded prompt': {
    make: (user) => world.discardedPromptOf(user),
    read: (id) => world.server.deps.db.prompt.findUnique({ where: { id } }),
  },
  project: {
    make: (user) => world.projectOf(user),
    read: (id) => world.server.deps.db.project.findUnique({ where: { id } }),
  },
  'web page': {
    make: (user) => world.webPageOf(user),
    read: (ids) => world.server.deps.db.collectionDocument.findUnique({ where: { id: ids.split('/')[1] ?? '' } }),
  },
  document: {
    make: (user) => world.documentOf(user),
    read: (ids) => world.server.deps.db.collectionDocument.findUnique({ where: { id: ids.split('/')[1] ?? '' } }),
  },
};

const untouched = new Map<string, string>();

/** An object that no request has changed yet; created if there is none. */
async function createThing(kind: keyof typeof kinds, whose: 'owner' | 'third'): Promise<string> {
  const key = `${kind} of ${whose}`;
  const id = untouched.get(key) ?? (await kinds[kind].make(whose === 'owner' ? owner : third));
  untouched.set(key, id);
  return id;
}

/** The object that an endpoint's id refers to, and where the id is if not in the path. */
const naming: Record<string, { kind: keyof typeof kinds; body?: (id: string) => object }> = {
  'DELETE /tokens/:id': { kind: 'token' },
  'POST /shares': { kind: 'answer', body: (messageId) => ({ messageId }) },
  'GET /conversations/:id/shareable': { kind: 'conversation' },
  'GET /messages/:id/shareable': { kind: 'answer' },
  'DELETE /shares/:id': { kind: 'share' },
  'PUT /user/memory/facts/:id': { kind: 'memory' },
  'DELETE /user/memory/facts/:id': { kind: 'memory' },
  'GET /prompts/:id': { kind: 'prompt' },
  'PUT /prompts/:id': { kind: 'prompt' },
  'DELETE /prompts/:id': { kind: 'prompt' },
  'POST /prompts/:id/restore': { kind: 'discarded prompt' },
  'GET /projects/:id': { kind: 'project' },
  'PUT /projects/:id': { kind: 'project' },
  'DELETE /projects/:id': { kind: 'project' },
  'POST /conversations/move': { kind: 'conversation', body: (id) => ({ conversationIds: [id], projectId: null }) },
  'DELETE /user/sessions/:id': { kind: 'session' },
  'POST /user/identities/:id/disconnect': { kind: 'identity' },
  'PUT /conversations/:id': { kind: 'conversation' },
  'DELETE /conversations/:id': { kind: 'conversation' },
  'PATCH /conversations/:id': { kind: 'conversation' },
  'GET /conversations/:id': { kind: 'conversation' },
  'GET /conversations/:id/collections': { kind: 'conversation' },
  'PUT /conversations/:id/collections': {
    kind: 'conversation',
    body: () => ({ collectionId: ownerCollection, isOn: false }),
  },
  'GET /conversations/:id/research': { kind: 'conversation' },
  'POST /conversations/:id/read': { kind: 'conversation' },
  'POST /conversations/:id/extend': { kind: 'temporary conversation' },
  'POST /conversations/discard': { kind: 'conversation', body: (id) => ({ conversationIds: [id] }) },
  'POST /conversations/restore': { kind: 'discarded', body: (id) => ({ conversationIds: [id] }) },
  'GET /conversations/:id/messages': { kind: 'conversation' },
  'GET /conversations/:id/summary': { kind: 'conversation' },
  'POST /conversations/:id/messages': { kind: 'conversation', body: () => ({ content: 'Hi' }) },
  'GET /conversations/:id/export': { kind: 'conversation' },
  'GET /messages/:id/export': { kind: 'answer' },
  'GET /conversations/:id/events': { kind: 'conversation' },
  'GET /messages/:id/receipt': { kind: 'answer' },
  'GET /research/:id': { kind: 'research' },
  'POST /research/:id/run': { kind: 'research' },
  'POST /research/:id/stop': { kind: 'research' },
  'GET /imports/:id': { kind: 'import' },
  'POST /imports/:id/read': { kind: 'import' },
  'POST /imports/:id/run': { kind: 'import' },
  'DELETE /imports/:id': { kind: 'import' },
  'GET /research/:id/changes': { kind: 'research' },
  'POST /research-schedules': {
    kind: 'finished research',
    body: (researchId) => ({ researchId, timing: { frequency: 'daily', time: '08:00', timeZone: 'UTC' } }),
  },
  'PATCH /research-schedules/:id': { kind: 'schedule', body: () => ({ isPaused: true }) },
  'DELETE /research-schedules/:id': { kind: 'schedule' },
  'POST /messages/:id/stop': { kind: 'answer' },
  'POST /messages/:id/retry': { kind: 'answer' },
  'GET /messages/:id/feedback': { kind: 'rated answer' },
  'PUT /messages/:id/feedback': { kind: 'rated answer' },
  'DELETE /messages/:id/feedback': { kind: 'rated answer' },
  'GET /conversations/:id/feedback': { kind: 'conversation' },
  'GET /messages/:id/versions': { kind: 'answer' },
  'GET /messages/:id/snapshots/:snapshotId': { kind: 'snapshot' },
  'POST /messages/:id/show': { kind: 'answer' },
  'GET /collections/:id': { kind: 'collection' },
  'PUT /collections/:id': { kind: 'collection' },
  'DELETE /collections/:id': { kind: 'collection' },
  'GET /collections/:id/groups': { kind: 'collection' },
  'PUT /collections/:id/groups': { kind: 'collection', body: () => ({ groupId: ownerGroup, access: 'read' }) },
  'GET /collections/:id/documents': { kind: 'collection' },
  'POST /collections/:id/documents': { kind: 'collection' },
  'GET /collections/:id/documents/:documentId': { kind: 'document' },
  'PUT /collections/:id/documents/:documentId': { kind: 'document' },
  'POST /collections/:id/documents/:documentId/refresh': { kind: 'web page' },
  'DELETE /collections/:id/documents/:documentId': { kind: 'document' },
  'DELETE /files/:id': { kind: 'upload' },
  'GET /files/:id/passage': { kind: 'read file' },
  'PUT /files': { kind: 'file', body: (id) => ({ fileURL: `/objects/${id}`, name: 'a.pdf' }) },
  'PUT /admin/users/lock': { kind: 'user', body: (userId) => ({ userId, isLocked: true }) },
  'PUT /admin/users/role': { kind: 'user', body: (userId) => ({ userId, isAdmin: true, password }) },
  'POST /admin/users/reset-second-factor': { kind: 'second factor', body: (userId) => ({ userId, password }) },
  'DELETE /admin/users/:id': { kind: 'user' },
  'DELETE /admin/budgets/users/:id': { kind: 'budget' },
  'DELETE /admin/waitlist/:id': { kind: 'entry' },
  'DELETE /admin/invitations/:id': { kind: 'invitation' },
  'PUT /admin/groups/:id': { kind: 'group', body: () => ({ name: `Renamed ${randomUUID()}` }) },
  'DELETE /admin/groups/:id': { kind: 'group' },
  'GET /admin/groups/:id/members': { kind: 'group' },
  'POST /admin/groups/:id/members': { kind: 'group', body: () => ({ userId: owner.user.id }) },
  'DELETE /admin/groups/:id/members/:userId': { kind: 'member' },
  'PUT /admin/model-endpoints/:id': {
    kind: 'endpoint',
    body: () => ({ name: `Renamed ${randomUUID()}`, baseUrl: 'http://127.0.0.1:9/v1' }),
  },
  'DELETE /admin/model-endpoints/:id': { kind: 'endpoint' },
  'GET /admin/model-endpoints/:id/models': { kind: 'endpoint' },
  'POST /admin/models': { kind: 'endpoint', body: (endpointId) => ({ endpointId, name: randomUUID() }) },
  'PUT /admin/models/:id': { kind: 'model' },
  'DELETE /admin/models/:id': { kind: 'model' },
  'POST /admin/models/:id/test': { kind: 'model' },
  'POST /admin/models/:id/probe': { kind: 'model' },
  'GET /backtest/published/:id': { kind: 'back-test' },
  'PATCH /backtest/published/:id': { kind: 'back-test' },
  'DELETE /backtest/published/:id': { kind: 'back-test' },
  'GET /positions/:id/receipt': { kind: 'position' },
  'GET /positions/:id': { kind: 'position' },
  'PUT /positions/:id/follow': { kind: 'position' },
  'PUT /positions/:id/thesis': { kind: 'position' },
  'GET /positions/:id/notes': { kind: 'position' },
  'POST /positions/:id/notes': { kind: 'position' },
  'PUT /positions/:id/notes/:noteId': { kind: 'note' },
  'DELETE /positions/:id/notes/:noteId': { kind: 'note' },
  'PATCH /positions/:id/close': { kind: 'position' },
  'PATCH /positions/:id': { kind: 'position' },
  'DELETE /positions/:id': { kind: 'position' },
};

/** Objects owned by members; all others are shared and for administrators only. */
const ownedByPerson = new Set([
  'prompt',
  'memory',
  'discarded prompt',
  'rated answer',
  'conversation',
  'temporary conversation',
  'discarded',
  'answer',
  'token',
  'session',
  'identity',
  'file',
  'upload',
  'read file',
  'collection',
  'document',
  'web page',
  'snapshot',
  'research',
  'import',
  'finished research',
  'schedule',
  'share',
  'project',
]);

/** The expected status if the caller alone causes an error, whatever the object; null if it does not. */
function refusedFor(route: Route, actor: Actor): number | null {
  if (route.access === 'everybody') return null;
  if (!isSignedIn(actor)) return 401;
  if (route.access === 'admin' && !isAdmin(actor)) return 403;
  if (route.access === 'session' && actor === 'owner by token') return 403;
  if (route.path === '/admin/setup-production' && !isOwner(actor)) return 403;
  return null;
}

async function statusOf(route: Route, actor: Actor, options: { id?: string; body?: unknown } = {}) {
  const headers = { ...callers[actor].headers, 'x-request-id': 'the-same-request' };
  const caller = { ...callers[actor], headers };
  if (!route.stream) {
    const { status, text } = await callRoute(world.rest, route, caller, options);
    return { status, text };
  }
  // It is enough that a stream begins.
  const response = await world.rest.call('HEAD', pathOf(route, options.id), undefined, caller);
  return { status: response.status, text: '' };
}

type Cell = readonly [actor: Actor, name: string, route: Route];
const cells: Cell[] = routes.flatMap((route) => actors.map((actor) => [actor, nameOf(route), route] as const));
// An odd step, so that the sample includes every caller.
const unnamed = sample(
  cells.filter(([, name]) => !naming[name]),
  9,
);
const named = sample(
  cells.filter(([, name]) => naming[name]),
  9,
);

describe('the matrix', () => {
  it('covers every endpoint that takes the id of an object', () => {
    expect(Object.keys(naming).sort()).toEqual(
      routes
        .filter(
          ({ path, method }) =>
            path.includes(':') ||
            ['/conversations/discard', '/conversations/restore', '/conversations/move', '/files'].includes(path) ||
            ['/admin/users/lock', '/admin/users/role', '/admin/users/reset-second-factor'].includes(path) ||
            path === '/admin/models' ||
            (['/shares', '/research-schedules'].includes(path) && method === 'post'),
        )
        .map(nameOf)
        .sort(),
    );
  });

  it('matches the OpenAPI document', () => {
    const { paths } = openApiDocument() as {
      paths: Record<string, Record<string, { security: object[]; responses: object }>>;
    };
    for (const { path, method, access } of routes) {
      const operation = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method];
      const allowed = operation?.security.flatMap((scheme) => Object.keys(scheme));
      expect(allowed).toEqual(access === 'everybody' ? [] : access === 'session' ? ['session'] : ['session', 'token']);
      expect('401' in (operation?.responses ?? {})).toBe(access !== 'everybody' || path.startsWith('/login'));
    }
  });

  it.each(unnamed.few)('%s: %s', respondsAsDocumented);
  it.each(unnamed.rest)('%s: %s', { tags: 'thorough' }, respondsAsDocumented);
  async function respondsAsDocumented(...[actor, name, route]: Cell) {
    const bodies: Record<string, object> = {
      'POST /login': { email: owner.user.email, password },
      'POST /register': { email: newEmail(), password },
      'POST /waitlist/signup': { email: newEmail() },
      'POST /admin/invitations': { email: newEmail() },
      'POST /admin/groups': { name: `Group ${randomUUID()}` },
      'PUT /admin/budgets/users': { email: owner.user.email, monthlyUsd: null },
      'PUT /admin/search/providers': unusedProvider,
    };
    if (name === 'POST /logout' && isOwner(actor)) return;
    const refused = refusedFor(route, actor);
    // With invalid values, allowed callers get an error about these, and their accounts stay unchanged.
    const isWrong = ['PUT /user/password', 'POST /user/delete', 'POST /password-reset'].includes(name);
    // None of them has entered a password just before.
    const isEarly = name === 'POST /login/second-factor';
    const expected = refused ?? (isEarly ? 401 : isWrong ? 400 : route.status);
    const body =
      name === 'PUT /user/password' ? { currentPassword: 'wrong', newPassword: 'long enough' } : bodies[name];
    // Renaming and delisting need an existing position.
    if (/^POST \/positions\/(rename|delist)$/.test(name)) await world.position(owner);
    if (name.startsWith('POST /positions/decide-')) await world.doubts();
    if (name === 'DELETE /admin/search/providers') await administrator.call.webSearch.saveProvider(unusedProvider);
    const { status } = await statusOf(route, actor, body ? { body } : {});
    expect({ actor, name, status }).toEqual({ actor, name, status: expected });
    // Signing out has ended the caller's session.
    if (name !== 'POST /logout' || !isSignedIn(actor)) return;
    const again = await world.person({ isAdmin: isAdmin(actor) });
    callers[actor] = again;
    if (isAdmin(actor)) administrator = again;
  }

  it.each(named.few)('%s: %s, for own, other users’ and unknown ids', leavesOthersUntouched);
  it.each(named.rest)('%s: %s, for own, other users’ and unknown ids', { tags: 'thorough' }, leavesOthersUntouched);
  async function leavesOthersUntouched(...[actor, name, route]: Cell) {
    const { kind, body } = naming[name] as (typeof naming)[string];
    const { read } = kinds[kind];
    const ask = (id: string) => statusOf(route, actor, { id, ...(body && { body: body(id) }) });
    const refused = refusedFor(route, actor);
    const mayTouch = (whose: 'owner' | 'third') =>
      ownedByPerson.has(kind) ? whose === 'owner' && isOwner(actor) : true;
    const unknown = await ask(
      kind === 'session' ? sessionHandle(sessionIdOf(randomUUID() as string as SessionToken)) : randomUUID(),
    );
    expect({ actor, name, status: unknown.status }).toEqual({ actor, name, status: refused ?? 404 });
    const malformed = await ask('malformed');
    expect(malformed.status).toBe(refused ?? (kind === 'file' || kind === 'model' ? 404 : 400));
    for (const whose of ['owner', 'third'] as const) {
      const id = await createThing(kind, whose);
      const before = await read(id);
      const response = await ask(id);
      if (!refused && mayTouch(whose)) {
        if (route.method !== 'get') untouched.delete(`${kind} of ${whose}`);
        expect({ actor, name, whose, status: response.status }).toEqual({ actor, name, whose, status: route.status });
        continue;
      }
      // The response equals that for an unknown id to the byte, and nothing has changed.
      expect({ actor, name, whose, ...response }).toEqual({ actor, name, whose, ...unknown });
      expect(await read(id)).toEqual(before);
    }
  }
});
