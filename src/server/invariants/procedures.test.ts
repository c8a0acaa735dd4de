/** Two tests that guard every procedure, also future ones: a new one must be added to a list here. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { sessionHandle } from '~/server/features/sessions/sessions.service';
import { type SessionId, type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { appRouter } from '~/server/router';
import { callHttp } from '~/server/testing/clients/http-client';
import { type OpenSocket, openedSocket, openSocket } from '~/server/testing/clients/socket-client';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { unlimited } from '~/server/testing/fakes/unlimited';
import { until } from '~/server/testing/until';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { dayMs } from '~/shared/utc-day';

/** Who may call each procedure. The second test checks which objects a member may access. */
const access: Record<string, 'everybody' | 'member' | 'admin'> = {
  'auth.user': 'everybody',
  'auth.config': 'everybody',
  'auth.login': 'everybody',
  'auth.register': 'everybody',
  'auth.logout': 'everybody',
  'waitlist.signup': 'everybody',
  'passwordReset.request': 'everybody',
  'passwordReset.open': 'everybody',
  'passwordReset.complete': 'everybody',
  'emailConfirmation.confirm': 'everybody',
  'invitations.request': 'everybody',
  'invitations.open': 'everybody',
  'invitations.accept': 'everybody',
  'secondFactor.signIn': 'everybody',
  'secondFactor.signInWithPasskey': 'everybody',
  'secondFactor.passkeyOptions': 'everybody',
  'secondFactor.pending': 'everybody',
  'passkeys.signIn': 'everybody',
  'passkeys.signInOptions': 'everybody',
  'trackRecord.summary': 'everybody',
  'trackRecord.figures': 'everybody',
  'trackRecord.ledger': 'everybody',
  'trackRecord.closes': 'everybody',
  'trackRecord.timestamps': 'everybody',
  'trackRecord.bitcoinProofs': 'everybody',
  'trackRecord.book': 'everybody',
  'backtest.listPublished': 'everybody',
  'backtest.getPublished': 'everybody',
  'auth.updateProfile': 'member',
  'auth.changePassword': 'member',
  'account.instructions': 'member',
  'account.saveInstructions': 'member',
  'account.chatPreferences': 'member',
  'account.saveChatPreferences': 'member',
  'account.startExport': 'member',
  'account.usage': 'member',
  'account.delete': 'member',
  'emailConfirmation.status': 'member',
  'emailConfirmation.resend': 'member',
  'sessions.list': 'member',
  'sessions.end': 'member',
  'sessions.endOthers': 'member',
  'identities.list': 'member',
  'identities.connect': 'member',
  'identities.disconnect': 'member',
  'secondFactor.status': 'member',
  'passkeys.list': 'member',
  'passkeys.begin': 'member',
  'passkeys.add': 'member',
  'passkeys.rename': 'member',
  'passkeys.remove': 'member',
  'passkeys.confirmOptions': 'member',
  'passkeys.confirm': 'member',
  'secondFactor.begin': 'member',
  'secondFactor.confirm': 'member',
  'secondFactor.renewCodes': 'member',
  'secondFactor.turnOff': 'member',
  'tokens.list': 'member',
  'tokens.create': 'member',
  'tokens.revoke': 'member',
  'conversations.list': 'member',
  'conversations.get': 'member',
  'conversations.summary': 'member',
  'conversations.startExport': 'member',
  'conversations.create': 'member',
  'conversations.rename': 'member',
  'conversations.delete': 'member',
  'conversations.update': 'member',
  'conversations.discard': 'member',
  'conversations.restore': 'member',
  'conversations.activity': 'member',
  'conversations.markRead': 'member',
  'conversations.extend': 'member',
  'projects.list': 'member',
  'projects.get': 'member',
  'projects.create': 'member',
  'projects.update': 'member',
  'projects.delete': 'member',
  'projects.moveConversations': 'member',
  'memory.get': 'member',
  'memory.saveSettings': 'member',
  'memory.add': 'member',
  'memory.update': 'member',
  'memory.delete': 'member',
  'memory.deleteAll': 'member',
  'prompts.list': 'member',
  'prompts.get': 'member',
  'prompts.create': 'member',
  'prompts.update': 'member',
  'prompts.delete': 'member',
  'prompts.restore': 'member',
  'shares.list': 'member',
  'shares.contents': 'member',
  'shares.create': 'member',
  'shares.revoke': 'member',
  'imports.current': 'member',
  'imports.get': 'member',
  'imports.create': 'member',
  'imports.read': 'member',
  'imports.run': 'member',
  'imports.remove': 'member',
  'messages.list': 'member',
  'search.messages': 'member',
  'research.start': 'member',
  'research.run': 'member',
  'research.stop': 'member',
  'research.get': 'member',
  'research.list': 'member',
  'research.recent': 'member',
  'research.changes': 'member',
  'research.schedules': 'member',
  'research.createSchedule': 'member',
  'research.updateSchedule': 'member',
  'research.deleteSchedule': 'member',
  'feedback.list': 'member',
  'feedback.get': 'member',
  'feedback.save': 'member',
  'feedback.remove': 'member',
  'messages.send': 'member',
  'messages.stop': 'member',
  'messages.retry': 'member',
  'messages.versions': 'member',
  'messages.receipt': 'member',
  'messages.snapshot': 'member',
  'messages.show': 'member',
  'messages.startExport': 'member',
  'messages.watch': 'member',
  'positions.list': 'member',
  'positions.receipt': 'member',
  'positions.performance': 'member',
  'positions.figures': 'member',
  'positions.get': 'member',
  'positions.writeThesis': 'admin',
  'positions.notes': 'member',
  'follows.news': 'member',
  'follows.look': 'member',
  'follows.settings': 'member',
  'follows.change': 'member',
  'follows.follow': 'member',
  'follows.createFeed': 'member',
  'follows.deleteFeed': 'member',
  'positions.addNote': 'admin',
  'positions.editNote': 'admin',
  'positions.deleteNote': 'admin',
  'positions.changed': 'member',
  'positions.export': 'member',
  'backtest.universe': 'member',
  'backtest.run': 'member',
  'backtest.publish': 'admin',
  'backtest.choose': 'admin',
  'backtest.unpublish': 'admin',
  'uploads.create': 'member',
  'uploads.createParts': 'member',
  'uploads.signPart': 'member',
  'uploads.parts': 'member',
  'uploads.completeParts': 'member',
  'uploads.claim': 'member',
  'uploads.attachText': 'member',
  'uploads.remove': 'member',
  'uploads.passage': 'member',
  'collections.list': 'member',
  'collections.get': 'member',
  'collections.create': 'member',
  'collections.update': 'member',
  'collections.delete': 'member',
  'collections.search': 'member',
  'collections.documents': 'member',
  'collections.document': 'member',
  'collections.locate': 'member',
  'collections.addDocument': 'member',
  'collections.updateDocument': 'member',
  'collections.refreshDocument': 'member',
  'collections.deleteDocument': 'member',
  'collections.switches': 'member',
  'collections.switch': 'member',
  'collections.groups': 'member',
  'collections.shareWithGroup': 'member',
  'collections.mirror': 'member',
  'collections.setMirror': 'member',
  'collections.retryMirror': 'member',
  'collections.overview': 'admin',
  'scim.tokens': 'admin',
  'scim.createToken': 'admin',
  'scim.revokeToken': 'admin',
  'groups.own': 'member',
  'groups.list': 'admin',
  'groups.create': 'admin',
  'groups.update': 'admin',
  'groups.delete': 'admin',
  'groups.members': 'admin',
  'groups.addMember': 'admin',
  'groups.removeMember': 'admin',
  'setup.status': 'member',
  'setup.run': 'member',
  'models.list': 'member',
  'webSearch.settings': 'admin',
  'webSearch.saveProvider': 'admin',
  'webSearch.removeProvider': 'admin',
  'webSearch.saveDefaults': 'admin',
  'webSearch.test': 'admin',
  'models.endpoints': 'admin',
  'models.createEndpoint': 'admin',
  'models.updateEndpoint': 'admin',
  'models.deleteEndpoint': 'admin',
  'models.find': 'admin',
  'models.add': 'admin',
  'models.update': 'admin',
  'models.delete': 'admin',
  'models.test': 'admin',
  'models.probe': 'admin',
  'positions.lookup': 'admin',
  'positions.add': 'admin',
  'positions.close': 'admin',
  'positions.correct': 'admin',
  'positions.delete': 'admin',
  'positions.renameTicker': 'admin',
  'positions.delistTicker': 'admin',
  'positions.priceReview': 'admin',
  'positions.evidenceSources': 'admin',
  'positions.decideSplit': 'admin',
  'positions.decidePrice': 'admin',
  'positions.import': 'admin',
  'positions.priceHealth': 'admin',
  'usage.own': 'member',
  'usage.budget': 'member',
  'feedback.summary': 'admin',
  'feedback.comments': 'admin',
  'usage.summary': 'admin',
  'usage.page': 'admin',
  'usage.export': 'admin',
  'usage.budgets': 'admin',
  'usage.setBudgets': 'admin',
  'usage.userBudgets': 'admin',
  'usage.setUserBudget': 'admin',
  'usage.removeUserBudget': 'admin',
  'admin.resetSecondFactor': 'admin',
  'invitations.list': 'admin',
  'invitations.create': 'admin',
  'invitations.revoke': 'admin',
  'waitlist.page': 'admin',
  'waitlist.export': 'admin',
  'waitlist.delete': 'admin',
  'admin.userPage': 'admin',
  'admin.lock': 'admin',
  'admin.setAdmin': 'admin',
  'admin.delete': 'admin',
  'audit.list': 'admin',
  'status.read': 'admin',
  'status.retryJobs': 'admin',
  'status.supportBundle': 'admin',
};

interface Ids {
  conversation: string;
  message: string;
  user: string;
  object: string;
  position: string;
  note: string;
  backtest: string;
  waitlistEntry: string;
  invitation: string;
  token: string;
  session: string;
  endpoint: string;
  model: string;
  collection: string;
  document: string;
  snapshot: string;
  research: string;
  import: string;
  schedule: string;
  share: string;
  project: string;
  prompt: string;
  group: string;
  memory: string;
  scimToken: string;
  identity: string;
  passkey: string;
}

/** Every procedure that takes an id, with an input that is valid except for the owner of the id. */
const inputsWithIds: Record<string, (ids: Ids) => object> = {
  'conversations.list': ({ project }) => ({ projectId: project }),
  'search.messages': ({ project }) => ({ q: 'rates', projectId: project }),
  'conversations.create': ({ project }) => ({ projectId: project }),
  'collections.create': ({ project }) => ({ name: 'Files', projectId: project }),
  'conversations.get': ({ conversation }) => ({ conversationId: conversation }),
  'conversations.summary': ({ conversation }) => ({ conversationId: conversation }),
  'conversations.startExport': ({ conversation }) => ({ conversationId: conversation }),
  'conversations.rename': ({ conversation }) => ({ conversationId: conversation, title: 'Mine now' }),
  'conversations.delete': ({ conversation }) => ({ conversationId: conversation }),
  'conversations.update': ({ conversation }) => ({ conversationId: conversation, isPinned: true }),
  'conversations.discard': ({ conversation }) => ({ conversationIds: [conversation] }),
  'conversations.restore': ({ conversation }) => ({ conversationIds: [conversation] }),
  'conversations.markRead': ({ conversation }) => ({ conversationId: conversation }),
  'conversations.extend': ({ conversation }) => ({ conversationId: conversation }),
  'messages.list': ({ conversation }) => ({ conversationId: conversation }),
  'messages.send': ({ conversation }) => ({
    conversationId: conversation,
    clientRequestId: randomUUID(),
    content: 'Hi',
  }),
  'research.start': ({ conversation }) => ({ conversationId: conversation, question: 'Why?' }),
  'research.run': ({ research }) => ({ id: research, questions: ['Mine now'] }),
  'research.stop': ({ research }) => ({ id: research }),
  'research.get': ({ research }) => ({ id: research }),
  'research.list': ({ conversation }) => ({ conversationId: conversation }),
  'imports.get': (ids) => ({ id: ids.import }),
  'imports.read': (ids) => ({ id: ids.import }),
  'imports.run': (ids) => ({ id: ids.import }),
  'imports.remove': (ids) => ({ id: ids.import }),
  'research.changes': ({ research }) => ({ id: research }),
  'research.createSchedule': ({ research }) => ({
    researchId: research,
    timing: { frequency: 'daily', time: '08:00', timeZone: 'UTC' },
  }),
  'research.updateSchedule': ({ schedule }) => ({ scheduleId: schedule, isPaused: true }),
  'research.deleteSchedule': ({ schedule }) => ({ scheduleId: schedule }),
  'messages.stop': ({ message }) => ({ messageId: message }),
  'messages.retry': ({ message }) => ({ messageId: message }),
  'feedback.list': ({ conversation }) => ({ conversationId: conversation }),
  'feedback.get': ({ message }) => ({ messageId: message }),
  'feedback.save': ({ message }) => ({ messageId: message, rating: 'up' }),
  'feedback.remove': ({ message }) => ({ messageId: message }),
  'messages.receipt': ({ message }) => ({ messageId: message }),
  'messages.versions': ({ message }) => ({ messageId: message }),
  'messages.snapshot': ({ message, snapshot }) => ({ messageId: message, snapshotId: snapshot }),
  'messages.show': ({ message }) => ({ messageId: message }),
  'messages.startExport': ({ message }) => ({ messageId: message }),
  'messages.watch': ({ conversation }) => ({ conversationId: conversation }),
  'uploads.claim': ({ object }) => ({ fileURL: `/objects/${object}` }),
  'uploads.signPart': ({ object }) => ({ id: object, part: 1 }),
  'uploads.parts': ({ object }) => ({ id: object }),
  'uploads.completeParts': ({ object }) => ({ id: object }),
  'uploads.remove': ({ object }) => ({ id: object }),
  'uploads.passage': ({ object }) => ({ id: object, quote: 'secret' }),
  'collections.get': ({ collection }) => ({ collectionId: collection }),
  'collections.update': ({ collection }) => ({ collectionId: collection, name: 'Mine now' }),
  'collections.delete': ({ collection }) => ({ collectionId: collection }),
  'collections.search': ({ collection }) => ({ collectionId: collection, q: 'secret' }),
  'collections.documents': ({ collection }) => ({ collectionId: collection }),
  'collections.document': ({ collection, document }) => ({ collectionId: collection, documentId: document }),
  'collections.locate': ({ document }) => ({ documentId: document }),
  'collections.addDocument': ({ collection }) => ({ collectionId: collection, title: 'Mine', content: 'Mine' }),
  'collections.updateDocument': ({ collection, document }) => ({
    collectionId: collection,
    documentId: document,
    title: 'Mine now',
  }),
  'collections.refreshDocument': ({ collection, document }) => ({ collectionId: collection, documentId: document }),
  'collections.deleteDocument': ({ collection, document }) => ({ collectionId: collection, documentId: document }),
  'collections.switches': ({ conversation }) => ({ conversationId: conversation }),
  'collections.switch': ({ conversation, collection }) => ({
    conversationId: conversation,
    collectionId: collection,
    isOn: false,
  }),
  'collections.groups': ({ collection }) => ({ collectionId: collection }),
  'collections.mirror': ({ collection }) => ({ collectionId: collection }),
  'collections.setMirror': ({ collection }) => ({ collectionId: collection, isOn: true }),
  'collections.retryMirror': ({ collection }) => ({ collectionId: collection }),
  'collections.shareWithGroup': ({ collection, group }) => ({
    collectionId: collection,
    groupId: group,
    access: 'read',
  }),
  'scim.revokeToken': ({ scimToken }) => ({ id: scimToken }),
  'groups.update': ({ group }) => ({ groupId: group, name: 'Ours' }),
  'groups.delete': ({ group }) => ({ groupId: group }),
  'groups.members': ({ group }) => ({ groupId: group }),
  'groups.addMember': ({ group, user }) => ({ groupId: group, userId: user }),
  'groups.removeMember': ({ group, user }) => ({ groupId: group, userId: user }),
  'projects.get': ({ project }) => ({ projectId: project }),
  'projects.create': ({ collection }) => ({ name: 'Mine', collectionIds: [collection] }),
  'projects.update': ({ project }) => ({ projectId: project, name: 'Mine now' }),
  'projects.delete': ({ project }) => ({ projectId: project }),
  'projects.moveConversations': ({ conversation }) => ({ conversationIds: [conversation], projectId: null }),
  'memory.update': ({ memory }) => ({ memoryId: memory, text: 'Mine now' }),
  'memory.delete': ({ memory }) => ({ memoryId: memory }),
  'prompts.get': ({ prompt }) => ({ promptId: prompt }),
  'prompts.update': ({ prompt }) => ({ promptId: prompt, title: 'Mine now' }),
  'prompts.delete': ({ prompt }) => ({ promptId: prompt }),
  'prompts.restore': ({ prompt }) => ({ promptId: prompt }),
  'shares.contents': ({ conversation }) => ({ conversationId: conversation }),
  'shares.create': ({ conversation }) => ({ conversationId: conversation }),
  'shares.revoke': ({ share }) => ({ shareId: share }),
  'tokens.revoke': ({ token }) => ({ id: token }),
  'identities.connect': () => ({ providerId: 'sso', password: testPassword }),
  'passkeys.rename': ({ passkey }) => ({ id: passkey, name: 'Mine' }),
  'passkeys.remove': ({ passkey }) => ({ id: passkey, password: testPassword }),
  'identities.disconnect': ({ identity }) => ({ id: identity, password: testPassword }),
  'sessions.end': ({ session }) => ({ id: sessionHandle(session as SessionId) }),
  'positions.close': ({ position }) => ({ id: position, closePrice: '1.00' }),
  'positions.correct': ({ position }) => ({ id: position, reason: 'x', name: 'Other' }),
  'positions.writeThesis': ({ position }) => ({ id: position, version: 0, claim: 'x' }),
  'positions.evidenceSources': ({ message }) => ({ messageId: message }),
  'positions.addNote': ({ position }) => ({ id: position, text: 'x' }),
  'positions.editNote': ({ position, note }) => ({ id: position, noteId: note, version: 1, text: 'x' }),
  'positions.deleteNote': ({ position, note }) => ({ id: position, noteId: note }),
  'positions.delete': ({ position }) => ({ id: position }),
  'backtest.choose': ({ backtest }) => ({ id: backtest, isChosen: true }),
  'backtest.unpublish': ({ backtest }) => ({ id: backtest }),
  'invitations.revoke': ({ invitation }) => ({ id: invitation }),
  'waitlist.delete': ({ waitlistEntry }) => ({ id: waitlistEntry }),
  'usage.summary': ({ user }) => ({ userId: user }),
  'usage.removeUserBudget': ({ user }) => ({ userId: user }),
  'admin.lock': ({ user }) => ({ userId: user, isLocked: true }),
  'admin.setAdmin': ({ user }) => ({ userId: user, isAdmin: true, password: testPassword }),
  'admin.resetSecondFactor': ({ user }) => ({ userId: user, password: testPassword }),
  'admin.delete': ({ user }) => ({ userId: user }),
  'webSearch.saveProvider': () => ({ name: 'searxng', baseUrl: 'http://127.0.0.1:9' }),
  'models.createEndpoint': () => ({ name: 'Ollama', baseUrl: 'http://127.0.0.1:9/v1' }),
  'models.updateEndpoint': ({ endpoint }) => ({ id: endpoint, name: 'Mine', baseUrl: 'http://127.0.0.1:9/v1' }),
  'models.deleteEndpoint': ({ endpoint }) => ({ id: endpoint }),
  'models.find': ({ endpoint }) => ({ id: endpoint }),
  'models.add': ({ endpoint }) => ({ endpointId: endpoint, name: 'llama3.3' }),
  'models.update': ({ model }) => ({ id: model, isDefault: true }),
  'models.delete': ({ model }) => ({ id: model }),
  'models.test': ({ model }) => ({ id: model }),
  'models.probe': ({ model }) => ({ id: model }),
};

interface ProcedureDef {
  type: 'query' | 'mutation' | 'subscription';
  inputs: unknown[];
}
// At run time tRPC's record is flat, keyed by path; its type claims that it is nested.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: ProcedureDef }>).map(
  ([path, { _def }]) => ({ path, type: _def.type, inputs: _def.inputs }),
);
const guarded = procedures.filter(({ path }) => access[path] !== 'everybody');
const forAdmins = procedures.filter(({ path }) => access[path] === 'admin');

const model = createScriptedModel();
let server: TestServer;
let address: string;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { TRUST_PROXY: '1' } });
  // One account calls every procedure several times.
  Object.assign(server.deps, { rateLimiter: unlimited });
  address = await server.listen();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

/** Calls by path, as tRPC's caller spells it. A subscription is rejected at its first step. */
async function callInner(user: ReturnType<typeof callerFor>, path: string): Promise<unknown> {
  const [feature = '', name = ''] = path.split('.');
  const call = (user as unknown as Record<string, Record<string, (input?: unknown) => Promise<unknown>>>)[feature]?.[
    name
  ];
  return call?.().catch((error) => error);
}

describe('access', () => {
  it('is listed for every procedure', () => {
    expect(procedures.map(({ path }) => path).sort()).toEqual(Object.keys(access).sort());
  });

  it.each(guarded)('denies $path to signed-out callers', async ({ path, type }) => {
    for (const sessionToken of [null, 'a'.repeat(40)]) {
      expect(await callInner(callerFor(server.deps, sessionToken as SessionToken | null), path)).toMatchObject({
        code: 'UNAUTHORIZED',
      });
      const response = await callHttp(address, type === 'query' ? 'query' : 'mutation', path, undefined, {
        sessionToken,
      });
      if (type === 'subscription') expect(response.status).toBe(405);
      else expect(response).toMatchObject({ status: 401, message: 'Please sign in to continue.', data: undefined });
    }
  });

  it('denies the socket itself to signed-out callers', async () => {
    for (const sessionToken of [null, 'a'.repeat(40)]) expect(await openSocket(address, { sessionToken })).toBe(401);
  });

  it('denies every guarded procedure on a socket whose session has ended unnoticed', async () => {
    // A few per socket, because the regular session check every ten seconds would close a longer one.
    for (let first = 0; first < guarded.length; first += 8) {
      const eve = await signUp(server.deps);
      const socket = await openedSocket(address, { sessionToken: eve.sessionToken });
      await server.deps.db.session.delete({ where: { id: sessionIdOf(eve.sessionToken) } });
      const errors = await Promise.all(
        guarded.slice(first, first + 8).map(async ({ path, type }) => ({ path, ...(await socket.call(type, path)) })),
      );
      for (const { path, error } of errors) expect({ path, error }).toMatchObject({ path, error: { httpStatus: 401 } });
      socket.socket.terminate();
    }
  });

  it.each(forAdmins)('denies $path to a member who is not an administrator', async ({ path, type }) => {
    expect(await callInner(bob.call, path)).toMatchObject({ code: 'FORBIDDEN' });
    const response = await callHttp(address, type === 'query' ? 'query' : 'mutation', path, undefined, bob);
    expect(response).toMatchObject({ status: 403, message: "You don't have permission to do this." });
    const socket = await openedSocket(address, bob);
    expect((await socket.call(type, path)).error).toMatchObject({ httpStatus: 403 });
    socket.socket.terminate();
  });

  it('is checked for each request of a batch', async () => {
    const body = JSON.stringify({ 1: { json: {} } });
    const url = `${address}/trpc/auth.user,conversations.list,admin.userPage?batch=1&input=${encodeURIComponent(body)}`;
    const statuses = async (headers: Record<string, string>) =>
      ((await (await fetch(url, { headers })).json()) as { error?: { json: { data: { httpStatus: number } } } }[]).map(
        ({ error }) => error?.json.data.httpStatus ?? 200,
      );
    expect(await statuses({})).toEqual([200, 401, 401]);
    expect(await statuses({ cookie: `qinsight_session=${bob.sessionToken}` })).toEqual([200, 200, 403]);
  });
});

describe('another user’s id', () => {
  /** Ids that the caller generates, which refer to no object. */
  const noIds = new Set(['clientRequestId', 'lastEventId']);
  const isIdLike = (name: string) => /(^|[a-z])(ids?|url)$/i.test(name) && !noIds.has(name);

  /** Shared objects, which every member may read. */
  const everyMembers = new Set([
    'positions.receipt',
    'positions.get',
    'positions.notes',
    'follows.follow',
    'backtest.getPublished',
  ]);

  it('has a test for every procedure that takes an id', () => {
    const taking = procedures.filter(
      ({ path, inputs }) => !everyMembers.has(path) && inputs.some((input) => fieldsOf(input).some(isIdLike)),
    );
    expect(taking.map(({ path }) => path).sort()).toEqual(Object.keys(inputsWithIds).sort());
  });

  let theirs: Ids;
  const unknownIds = (): Ids => ({
    conversation: randomUUID(),
    message: randomUUID(),
    user: randomUUID(),
    object: randomUUID(),
    position: randomUUID(),
    note: randomUUID(),
    backtest: randomUUID(),
    waitlistEntry: randomUUID(),
    invitation: randomUUID(),
    token: randomUUID(),
    session: sessionIdOf(randomUUID() as string as SessionToken),
    endpoint: randomUUID(),
    model: randomUUID(),
    collection: randomUUID(),
    import: randomUUID(),
    document: randomUUID(),
    snapshot: randomUUID(),
    research: randomUUID(),
    schedule: randomUUID(),
    share: randomUUID(),
    project: randomUUID(),
    prompt: randomUUID(),
    group: randomUUID(),
    memory: randomUUID(),
    scimToken: randomUUID(),
    identity: randomUUID(),
    passkey: randomUUID(),
  });
  let socket: OpenSocket;

  beforeAll(async () => {
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Private' });
    await (await model.nextCall()).emit('Running');
    const { db } = server.deps;
    const page = { url: 'https://example.org/a', canonicalUrl: 'https://example.org/a', title: 'A', site: 'Example' };
    const snapshot = await storeSnapshot(db, sent.assistantMessage.id, { ...page, text: 'Secret', readAt: new Date() });
    const position = await db.investmentPosition.create({
      data: { userId: ada.user.id, ticker: 'TSLA', name: 'Tesla', avgEntryPrice: '1.00', purchaseDate: new Date(0) },
    });
    const file = {
      name: 'plan.pdf',
      type: 'application/pdf',
      size: 9,
      readState: 'ready',
      extractedText: 'a secret plan',
    };
    const object = await db.storedObject.create({
      data: { id: randomUUID(), userId: ada.user.id, claimedAt: new Date(), ...file },
    });
    const entry = await db.waitlistSignup.create({ data: { email: 'waiting@example.com' } });
    const endpoint = await db.modelEndpoint.create({
      data: {
        name: 'Ollama',
        baseUrl: 'http://127.0.0.1:9/v1',
        models: { create: { id: 'llama3.3', name: 'llama3.3', displayName: 'Llama 3.3', access: 'administrators' } },
      },
      include: { models: true },
    });
    const collection = await ada.call.collections.create({ name: 'Private' });
    const document = await ada.call.collections.addDocument({
      collectionId: collection.id,
      title: 'Private',
      content: 'A secret plan',
    });
    // Processed in the background; the result must not look like another user's change.
    await until(
      async () => (await db.collectionDocument.findUnique({ where: { id: document.id } }))?.indexedAt != null,
    );
    const research = await db.research.create({
      data: {
        userId: ada.user.id,
        conversationId: sent.conversation.id,
        question: 'A secret question',
        modelId: 'scripted',
        state: 'planned',
        minutes: 1,
        pages: 1,
      },
    });
    const conversationImport = await db.conversationImport.create({
      data: { userId: ada.user.id, objectId: randomUUID(), fileName: 'export.json', state: 'done' },
    });
    const invitation = await db.invitation.create({
      data: { email: 'invited@example.com', origin: 'waitlist', expiresAt: new Date(Date.now() + dayMs) },
    });
    const passkey = await db.passkey.create({
      data: { userId: ada.user.id, name: 'Theirs', credentialId: randomUUID(), publicKey: Buffer.from('key') },
    });
    const identity = await db.identity.create({
      data: { userId: ada.user.id, issuer: 'https://id.example.com', subject: 'ada' },
    });
    const { userId, conversationId, question, modelId, minutes, pages } = research;
    const times = { frequency: 'daily', time: '08:00', timeZone: 'UTC', nextAt: new Date(Date.now() + dayMs) };
    const schedule = await db.researchSchedule.create({
      data: { userId, conversationId, question, modelId, minutes, pages, questions: [question], ...times },
    });
    await db.answerFeedback.create({
      data: { messageId: sent.assistantMessage.id, userId: ada.user.id, rating: 'down', model: 'm', modelName: 'M' },
    });
    theirs = {
      import: conversationImport.id,
      identity: identity.id,
      passkey: passkey.id,
      research: research.id,
      schedule: schedule.id,
      collection: collection.id,
      document: document.id,
      snapshot: snapshot?.id ?? '',
      share: (await ada.call.shares.create({ conversationId: sent.conversation.id })).id,
      project: (await ada.call.projects.create({ name: 'Private' })).id,
      prompt: (await ada.call.prompts.create({ title: 'Private', text: 'Private' })).id,
      scimToken: (await db.scimToken.create({ data: { name: 'Okta', tokenHash: randomUUID() } })).id,
      group: (await db.group.create({ data: { name: 'Private', nameKey: 'private' } })).id,
      memory: (await ada.call.memory.add({ text: 'Private' })).id,
      conversation: sent.conversation.id,
      message: sent.assistantMessage.id,
      user: ada.user.id,
      object: object.id,
      position: position.id,
      note: (await db.positionNote.create({ data: { positionId: position.id } })).id,
      backtest: (
        await db.publishedBacktest.create({ data: { run: '{}', hash: '', prices: '', hasPrices: true, facts: {} } })
      ).id,
      waitlistEntry: entry.id,
      invitation: invitation.id,
      token: (await ada.call.tokens.create({ name: 'Private', password: testPassword })).id,
      session: sessionIdOf(ada.sessionToken),
      endpoint: endpoint.id,
      model: 'llama3.3',
    };
    socket = await openedSocket(address, bob);
  });

  /** Everything of Ada's that another user could change, as one text. */
  async function everythingOfAda() {
    const { db } = server.deps;
    return {
      user: await db.user.findUnique({ where: { id: theirs.user } }),
      conversation: await db.conversation.findUnique({ where: { id: theirs.conversation } }),
      messages: await db.message.findMany({
        where: { conversationId: theirs.conversation },
        orderBy: { seq: 'asc' },
        omit: { seq: true },
      }),
      feedback: await db.answerFeedback.findMany({ where: { messageId: theirs.message } }),
      generation: await db.generation.findUnique({ where: { messageId: theirs.message }, omit: { leaseUntil: true } }),
      object: await db.storedObject.findUnique({ where: { id: theirs.object } }),
      position: await db.investmentPosition.findUnique({ where: { id: theirs.position } }),
      note: await db.positionNote.findUnique({ where: { id: theirs.note }, include: { versions: true } }),
      backtest: await db.publishedBacktest.findUnique({ where: { id: theirs.backtest } }),
      entry: await db.waitlistSignup.findUnique({ where: { id: theirs.waitlistEntry } }),
      invitation: await db.invitation.findUnique({ where: { id: theirs.invitation } }),
      token: await db.apiToken.findUnique({ where: { id: theirs.token } }),
      passkey: await db.passkey.findUnique({ where: { id: theirs.passkey } }),
      identity: await db.identity.findUnique({ where: { id: theirs.identity } }),
      session: await db.session.findUnique({ where: { id: theirs.session } }),
      endpoint: await db.modelEndpoint.findUnique({ where: { id: theirs.endpoint }, include: { models: true } }),
      collection: await db.collection.findUnique({
        where: { id: theirs.collection },
        include: { documents: true, switches: true },
      }),
      project: await db.project.findUnique({ where: { id: theirs.project } }),
      prompt: await db.prompt.findUnique({ where: { id: theirs.prompt } }),
      scimToken: await db.scimToken.findUnique({ where: { id: theirs.scimToken } }),
      group: await db.group.findUnique({ where: { id: theirs.group }, include: { members: true } }),
      memory: await db.memory.findUnique({ where: { id: theirs.memory } }),
      imports: await db.conversationImport.findMany({ where: { userId: theirs.user } }),
      researches: await db.research.findMany({
        where: { conversationId: theirs.conversation },
        include: { steps: true },
      }),
      schedules: await db.researchSchedule.findMany({ where: { conversationId: theirs.conversation } }),
    };
  }

  // Running and ended answers are stopped in different ways; both must be protected.
  for (const state of ['running', 'ended'] as const) {
    describe(`while the answer is ${state}`, { tags: state === 'ended' ? ['thorough'] : [] }, () => {
      /** As the test before left it: reading it takes longer than the calls. */
      let before: Awaited<ReturnType<typeof everythingOfAda>>;
      beforeAll(async () => {
        if (state === 'ended') await model.calls[0]?.finish();
        await until(async () => {
          before = await everythingOfAda();
          return state === 'running' ? before.messages[1]?.content === 'Running' : before.generation?.slot === null;
        });
      });

      it.each(Object.keys(inputsWithIds))('is to %s the same as an unknown id, to the byte', async (path) => {
        const input = inputsWithIds[path] as (ids: Ids) => object;
        const type = procedures.find((procedure) => procedure.path === path)?.type ?? 'query';
        const ask = async (ids: Ids) => {
          const caller = { sessionToken: bob.sessionToken, headers: { 'x-request-id': 'the-same-request' } };
          const http = await callHttp(address, type === 'query' ? 'query' : 'mutation', path, input(ids), caller);
          const { error, message } = await socket.call(type, path, input(ids));
          const { requestId: _, ...said } = error ?? {};
          const names = [...http.headers.keys()].sort().join();
          return { status: http.status, names, bytes: http.text, overSocket: { ...said, message } };
        };
        const response = await ask(theirs);
        expect(response).toEqual(await ask(unknownIds()));
        const expected = access[path] === 'admin' ? 403 : 404;
        expect(response.overSocket).toMatchObject({ httpStatus: expected });
        if (type !== 'subscription') expect(response.status).toBe(expected);
        const unchanged = before;
        before = await everythingOfAda();
        expect(before).toEqual(unchanged);
      });
    });
  }
});

/** The field names of an input, also through wrappers around the object. */
function fieldsOf(input: unknown): string[] {
  const schema = input as { shape?: object; def?: { in?: unknown; innerType?: unknown } };
  if (schema.shape) return Object.keys(schema.shape);
  const inner = schema.def?.in ?? schema.def?.innerType;
  if (!inner) throw new Error('an input that is not an object: teach this test to read it');
  return fieldsOf(inner);
}
