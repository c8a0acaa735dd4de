import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise, type ZipFile } from 'yauzl';
import { recordAudit } from '~/server/features/audit/audit.service';
import { changeScimUser } from '~/server/features/scim/scim-users';
import { cookieOf } from '~/server/testing/clients/http-client';
import { until } from '~/server/testing/until';
import { setUpApp } from '~/server/testing/worlds/second-factor';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import { utcDay } from '~/shared/utc-day';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const ask = (headers: Record<string, string>, signal?: AbortSignal) =>
  fetch(`${address}/api/user/export`, { method: 'POST', headers, ...(signal && { signal }) });
const as = ({ sessionToken }: TestUser) => ({ cookie: cookieOf(sessionToken) });

/** The files in the zip, by path. */
async function exported(user: TestUser): Promise<Map<string, Buffer>> {
  const response = await ask(as(user));
  expect(response.status).toBe(200);
  const zip: ZipFile = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

/** Inserts a conversation with this many messages directly into the database. */
async function conversation(user: TestUser, title: string, contents: string[], metadata: object = {}) {
  const { db } = server.deps;
  const { id } = await db.conversation.create({ data: { userId: user.user.id, title } });
  await db.message.createMany({
    data: contents.map((content, n) => ({
      conversationId: id,
      role: n % 2 ? 'assistant' : 'user',
      content,
      metadata: n % 2 ? metadata : {},
    })),
  });
  return id;
}

async function file(user: TestUser, name: string, type: string, bytes: Buffer | null, key = (id: string) => id) {
  const id = randomUUID();
  const row = { id, userId: user.user.id, name, type, size: bytes?.length ?? 1, claimedAt: new Date() };
  await server.deps.db.storedObject.create({ data: { ...row, readState: 'ready' } });
  if (bytes) await server.deps.store.write(key(id), bytes, { maxBytes: 100 * 1024 * 1024 });
  return id;
}

/** Columns that refer to users, and the part of the export that contains their rows. */
const placeOf: Record<string, string> = {
  'answer_feedback.user_id': 'feedback.json',
  'api_tokens.user_id': 'activity.json',
  'authenticator_apps.user_id': 'profile.json',
  'collections.user_id': 'collections/',
  'conversation_imports.user_id': 'activity.json',
  'conversations.user_id': 'conversations/',
  'evidence_files.user_id': 'thesis-evidence.json',
  'evidence_origins.user_id': 'thesis-evidence.json',
  'group_members.user_id': 'profile.json',
  'identities.user_id': 'profile.json',
  'invitations.accepted_by': 'profile.json',
  'invitations.invited_by': 'profile.json',
  'memories.user_id': 'memory.json',
  'objects.user_id': 'files/',
  'passkeys.user_id': 'profile.json',
  'portfolio_readers.user_id': 'followed-positions.json',
  'position_follows.user_id': 'followed-positions.json',
  'position_notes.author_id': 'position-notes.json',
  'projects.user_id': 'projects.json',
  'prompts.user_id': 'prompts.json',
  'research_schedules.user_id': 'research/schedules.json',
  'researches.user_id': 'research/',
  'sessions.user_id': 'activity.json',
  'shares.user_id': 'shared-links.json',
  'usage_events.user_id': 'usage.csv',
  'user_budgets.user_id': 'profile.json',
};

/** Columns whose rows are in no export. */
const leftOut: Record<string, string> = {
  'account_usage.user_id': 'counts of what the export contains',
  'conversations.discarded_by': 'deleted conversations, for the minute in which Undo can restore them',
  'email_links.user_id': 'hashes of links that can sign in',
  'generations.user_id': 'the state of answers in progress',
  'idempotency_keys.user_id': 'responses of the API, stored for a day',
  'investment_positions.user_id': 'the portfolio belongs to the organization',
  'jobs.user_id': 'work that waits in the queue',
  'passkey_requests.user_id': 'random numbers of sign-ins in progress',
  'password_resets.user_id': 'the hash of a link that can sign in',
  'recovery_codes.user_id': 'hashes of codes that can sign in',
  'sign_in_challenges.user_id': 'hashes of sign-ins in progress',
};

describe('the export', () => {
  it('contains only the user’s own profile, files, and conversations as Markdown and JSON with their sources', async () => {
    const [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
    await ada.call.account.saveInstructions({ instructions: 'Be brief.' });
    const invited = { email: 'invited@example.com', origin: 'administrator', expiresAt: new Date() };
    await server.deps.db.invitation.create({ data: { ...invited, invitedById: ada.user.id } });
    const members = { create: { userId: ada.user.id } };
    await server.deps.db.group.create({ data: { name: 'Research', nameKey: 'research', members } });
    await server.deps.db.userBudget.create({ data: { userId: ada.user.id, monthlyUsd: '25.00' } });
    const { secret, recoveryCodes } = await setUpApp(server.deps, ada);
    const citations = [
      { source: 'example.org', title: 'Rates and why', url: 'https://example.org/rates' },
      { source: 'report.pdf', objectId: randomUUID(), quote: 'as it\nstands', page: 3 },
      { source: 'example.org', url: 'https://example.org/rates', check: { verdict: 'pending', checkedAt: '' } },
    ];
    const id = await conversation(ada, 'What moves / rates?', ['What moves rates?', 'Expected **inflation**.'], {
      citations,
      hasUnconfirmedFigures: true,
    });
    await server.deps.db.conversationSummary.create({
      data: { conversationId: id, content: 'It began with rates.', throughSeq: 1, messages: 1, model: 'm' },
    });
    await server.deps.db.message.create({
      data: { conversationId: id, parentId: id, isActive: false, role: 'user', content: 'What moves them?' },
    });
    await conversation(grace, 'A secret of Grace', ['Nobody must know', 'Indeed']);
    const fileId = await file(ada, 'plan.pdf', 'application/pdf', Buffer.from('the plan'));
    await file(grace, 'hers.pdf', 'application/pdf', Buffer.from('hers'));

    const entries = await exported(ada);
    const day = utcDay(new Date());
    const stem = `conversations/${day} What moves rates? ${id.slice(0, 8)}`.replace('?', '');
    const names = [...entries.keys()];
    const markdown = names.find((name) => name.endsWith('.md')) as string;
    expect(names).toEqual([
      'profile.json',
      markdown,
      markdown.replace(/md$/, 'json'),
      'activity.json',
      'usage.csv',
      `files/plan (${fileId.slice(0, 8)}).pdf`,
    ]);
    expect(markdown.startsWith(stem.slice(0, 36))).toBe(true);
    expect(markdown).toContain(id.slice(0, 8));
    const text = entries.get(markdown)?.toString() ?? '';
    expect(text).toMatch(/^# What moves \/ rates\?\n/);
    expect(text).toContain('## Summary of earlier messages\n\nIt began with rates.\n');
    expect(text).toMatch(/## Question, .* UTC\n\nWhat moves rates\?\n/);
    expect(text).not.toContain('What moves them?');
    expect(text).toMatch(/## qChat, .* UTC\n\nExpected \*\*inflation\*\*\.\n/);
    expect(text).toContain("*Some figures in this answer don't come from our position data.*");
    expect(text).toContain('[^2-1]: Rates and why, example.org. Not checked yet <https://example.org/rates>\n');
    expect(text).toContain('[^2-2]: report.pdf, page 3. "as it stands"\n');
    const json = JSON.parse(entries.get(markdown.replace(/md$/, 'json'))?.toString() ?? '');
    expect(json).toMatchObject({
      id,
      title: 'What moves / rates?',
      summary: 'It began with rates.',
      messages: [
        { role: 'user', parentId: null, isActive: true },
        { role: 'assistant', parentId: expect.any(String), isActive: true },
        { role: 'user', parentId: null, isActive: false, content: 'What moves them?' },
      ],
    });
    expect(json.messages[1].metadata.citations).toEqual(citations);
    expect(entries.get(`files/plan (${fileId.slice(0, 8)}).pdf`)?.toString()).toBe('the plan');
    const profile = JSON.parse(entries.get('profile.json')?.toString() ?? '');
    expect(profile).toMatchObject({
      email: ada.user.email,
      instructions: 'Be brief.',
      invitations: [{ email: 'invited@example.com', isAdmin: false, acceptedAt: null }],
      accepted: [],
      budget: { monthlyUsd: '25' },
      authenticator: { confirmedAt: expect.any(String) },
      groups: [{ group: { name: 'Research' }, source: 'manual' }],
    });
    const everything = [...entries].map(([name, bytes]) => name + bytes.toString()).join();
    for (const other of [
      grace.user.email,
      grace.user.id,
      'secret of Grace',
      'Nobody must know',
      'hers',
      '$argon2',
      secret,
      ...recoveryCodes,
    ])
      expect(everything).not.toContain(other);
    expect(profile.password).toBeUndefined();
  });

  it('contains only the user’s own collections, with the texts of their documents', async () => {
    const [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
    const add = async (user: TestUser, title: string) => {
      const { id: collectionId } = await user.call.collections.create({ name: `${title}s` });
      return user.call.collections.addDocument({ collectionId, title, content: `The text of ${title}` });
    };
    const { id } = await add(ada, 'Recipe');
    await add(grace, 'Secret');
    const entries = await exported(ada);
    expect(JSON.parse(entries.get('collections/collections.json')?.toString() ?? '')).toMatchObject([
      { name: 'Recipes', scope: 'personal', isEnabled: true },
    ]);
    expect(JSON.parse(entries.get(`collections/${id}.json`)?.toString() ?? '')).toMatchObject({
      collection: 'Recipes',
      title: 'Recipe',
      content: 'The text of Recipe',
    });
    expect([...entries].map(([name, bytes]) => name + bytes.toString()).join()).not.toContain('Secret');
  });

  it('contains each message once and in order, regardless of batches', async () => {
    const ada = await signUp(server.deps);
    const lengths = [0, 1, 199, 200, 201, 450, 0];
    const ids = new Map<string, number>();
    for (const [n, length] of lengths.entries()) {
      const contents = Array.from({ length }, (_, place) => `${n}:${place}`);
      ids.set(await conversation(ada, `Number ${n}`, contents), n);
    }
    const entries = await exported(ada);
    const documents = [...entries].filter(([name]) => /^conversations\/.*\.json$/.test(name));
    expect(documents).toHaveLength(lengths.length);
    for (const [, bytes] of documents) {
      const { id, messages } = JSON.parse(bytes.toString()) as { id: string; messages: { content: string }[] };
      const n = ids.get(id) as number;
      expect(messages.map(({ content }) => content)).toEqual(
        Array.from({ length: lengths[n] as number }, (_, place) => `${n}:${place}`),
      );
    }
    expect([...entries.keys()].filter((name) => name.endsWith('.md'))).toHaveLength(lengths.length);
  });

  it('contains the content of shared links', async () => {
    const ada = await signUp(server.deps);
    const conversationId = await conversation(ada, 'Shared', ['What was shared']);
    await ada.call.shares.create({ conversationId });
    const links = JSON.parse((await exported(ada)).get('shared-links.json')?.toString() ?? '[]');
    expect(links).toMatchObject([{ title: 'Shared', audience: 'members' }]);
    expect(JSON.stringify(links)).toContain('What was shared');
  });

  it('contains each shared link once and in order, and never reads many of them at once', async () => {
    const { db } = server.deps;
    const ada = await signUp(server.deps);
    const conversationId = await conversation(ada, 'Shared', ['What was shared']);
    const { url } = await ada.call.shares.create({ conversationId });
    const first = await db.share.findUniqueOrThrow({
      where: { key: url.split('/').at(-1) ?? '' },
      omit: { messages: true },
    });
    const titles = ['Shared', ...Array.from({ length: 12 }, (_, n) => `Copy ${n}`)];
    await db.share.createMany({
      data: titles.slice(1).map((title, n) => ({
        ...first,
        id: randomUUID(),
        key: randomUUID(),
        paper: {},
        title,
        createdAt: new Date(first.createdAt.getTime() + 1000 * (n + 1)),
      })),
    });
    const read = vi.spyOn(db.share, 'findMany');
    const links = JSON.parse((await exported(ada)).get('shared-links.json')?.toString() ?? '[]');
    expect(links.map(({ title }: { title: string }) => title)).toEqual(titles);
    const batches = await Promise.all(read.mock.results.map(({ value }) => value));
    const withContent = batches.filter(([row]) => 'paper' in row);
    expect(Math.max(...withContent.map((rows) => rows.length))).toBeLessThan(titles.length);
  });

  it('contains no shared links and files of a discarded conversation, until it is restored', async () => {
    const ada = await signUp(server.deps);
    const conversationId = await conversation(ada, 'Shared', ['What was shared']);
    const { id: messageId } = await server.deps.db.message.findFirstOrThrow({ where: { conversationId } });
    const id = await file(ada, 'plan.txt', 'text/plain', Buffer.from('the plan'));
    await server.deps.db.storedObject.update({ where: { id }, data: { messageId } });
    const { files } = await ada.call.shares.create({ conversationId, fileIds: [id] });
    expect(files).toHaveLength(1);
    const found = async () =>
      [...(await exported(ada)).keys()].filter((path) => /^(files\/|shared-links)/.test(path)).length;
    await ada.call.conversations.discard({ conversationIds: [conversationId] });
    expect(await found()).toBe(0);
    expect((await ada.call.shares.list({})).items).toEqual([]);
    await ada.call.conversations.restore({ conversationIds: [conversationId] });
    expect(await found()).toBe(2);
    expect((await ada.call.shares.list({})).items).toHaveLength(1);
    await server.deps.db.storedObject.delete({ where: { id } });
    expect(await found()).toBe(2);
    await ada.call.conversations.discard({ conversationIds: [conversationId] });
    expect(await found()).toBe(0);
  });

  it('contains feedback on answers, except in temporary and discarded conversations', async () => {
    const ada = await signUp(server.deps);
    const rate = async (comment: string, temporaryUntil: Date | null) => {
      const conversationId = await conversation(ada, comment, ['Why?', 'Because.']);
      await server.deps.db.conversation.update({ where: { id: conversationId }, data: { temporaryUntil } });
      const answer = await server.deps.db.message.findFirstOrThrow({ where: { conversationId, role: 'assistant' } });
      const given = { rating: 'down', reasons: ['other'], comment, model: 'm', modelName: 'M' };
      await server.deps.db.answerFeedback.create({ data: { messageId: answer.id, userId: ada.user.id, ...given } });
      return answer.id;
    };
    const messageId = await rate('Too vague', null);
    await rate('Forget me', new Date(Date.now() + 60_000));
    const { conversationId } = await server.deps.db.message.findUniqueOrThrow({
      where: { id: await rate('Deleted', null) },
    });
    await ada.call.conversations.discard({ conversationIds: [conversationId] });
    const entries = await exported(ada);
    const feedback = JSON.parse(entries.get('feedback.json')?.toString() ?? '[]');
    expect(feedback).toMatchObject([{ messageId, rating: 'down', reasons: ['other'], comment: 'Too vague' }]);
    expect(feedback).toHaveLength(1);
  });

  it('contains research and schedules, except those of a discarded conversation', async () => {
    const ada = await signUp(server.deps);
    const { db } = server.deps;
    const conversationId = await conversation(ada, 'Rates', []);
    const row = { userId: ada.user.id, conversationId, question: 'Rates?', modelId: 'm', minutes: 1, pages: 1 };
    await db.research.create({ data: { ...row, state: 'done' } });
    const timing = { frequency: 'daily', time: '08:00', timeZone: 'UTC', nextAt: new Date('2999-01-01') };
    await db.researchSchedule.create({ data: { ...row, ...timing, questions: ['Rates?'] } });
    const research = async () => [...(await exported(ada)).keys()].filter((path) => path.startsWith('research/'));
    expect(await research()).toHaveLength(2);
    await ada.call.conversations.discard({ conversationIds: [conversationId] });
    expect(await research()).toEqual([]);
  });

  it('contains sessions, tokens, imports and events, but no data of other users and no credentials', async () => {
    const [ada, admin] = [await signUp(server.deps), await signUp(server.deps, { isAdmin: true })];
    const { token } = await ada.call.tokens.create({ name: 'Spreadsheet', password: testPassword });
    const file = { objectId: randomUUID(), fileName: 'chats.zip', state: 'done', conversations: 2, messages: 9 };
    await server.deps.db.conversationImport.create({ data: { userId: ada.user.id, ...file } });
    for (const isLocked of [true, false]) await admin.call.admin.lock({ userId: ada.user.id, isLocked });
    const again = await server.deps.sessions.issueSession(ada.user.id, {
      device: 'Firefox',
      ip: '10.9.8.7',
      created: '',
    });
    const text = (await exported({ ...ada, sessionToken: again.token })).get('activity.json')?.toString() ?? '';
    const { sessions, apiTokens, imports, events } = JSON.parse(text);
    expect(sessions).toMatchObject([{ device: 'Firefox', ip: '10.9.8.7', expiresAt: expect.any(String) }]);
    // Locking the account has revoked the token.
    expect(apiTokens).toEqual([]);
    expect(imports).toMatchObject([{ fileName: 'chats.zip', state: 'done', conversations: 2, messages: 9 }]);
    expect(events).toEqual([
      { at: expect.any(String), kind: 'api-token-created', by: 'you', ip: expect.any(String) },
      { at: expect.any(String), kind: 'account-locked', by: 'another' },
      { at: expect.any(String), kind: 'account-unlocked', by: 'another' },
      { at: expect.any(String), kind: 'data-exported', by: 'you', ip: expect.any(String) },
    ]);
    for (const hidden of [token, again.token, admin.user.email, admin.user.id]) expect(text).not.toContain(hidden);
  });

  it('contains the events of former emails, and none of other users with the same email', async () => {
    const [ada, other] = [await signUp(server.deps), await signUp(server.deps)];
    const { db } = server.deps;
    const acting = { by: { email: 'Directory' }, caller: null };
    const rename = ({ user }: TestUser, userName: string) => changeScimUser(server.deps, acting, user.id, { userName });
    const record = ({ user }: TestUser, kind: 'sign-in' | 'sign-out', email: string) =>
      recordAudit(db, { kind, actor: { id: user.id, email }, caller: null });
    const first = ada.user.email;
    await record(ada, 'sign-in', first);
    await rename(ada, `second-${first}`);
    await record(ada, 'sign-in', `second-${first}`);
    await rename(ada, `third-${first}`);
    await rename(other, first);
    await record(other, 'sign-out', first);
    const kindsOf = async (user: TestUser) =>
      JSON.parse((await exported(user)).get('activity.json')?.toString() ?? '{}').events.map(
        ({ kind }: { kind: string }) => kind,
      );
    expect(await kindsOf(ada)).toEqual(['sign-in', 'user-changed', 'sign-in', 'user-changed', 'data-exported']);
    expect(await kindsOf(other)).toEqual(['user-changed', 'sign-out', 'data-exported']);
  });

  it('contains the rows of each table that refers to a user, except those with a documented reason', async () => {
    const rows = await server.deps.db.sql<{ name: string }>`
      SELECT DISTINCT c.conrelid::regclass::text || '.' || a.attname AS name
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
      WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`;
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(placeOf), ...Object.keys(leftOut)].sort());
  });

  it("contains the user's memory", async () => {
    const ada = await signUp(server.deps);
    const { id } = await ada.call.memory.add({ text: 'Works in Berlin.' });
    const facts = JSON.parse((await exported(ada)).get('memory.json')?.toString() ?? '[]');
    expect(facts).toMatchObject([{ id, text: 'Works in Berlin.', conversationId: null }]);
  });

  it("contains the user's own prompts", async () => {
    const ada = await signUp(server.deps);
    const kept = await ada.call.prompts.create({ title: 'Compare', text: '{{a}} or {{b}}?' });
    const { id: promptId } = await ada.call.prompts.create({ title: 'Old', text: 'Old' });
    await ada.call.prompts.delete({ promptId });
    const prompts = JSON.parse((await exported(ada)).get('prompts.json')?.toString() ?? '[]');
    expect(prompts).toMatchObject([{ id: kept.id, title: 'Compare', text: '{{a}} or {{b}}?' }]);
    expect(prompts).toHaveLength(1);
  });

  it('contains projects, and which conversations belong to them', async () => {
    const ada = await signUp(server.deps);
    const project = await ada.call.projects.create({ name: 'Board', customInstructions: 'Be formal.' });
    await ada.call.conversations.create({ title: 'Minutes', projectId: project.id });
    const files = await ada.call.collections.create({ name: 'Files', projectId: project.id });
    const entries = await exported(ada);
    const projects = JSON.parse(entries.get('projects.json')?.toString() ?? '[]');
    expect(projects).toMatchObject([{ id: project.id, name: 'Board', customInstructions: 'Be formal.' }]);
    const [, minutes] = [...entries].find(([name]) => /Minutes.*json$/.test(name)) ?? [];
    expect(JSON.parse(minutes?.toString() ?? '{}')).toMatchObject({ title: 'Minutes', projectId: project.id });
    const collections = JSON.parse(entries.get('collections/collections.json')?.toString() ?? '[]');
    expect(collections).toMatchObject([{ id: files.id, name: 'Board', projectId: project.id }]);
  });

  it('keeps names unique and inside their folders, and lists files that are missing', async () => {
    const ada = await signUp(server.deps);
    for (const title of [
      '../../etc/passwd',
      'C:\\windows',
      '..',
      '',
      'same',
      'same',
      'x'.repeat(500),
      '\u202Efdp.exe',
      '株'.repeat(99),
    ])
      await conversation(ada, title, ['Hi']);
    await file(ada, 'a.pdf', 'application/pdf', Buffer.from('1'));
    await file(ada, 'a.pdf', 'application/pdf', Buffer.from('2'));
    await file(ada, '../up.pdf', 'application/pdf', Buffer.from('3'));
    await file(ada, `${'株'.repeat(250)}.pdf`, 'application/pdf', Buffer.from('4'));
    await file(ada, `${'😀'.repeat(120)}.pdf`, 'application/pdf', Buffer.from('5'));
    await file(ada, 'gone.pdf', 'application/pdf', null);
    const entries = await exported(ada);
    const names = [...entries.keys()];
    expect(new Set(names).size).toBe(names.length);
    for (const name of names)
      expect(name).toMatch(/^(profile\.json|activity\.json|usage\.csv|(conversations|files)\/[^/\\]+)$/);
    for (const name of names) expect(name).not.toMatch(/\u202e|\/\.\.|\ufffd/);
    // The limit of most file systems.
    for (const name of names) expect(Buffer.byteLength(name.split('/').at(-1) ?? '')).toBeLessThanOrEqual(255);
    expect(names.filter((name) => /^files\/(株{60}|(😀){45}) \(.{8}\)\.pdf$/u.test(name))).toHaveLength(2);
    expect(entries.get('files/missing.txt')?.toString()).toBe('gone.pdf\n');
    expect(names.filter((name) => /^files\/a \(/.test(name))).toHaveLength(2);
  });

  it('contains images as stored, without location and camera data', async () => {
    const ada = await signUp(server.deps);
    const id = await file(ada, 'me.jpg', 'image/jpeg', Buffer.from('clean'), (key) => `${key}-clean`);
    expect((await exported(ada)).get(`files/me (${id.slice(0, 8)}).jpg`)?.toString()).toBe('clean');
  });

  it("is a download that proxies don't change and caches don't store", async () => {
    const ada = await signUp(server.deps);
    const response = await ask({ ...as(ada), 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="qinsight-export-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store, no-transform',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    await response.arrayBuffer();
  });

  it('requires a signed-in user, and is limited to five times an hour', async () => {
    expect((await ask({})).status).toBe(401);
    const ada = await signUp(server.deps);
    for (let n = 0; n < 5; n++) {
      const response = await ask(as(ada));
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const refused = await ask(as(ada));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Too many data exports') });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await server.deps.db.auditEvent.count({ where: { kind: 'data-exported', actorId: ada.user.id } })).toBe(5);
  });

  it('applies backpressure for a slow reader, and ends when the reader disconnects', async () => {
    const ada = await signUp(server.deps);
    // Incompressible data, so that the size in the zip is the real one.
    for (let n = 0; n < 8; n++) await file(ada, `${n}.bin`, 'application/zip', randomBytes(4 * 1024 * 1024));
    const { store } = server.deps;
    const read = store.read.bind(store);
    const streams: Readable[] = [];
    let opened = 0;
    store.read = async (...args) => {
      opened++;
      const stream = await read(...args);
      streams.push(stream);
      return stream;
    };
    const leave = new AbortController();
    const response = await ask(as(ada), leave.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    await until(() => streams.length > 0);
    const exportAll = async () => (await ask(as(ada))).arrayBuffer();
    await exportAll();
    // While the other export opened all eight files, this one opened only what fits into the socket buffers.
    const before = opened - 8;
    expect(before).toBeLessThan(8);
    leave.abort();
    await reader?.read().catch(() => {});
    await until(() => streams.every(({ destroyed }) => destroyed));
    await exportAll();
    expect(opened).toBe(before + 16);
    store.read = read;
  });

  it('ends with the session that started it', async () => {
    const ada = await signUp(server.deps);
    for (let n = 0; n < 8; n++) await file(ada, `${n}.bin`, 'application/zip', randomBytes(4 * 1024 * 1024));
    const response = await ask(as(ada));
    const reader = response.body?.getReader();
    await reader?.read();
    const admin = await signUp(server.deps, { isAdmin: true });
    await admin.call.admin.lock({ userId: ada.user.id, isLocked: true });
    let failure: unknown;
    await until(async () => {
      const step = await reader?.read().catch((error) => {
        failure = error;
      });
      return failure !== undefined || step?.done === true;
    });
    expect(failure).toBeDefined();
  });

  it("aborts the connection instead of ending early if a file can't be read completely", async () => {
    const ada = await signUp(server.deps);
    await file(ada, 'a.bin', 'application/zip', randomBytes(1024));
    const { store } = server.deps;
    const read = store.read.bind(store);
    store.read = async (...args) => {
      const stream = await read(...args);
      setImmediate(() => stream.destroy(new Error('the disk is gone')));
      return stream;
    };
    const response = await ask(as(ada));
    await expect(response.arrayBuffer()).rejects.toThrow();
    store.read = read;
  });
});
