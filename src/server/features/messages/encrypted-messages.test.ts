/** ENCRYPT_MESSAGES=on: every feature reads the texts, and no table contains them in plain text. */
import { randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { exportAccount } from '~/server/features/account/export-account';
import { getSummary, storeSummary } from '~/server/features/context/conversation-summary';
import { chatGptConversation } from '~/server/features/imports/export-examples';
import { listEvidenceSources } from '~/server/features/positions/evidence-sources';
import { closeAbandoned } from '~/server/generation/abandoned-answers';
import { isSealed, withoutMarks } from '~/server/lib/stored-texts/seal-value';
import { StoredTexts } from '~/server/lib/stored-texts/stored-texts';
import { cookieOf } from '~/server/testing/clients/http-client';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { createStoredTexts } from './create-stored-texts';

/** Comes before the sensitive words, because the start becomes the title, which stays readable. */
const start = 'What do central banks do about rates when inflation falls faster than expected? ';
const [asked, said] = ['Zebrafinch', 'Quokkatree'];
const model = createScriptedModel();
let server: TestServer;
let base: string;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  const env = { ENCRYPT_MESSAGES: 'on', SECRET_KEY: 's'.repeat(40), MAX_CONCURRENT_ANSWERS: '50' };
  server = await startTestServer({ model, env });
  base = await server.listen();
  [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
  await Promise.all([quiet(ada), quiet(bob)]);
});
afterAll(() => server.close());

/** Turns off generated titles and suggestions, so that the scripted model is only called for answers. */
async function quiet({ user: { id } }: TestUser) {
  await server.deps.db.user.update({ where: { id }, data: { modelTitles: false, suggestedQuestions: false } });
}

const texts = () => server.deps.db.texts;
const list = async (user: TestUser, conversationId: string) =>
  (await user.call.messages.list({ conversationId })).items.map(({ content }) => content);
const rowOf = (id: string) => server.deps.db.message.findUniqueOrThrow({ where: { id } });
const isEnded = async (id: string) => ((await rowOf(id)).metadata as { processing?: boolean }).processing === false;

interface More {
  conversationId?: string;
  replaces?: string;
}

async function send(more: More = {}, by = ada) {
  const content = `${start}${asked}?`;
  const sent = await by.call.messages.send({ clientRequestId: randomUUID(), content, ...more });
  return { ...sent, id: sent.assistantMessage.id, conversationId: sent.conversation.id, call: await model.nextCall() };
}

async function finish(call: ScriptedCall, id: string, text: string) {
  await call.emit(text);
  await call.emit({ type: 'citation', citation: { source: said, url: 'https://ecb.example', start: 0, end: 5 } });
  await call.finish();
  await until(() => isEnded(id));
}

async function ask(more: More = {}, by = ada) {
  const sent = await send(more, by);
  await finish(sent.call, sent.id, `Rates fell, ${said}.`);
  return sent;
}

/** The rows of all tables that contain one of the words, in any column of any type. */
async function leaks(): Promise<string[]> {
  const query = (words: string) => server.deps.db.$queryRawUnsafe<Record<string, unknown>[]>(words);
  const tables = await query(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()`,
  );
  expect(tables.length).toBeGreaterThan(80);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      `SELECT left(t::text, 300) AS row FROM ${name} AS t WHERE t::text ILIKE '%${asked}%' OR t::text ILIKE '%${said}%'`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

it('the check would detect a readable text', async () => {
  const { id } = await server.deps.db.conversation.create({ data: { userId: bob.user.id, title: `About ${asked}` } });
  expect(await leaks()).toEqual([
    expect.stringMatching(/^conversations: /),
    expect.stringMatching(/^search_entries: /),
  ]);
  await server.deps.db.conversation.delete({ where: { id } });
  expect(await leaks()).toEqual([]);
});

describe('an encrypted conversation', () => {
  it('can be listed, edited, retried and continued as usual, on all its branches', async () => {
    const { conversationId, id, userMessage, call } = await send();
    await call.emit({ type: 'reasoning', text: `Thinking of ${said}` });
    await finish(call, id, `Rates fell, ${said}.`);
    const again = await ada.call.messages.retry({ messageId: id });
    await finish(await model.nextCall(), again.assistantMessage.id, `Rates rose, ${said}.`);
    const edited = await ask({ conversationId, replaces: userMessage.id });
    const next = await send({ conversationId });
    // The model receives the earlier texts.
    expect(next.call.request.turns.map(({ content }) => content)).toEqual(
      expect.arrayContaining([expect.stringContaining(asked), expect.stringContaining(said)]),
    );
    await next.call.emit(`Rates, ${said}`);
    await ada.call.messages.stop({ messageId: next.id });
    await until(() => isEnded(next.id));
    const continued = await ada.call.messages.retry({ messageId: next.id, continues: true });
    expect(continued.assistantMessage.content).toBe(`Rates, ${said}`);
    await finish(await model.nextCall(), continued.assistantMessage.id, ' and more.');

    expect(await list(ada, conversationId)).toEqual([
      `${start}${asked}?`,
      `Rates fell, ${said}.`,
      `${start}${asked}?`,
      `Rates, ${said} and more.`,
    ]);
    const tree = (await ada.call.messages.list({ conversationId, branches: 'all' })).items;
    expect(tree.map(({ content }) => content)).toContain(`Rates rose, ${said}.`);
    const first = tree.find((message) => message.id === id);
    expect(first?.metadata).toMatchObject({
      status: 'complete',
      citations: [{ source: said }],
      reasoning: { text: `Thinking of ${said}` },
    });
    const versions = await ada.call.messages.versions({ messageId: id });
    expect(versions.items.map(({ content }) => content)).toEqual([`Rates fell, ${said}.`, `Rates rose, ${said}.`]);
    expect(await rowOf(edited.id)).toMatchObject({ content: expect.toSatisfy(isSealed) });
    expect(await leaks()).toEqual([]);
  });

  it('is stored in encrypted pieces during the answer, and kept if its process crashes', async () => {
    const { conversationId, id, call } = await send();
    const { db } = server.deps;
    await call.emit(`Rates fell, ${said}`);
    await until(async () => (await rowOf(id)).content !== '');
    await call.emit(` and ${said}`);
    await until(async () => (await db.answerPiece.count({ where: { messageId: id } })) > 0);
    expect(await leaks()).toEqual([]);
    expect((await list(ada, conversationId)).at(-1)).toBe(`Rates fell, ${said} and ${said}`);
    const metadata = { processing: false, status: 'interrupted' as const };
    // The attempt of a process that crashed: this one does not take it back.
    await db.generation.update({ where: { messageId: id }, data: { attempt: 2 } });
    const closed = await closeAbandoned(db, { owner: 'another', allOthers: true, metadata });
    expect(closed).toEqual([expect.objectContaining({ messageId: id })]);
    await until(() => call.isAborted());
    // The pieces were joined without decrypting them.
    expect((await rowOf(id)).content.match(/\uFDD0/g)).toHaveLength(2);
    expect((await list(ada, conversationId)).at(-1)).toBe(`Rates fell, ${said} and ${said}`);
    expect(await leaks()).toEqual([]);
  });

  it('is sent once for the same request', async () => {
    const clientRequestId = randomUUID();
    const question = { clientRequestId, content: `${start}${asked}?` };
    const sent = await ada.call.messages.send(question);
    await finish(await model.nextCall(), sent.assistantMessage.id, `Rates fell, ${said}.`);
    const repeated = await ada.call.messages.send(question);
    expect(repeated.userMessage).toMatchObject({ id: sent.userMessage.id, content: question.content });
    expect(repeated.assistantMessage.content).toBe(`Rates fell, ${said}.`);
    expect(await leaks()).toEqual([]);
  });

  it('can be shared, copied by others, and has a receipt', async () => {
    const { conversationId, id } = await ask();
    const share = await ada.call.shares.create({ conversationId, audience: 'everybody' });
    const page = await (await fetch(base + new URL(share.url).pathname)).text();
    expect(page).toContain(asked);
    expect(page).toContain(said);
    const copied = await fetch(`${base}${new URL(share.url).pathname}/continue`, {
      method: 'POST',
      body: new URLSearchParams({ requestId: randomUUID() }),
      redirect: 'manual',
      headers: { cookie: cookieOf(bob.sessionToken) },
    });
    const copyId = new URL(copied.headers.get('location') ?? '', base).searchParams.get('c') ?? '';
    expect(await list(bob, copyId)).toEqual([`${start}${asked}?`, `Rates fell, ${said}.`]);
    const receipt = await ada.call.messages.receipt({ messageId: id });
    expect(receipt).toMatchObject({ question: `${start}${asked}?`, answer: { text: `Rates fell, ${said}.` } });
    expect(await leaks()).toEqual([]);
  });

  it('is in the export of the account, with its summary and its shared links', async () => {
    const cleo = await signUp(server.deps);
    await quiet(cleo);
    const { conversationId, id } = await ask({}, cleo);
    await cleo.call.shares.create({ conversationId, audience: 'members' });
    await storeSummary(server.deps, conversationId, {
      content: `About ${asked}`,
      messages: 2,
      throughSeq: String((await rowOf(id)).seq),
      model: 'scripted',
    });
    expect(await leaks()).toEqual([]);
    expect((await getSummary(server.deps, cleo.user.id, conversationId)).summary?.content).toBe(`About ${asked}`);
    const bytes = await buffer(exportAccount(server.deps, cleo.user.id, new AbortController().signal));
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const entries = new Map<string, string>();
    for await (const entry of zip.eachEntry())
      entries.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
    const [, conversation] = [...entries].find(([name]) => /^conversations\/.*\.json$/.test(name)) ?? [];
    expect(JSON.parse(conversation ?? '{}')).toMatchObject({
      summary: `About ${asked}`,
      messages: [
        { content: `${start}${asked}?` },
        { content: `Rates fell, ${said}.`, metadata: { citations: [{ source: said }] } },
      ],
    });
    expect(entries.get('shared-links.json')).toContain(said);
    expect([...entries.values()].filter(isSealed)).toEqual([]);
  });

  it('can also come from an import', async () => {
    const dora = await signUp(server.deps);
    const bytes = Buffer.from(JSON.stringify([chatGptConversation]).replaceAll('It is 2.00%.', `It is ${said}.`));
    const { import: created, upload } = await dora.call.imports.create({ fileName: 'a.json', size: bytes.length });
    const { pathname, search } = new URL(upload.uploadURL, base);
    await fetch(new URL(pathname + search, base), { method: 'PUT', body: bytes, headers: upload.headers });
    const { id } = created;
    const reaches = (state: string) => until(async () => (await dora.call.imports.get({ id })).state === state);
    await dora.call.imports.read({ id });
    await reaches('ready');
    await dora.call.imports.run({ id });
    await reaches('done');
    const [conversation] = (await dora.call.conversations.list({})).items;
    expect(await list(dora, conversation?.id ?? '')).toContain(`It is ${said}.`);
    expect(await leaks()).toEqual([]);
  });

  it('has its sources checked, and offers them as evidence', async () => {
    const { id, conversationId } = await ask();
    const check = async () =>
      (await ada.call.messages.list({ conversationId })).items.at(-1)?.metadata.citations?.[0]?.check;
    await until(async () => (await check())?.verdict === 'unreadable');
    const found = await listEvidenceSources(server.deps, ada.user.id, { messageId: id, search: said, limit: 5 });
    expect(found.items).toEqual([expect.objectContaining({ messageId: id, verdict: 'unreadable' })]);
    // Page by page, as for readable answers.
    const all = await listEvidenceSources(server.deps, ada.user.id, { limit: 100 });
    const pages: typeof all.items = [];
    for (let cursor: string | null = null; ; ) {
      const page: typeof all = await listEvidenceSources(server.deps, ada.user.id, { limit: 1, cursor });
      pages.push(...page.items);
      cursor = page.nextCursor;
      if (!cursor) break;
    }
    expect(all.items.length).toBeGreaterThan(1);
    expect(pages).toEqual(all.items);
    const nothing = await listEvidenceSources(server.deps, ada.user.id, { search: 'unheard-of', limit: 5 });
    expect(nothing).toEqual({ items: [], nextCursor: null });
    expect(await leaks()).toEqual([]);
  });

  it('is not found by its words, but by its title and files', async () => {
    const { conversationId } = await ask();
    expect(await ada.call.search.messages({ q: said })).toEqual({ items: [], leavesOutTexts: true });
    const { items } = await ada.call.search.messages({ q: 'central banks' });
    expect(items.map((hit) => hit.conversationId)).toContain(conversationId);
  });

  it("can't be read with texts of other rows, and readable texts are not accepted as encrypted ones", async () => {
    const [first, other] = [await ask(), await ask()];
    const { db } = server.deps;
    const { content } = await rowOf(other.id);
    const before = (await rowOf(first.id)).content;
    await db.message.update({ where: { id: first.id }, data: { content } });
    await expect(list(ada, first.conversationId)).rejects.toThrow("This text can't be decrypted.");
    await db.message.update({ where: { id: first.id }, data: { content: before } });
    expect((await list(ada, first.conversationId)).at(-1)).toBe(`Rates fell, ${said}.`);
    // A user who copied a text from the database can't have the server decrypt it.
    const sent = await bob.call.messages.send({ clientRequestId: randomUUID(), content });
    await (await model.nextCall()).finish();
    await until(() => isEnded(sent.assistantMessage.id));
    expect((await list(bob, sent.conversation.id))[0]).toBe(withoutMarks(content));
  });

  it('stays readable when the setting is turned off, next to readable messages', async () => {
    const { conversationId, id } = await ask();
    const { db, env } = server.deps;
    const on = db.texts;
    db.texts = createStoredTexts({ ...env, ENCRYPT_MESSAGES: 'off' }, db);
    try {
      expect(db.texts).toBeInstanceOf(StoredTexts);
      const later = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Later?', conversationId });
      await finish(await model.nextCall(), later.assistantMessage.id, 'Later.');
      expect((await rowOf(later.assistantMessage.id)).content).toBe('Later.');
      expect(isSealed((await rowOf(id)).content)).toBe(true);
      expect(await list(ada, conversationId)).toEqual([
        `${start}${asked}?`,
        `Rates fell, ${said}.`,
        'Later?',
        'Later.',
      ]);
    } finally {
      db.texts = on;
    }
    expect((await list(ada, conversationId)).at(-1)).toBe('Later.');
  });

  it('is deleted with all related data', async () => {
    const { conversationId, id } = await ask();
    await ada.call.conversations.delete({ conversationId });
    expect(await server.deps.db.message.count({ where: { OR: [{ id }, { conversationId }] } })).toBe(0);
  });

  it('requires the secret', async () => {
    const { id } = await ask();
    const { db, env } = server.deps;
    const other = createStoredTexts({ ...env, SECRET_KEY: 'x'.repeat(40) }, db);
    const { content } = await rowOf(id);
    await expect(other.open(id, content)).rejects.toThrow('encrypted with a key that is missing');
    expect(await texts().open(id, content)).toBe(`Rates fell, ${said}.`);
  });
});
