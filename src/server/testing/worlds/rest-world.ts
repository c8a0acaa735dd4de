/** Users and their data for the REST tests. */

import { randomUUID } from 'node:crypto';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { beginChallenge } from '~/server/features/second-factor/sign-in-challenge';
import { createToken } from '~/server/features/tokens/tokens.service';
import { setupToken } from '~/server/lib/example-values';
import { callerKey } from '~/server/lib/rate-limit';
import { type RestClient, restClient, secrets } from '~/server/testing/clients/rest-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { createObedientModel } from '~/server/testing/fakes/obedient-model';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import type { ChatMessage } from '~/shared/schemas/messages';
import { dayMs } from '~/shared/utc-day';
import { type PortfolioRows, portfolioRows } from './portfolio-rows';
import { setUpApp } from './second-factor';
import { signUp, startTestServer, type TestServer, type TestUser, testPassword } from './test-server';

export const password = testPassword;
export const newEmail = () => `person-${randomUUID()}@example.com`;

export interface RestWorld extends PortfolioRows {
  server: TestServer;
  address: string;
  rest: RestClient;
  model: ReturnType<typeof createObedientModel>;
  /** A new user, who signs in with `password`. */
  person(options?: { isAdmin?: boolean; email?: string }): Promise<TestUser>;
  tokenOf(user: TestUser): Promise<string>;
  conversationOf(user: TestUser): Promise<string>;
  /** A finished answer. */
  answerOf(user: TestUser): Promise<ChatMessage>;
  /** Feedback with a comment on a finished answer. */
  feedbackOf(user: TestUser): Promise<{ messageId: string; conversationId: string }>;
  /** A page that an answer cites: both ids, as `callRoute` takes them. */
  snapshotOf(user: TestUser): Promise<string>;
  /** With a plan that has not been run. */
  researchOf(user: TestUser): Promise<string>;
  importOf(user: TestUser): Promise<string>;
  /** Finished: it can be repeated. */
  finishedResearchOf(user: TestUser): Promise<string>;
  scheduleOf(user: TestUser): Promise<string>;
  /** The link to an answer. */
  shareOf(user: TestUser): Promise<string>;
  projectOf(user: TestUser): Promise<string>;
  promptOf(user: TestUser): Promise<string>;
  memoryOf(user: TestUser): Promise<string>;
  /** An account at a sign-in provider, connected to the user's. */
  identityOf(user: TestUser): Promise<string>;
  discardedPromptOf(user: TestUser): Promise<string>;
  /** The object path of an uploaded file that is not claimed yet. */
  fileOf(user: TestUser): Promise<string>;
  /** The id of a file whose text contains `A page.` */
  readFileOf(user: TestUser): Promise<string>;
  collectionOf(user: TestUser): Promise<string>;
  /** An article of a new collection: both ids, as `callRoute` takes them. */
  documentOf(user: TestUser): Promise<string>;
  /** A document from a web page, which can be read again. */
  webPageOf(user: TestUser): Promise<string>;
  waitlistEntry(): Promise<string>;
  /** With one member. */
  groupOf(user: TestUser): Promise<string>;
  /** A pending invitation. */
  invitation(inviter: TestUser): Promise<string>;
  /** Sets up a second factor. Returns the Cookie header of a sign-in that waits for `code`. */
  challengeOf(user: TestUser): Promise<{ cookie: string; code: string }>;
  /** The ids of a model endpoint and its only model. It answers, unless another URL is given. */
  endpoint(baseUrl?: string): Promise<{ endpoint: string; model: string }>;
  /** The user's usage of a model today. */
  usageOf(user: TestUser): Promise<void>;
  /** The id of a new user with their own monthly AI budget. */
  userBudget(): Promise<string>;
  /** Resets the rate limits of this machine's IP address. */
  resetLimits(): Promise<void>;
}

export async function startRestWorld(env: Record<string, string> = {}): Promise<RestWorld> {
  const model = createObedientModel();
  const server = await startTestServer({ model, env: { SETUP_TOKEN: setupToken, ...env } });
  const address = await server.listen();
  const rest = restClient(address);
  const { db, rateLimiter } = server.deps;
  secrets.add(password);
  let modelServer: Promise<ModelServer> | undefined;
  const close = server.close.bind(server);
  server.close = async () => {
    await (await modelServer)?.close();
    await close();
  };
  const answerOf = async (user: TestUser): Promise<ChatMessage> => {
    const { assistantMessage } = await user.call.messages.send({ clientRequestId: randomUUID(), content: 'Hi' });
    const { id } = assistantMessage;
    await until(async () => (await db.generation.count({ where: { messageId: id, slot: { not: null } } })) === 0);
    return assistantMessage;
  };
  const researchOf = async (user: TestUser, state = 'planned') => {
    const { id: conversationId } = await user.call.conversations.create({ title: 'Theirs' });
    const plan = { userId: user.user.id, conversationId, question: 'Why?', modelId: 'm', minutes: 1, pages: 1 };
    return (await db.research.create({ data: { ...plan, state } })).id;
  };
  const promptOf = async (user: TestUser) =>
    (await user.call.prompts.create({ title: 'Theirs', text: 'Compare {{a}} and {{b}}.' })).id;
  const finishedResearchOf = (user: TestUser) => researchOf(user, 'done');
  return {
    server,
    address,
    rest,
    model,
    async person(options) {
      const user = await signUp(server.deps, options);
      secrets.add(user.sessionToken);
      return user;
    },
    async tokenOf(user) {
      const input = { name: 'test', scope: 'write', password } as const;
      return (await createToken(server.deps, { by: user.user, caller: null }, input)).token;
    },
    async conversationOf(user) {
      return (await user.call.conversations.create({ title: 'Theirs' })).id;
    },
    answerOf,
    async feedbackOf(user) {
      const { id: messageId, conversationId } = await answerOf(user);
      await user.call.feedback.save({ messageId, rating: 'down', reasons: ['other'], comment: 'Too vague.' });
      return { messageId, conversationId };
    },
    async snapshotOf(user) {
      const { id } = await answerOf(user);
      const url = 'https://example.org/rates';
      const page = { url, canonicalUrl: url, title: 'Rates', site: 'Example', text: 'Rates rose.', readAt: new Date() };
      return `${id}/${(await storeSnapshot(db, id, page))?.id}`;
    },
    researchOf: (user) => researchOf(user),
    finishedResearchOf,
    async scheduleOf(user) {
      const { userId, conversationId, question, modelId, minutes, pages } = await db.research.findUniqueOrThrow({
        where: { id: await finishedResearchOf(user) },
      });
      const times = { frequency: 'daily', time: '08:00', timeZone: 'UTC', nextAt: new Date(Date.now() + dayMs) };
      const plan = { question, questions: [question], modelId, minutes, pages };
      return (await db.researchSchedule.create({ data: { userId, conversationId, ...plan, ...times } })).id;
    },
    async importOf(user) {
      const row = { userId: user.user.id, objectId: randomUUID(), fileName: 'export.json', state: 'done' };
      return (await db.conversationImport.create({ data: row })).id;
    },
    async shareOf(user) {
      return (await user.call.shares.create({ messageId: (await answerOf(user)).id })).id;
    },
    promptOf,
    async identityOf({ user }) {
      const subject = randomUUID();
      const data = { userId: user.id, issuer: `https://${subject}.example.com`, subject };
      return (await server.deps.db.identity.create({ data })).id;
    },
    memoryOf: async (user) => (await user.call.memory.add({ text: 'Works in Berlin.' })).id,
    async discardedPromptOf(user) {
      const promptId = await promptOf(user);
      await user.call.prompts.delete({ promptId });
      return promptId;
    },
    async projectOf(user) {
      return (await user.call.projects.create({ name: 'Theirs' })).id;
    },
    fileOf: (user) => uploadFile(address, user),
    async readFileOf(user) {
      const id = (await uploadFile(address, user)).slice('/objects/'.length);
      const read = { extractedText: 'The start. A page. The end.', pages: [{ page: 1, start: 0 }] };
      await server.deps.db.storedObject.update({ where: { id }, data: read });
      return id;
    },
    async collectionOf(user) {
      return (await user.call.collections.create({ name: 'Theirs' })).id;
    },
    async documentOf(user) {
      const collectionId = (await user.call.collections.create({ name: 'Theirs' })).id;
      const { id } = await user.call.collections.addDocument({ collectionId, title: 'Vacation', content: 'Days off.' });
      return `${collectionId}/${id}`;
    },
    async webPageOf(user) {
      const url = 'https://example.com/press';
      const text = 'The office in Lisbon opened.';
      const page = {
        url,
        canonicalUrl: url,
        title: 'Press',
        site: 'example.com',
        text,
        contentHash: '',
        readAt: new Date(),
      };
      server.deps.pages.read = async () => ({ state: 'read', ...page });
      const collectionId = (await user.call.collections.create({ name: 'Theirs' })).id;
      const { id } = await user.call.collections.addDocument({ collectionId, url });
      return `${collectionId}/${id}`;
    },
    ...portfolioRows(db),
    async usageOf({ user }) {
      const use = { day: new Date(), userId: user.id, model: 'm', modelName: 'M', requests: 1, cost: '0.5' };
      await db.usageDay.createMany({ data: use, skipDuplicates: true });
    },
    async userBudget() {
      const { id: userId } = (await signUp(server.deps)).user;
      await db.userBudget.create({ data: { userId, monthlyUsd: '5' } });
      return userId;
    },
    async waitlistEntry() {
      return (await db.waitlistSignup.create({ data: { email: newEmail() } })).id;
    },
    async groupOf({ user }) {
      const name = `Group ${randomUUID()}`;
      const data = { name, nameKey: name.toLowerCase(), members: { create: { userId: user.id } } };
      return (await db.group.create({ data })).id;
    },
    async invitation({ user }) {
      const tokenHash = randomUUID();
      const expiresAt = new Date(Date.now() + dayMs);
      const data = { email: newEmail(), origin: 'administrator', tokenHash, invitedById: user.id, expiresAt };
      return (await db.invitation.create({ data })).id;
    },
    async challengeOf(person) {
      const { recoveryCodes } = await setUpApp(server.deps, person);
      const cookie = await beginChallenge(server.deps, { userId: person.user.id });
      return { cookie: cookie.split(';', 1)[0] ?? '', code: recoveryCodes[0] ?? '' };
    },
    async endpoint(baseUrl) {
      const name = `test-${randomUUID()}`;
      modelServer ??= startModelServer();
      const data = { name, baseUrl: baseUrl ?? (await modelServer).baseUrl };
      const model = { id: name, name: 'test', displayName: 'Test' };
      const row = await db.modelEndpoint.create({ data: { ...data, models: { create: model } } });
      server.deps.models.changed();
      return { endpoint: row.id, model: name };
    },
    async resetLimits() {
      const byAddress = ['registerByAddress', 'signInByAddress', 'waitlistByAddress', 'resetByAddress'] as const;
      for (const action of [...byAddress, 'resetLinkByAddress', 'trackRecordByAddress'] as const)
        await rateLimiter.reset(action, '127.0.0.1');
      // The account in the examples of the OpenAPI document.
      await rateLimiter.reset('resetByCaller', callerKey('ada@example.com', '127.0.0.1'));
    },
  };
}

/** Returns the path of the file. */
async function uploadFile(address: string, user: TestUser): Promise<string> {
  const { uploadURL, headers, objectPath } = await user.call.uploads.create({});
  const { pathname, search } = new URL(uploadURL);
  const body = new Uint8Array(makePdf([['A page.']]));
  const sent = await fetch(address + pathname + search, { method: 'PUT', headers, body });
  if (!sent.ok) throw new Error(`the file was not taken: ${sent.status}`);
  return objectPath;
}
