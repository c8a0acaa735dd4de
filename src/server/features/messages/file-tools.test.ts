import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionPassages } from '~/server/features/collections/collection-passages';
import { indexDocument } from '~/server/features/collections/index-document.job';
import { type Background, readBackground } from '~/server/features/context/background';
import { storePassages } from '~/server/features/uploads/store-passages';
import type { PlaceInText } from '~/server/generation/prepared-answer';
import type { ModelTools } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { fileTools } from './file-tools';
import { prepareRequest } from './prepare-request';
import { ToolFiles } from './tool-files';

const model = createScriptedModel();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ model });
});
afterAll(() => server.close());

const never = new AbortController().signal;

/** Stores a file with one passage per page. */
async function store(user: TestUser, name: string, pages: string[], textTokens = 90_000): Promise<string> {
  const id = randomUUID();
  await server.deps.db.storedObject.create({
    data: { id, userId: user.user.id, name, readState: 'ready', textTokens, extractedText: pages.join('') },
  });
  const passages = pages.map((text, index) => ({ page: index + 1, start: index * 1000, text }));
  await storePassages(server.deps, id, passages);
  return id;
}

async function conversationOf(user: TestUser, ...files: { name: string; pages: string[]; tokens?: number }[]) {
  const { id: conversationId } = await user.call.conversations.create({});
  const question = await server.deps.db.message.create({
    data: { conversationId, role: 'user', content: '?', attachments: files.map(({ name }) => ({ name })) },
  });
  for (const { name, pages, tokens } of files) {
    const id = await store(user, name, pages, tokens);
    await server.deps.db.storedObject.update({ where: { id }, data: { messageId: question.id } });
  }
  return { conversationId, questionId: question.id };
}

async function collect(
  user: TestUser,
  title: string,
  pages: string[],
  scope: 'personal' | 'organization' = 'personal',
) {
  const { id: collectionId } = await user.call.collections.create({ name: `About ${title}`, scope });
  const objectId = await store(user, title, pages);
  const { id } = await server.deps.db.collectionDocument.create({
    data: { collectionId, title, content: '', objectId },
  });
  await server.deps.db.storedObject.update({ where: { id: objectId }, data: { documentId: id } });
  await indexDocument(server.deps, objectId, never);
  return { collectionId, documentId: id };
}

/** Records the text of all statements. */
function counting(statements: string[]): TestServer['deps'] {
  const { db } = server.deps;
  const sql: typeof db.sql = (parts, ...values) => {
    statements.push(parts.join(''));
    return db.sql(parts, ...values);
  };
  return {
    ...server.deps,
    db: new Proxy(db, { get: (target, name) => (name === 'sql' ? sql : Reflect.get(target, name)) }),
  };
}

const nothingBefore: Background = {
  history: [],
  customInstructions: '',
  hasCollections: true,
  memory: null,
  hasForeignText: false,
  unreadMessages: 0,
  lastId: null,
};

/** The request of a message in the conversation, and its tools by name. */
async function ask(
  user: TestUser,
  where: { conversationId: string; questionId: string },
  contextTokens = 128_000,
  background = nothingBefore,
) {
  const chosen = { id: 'scripted', model, limits: { contextTokens }, abilities: {} };
  const { db } = server.deps;
  const files = await db.storedObject.findMany({ where: { messageId: where.questionId }, select: { id: true } });
  const prepared = await prepareRequest(
    server.deps,
    chosen as unknown as Parameters<typeof prepareRequest>[1],
    background,
    { ...where, parentId: null, content: 'Hello?', userId: user.user.id, objectIds: files.map(({ id }) => id) },
    never,
  );
  const call = async (name: string, input: unknown) => {
    const tool = prepared.request.tools?.list.find((listed: ModelTools['list'][number]) => listed.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return { result: String(await tool.run(input, never)), label: tool.activity(input).label };
  };
  return { ...prepared, call };
}

const filler = (n: number) => `Page ${n} tells of the weather. ${'It was fine. '.repeat(60)}`;
const report = (fact: string, before = 20) => [...Array.from({ length: before }, (_, n) => filler(n)), fact, filler(0)];

describe('the file tools of a connected model', () => {
  it('list files of the conversation and of enabled collections, and no others', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    await collect(bob, 'Secret palace', ['The palace opens in May.']);
    const { collectionId } = await collect(ada, 'Handbook', ['Vacation lasts 31 days.', 'More.']);
    const where = await conversationOf(ada, { name: 'report.pdf', pages: report('The harbor was dredged.') });
    const { call } = await ask(ada, where);
    expect(JSON.parse((await call('list_files', {})).result)).toEqual({
      files: [
        { id: 'f1', name: 'report.pdf', pages: 22 },
        { id: 'f2', name: 'Handbook', collection: 'About Handbook', pages: 2 },
      ],
    });
    expect((await call('search_files', { query: 'palace opens May' })).result).not.toContain('palace');
    await ada.call.collections.switch({ conversationId: where.conversationId, collectionId, isOn: false });
    expect(JSON.parse((await call('list_files', {})).result).files).toHaveLength(1);
    await expect(call('read_pages', { file: 'f2', from: 1 })).rejects.toThrow('There is no file with this id');
    expect((await call('search_files', { query: 'vacation lasts days' })).result).not.toContain('31 days');
  });

  it('find a passage, return it once, and read the pages around it', async () => {
    const ada = await signUp(server.deps);
    const where = await conversationOf(
      ada,
      { name: 'report.pdf', pages: report('The harbor was dredged.', 190) },
      { name: 'note.pdf', pages: ['Nothing.'] },
    );
    const { call } = await ask(ada, where, 40_960);
    const first = await call('search_files', { query: 'weather fine', file: 'f1' });
    expect(first.label).toBe('Searched 1 file');
    expect((await call('search_files', { query: 'dredged harbor' })).label).toBe('Searched 2 files');
    const again = await call('search_files', { query: 'weather fine', file: 'f1' });
    const pagesOf = (text: string) => [...text.matchAll(/\[page (\d+)\]/g)].map(([, page]) => page);
    expect(pagesOf(first.result).length).toBeGreaterThan(0);
    expect(pagesOf(again.result).filter((page) => pagesOf(first.result).includes(page))).toEqual([]);
    const read = await call('read_pages', { file: 'f1', from: 190, to: 192 });
    expect(read.label).toBe('Read pages 190–192');
    expect(read.result).toContain('[page 191] The harbor was dredged.');
    await expect(call('read_pages', { file: 'f1', from: 400 })).rejects.toThrow('This file has 192 pages');
    await expect(call('read_pages', { file: 'f9', from: 1 })).rejects.toThrow('Call list_files');
    await expect(call('search_files', {})).rejects.toThrow('Give the words to search for.');
  });

  it('find the statement that a ratio is calculated from, on a page without the words for the ratio', async () => {
    const ada = await signUp(server.deps);
    const talk = (n: number) => `Our inventory turnover in plant ${n}. ${'Turnover of inventory is good. '.repeat(50)}`;
    const statement = `Consolidated balance sheets. Cash and cash equivalents 14 Marketable securities 9 Accounts
      receivable 16 Inventories 12 Prepaid expenses 3 Total current assets 55 Property, plant and equipment 19 Goodwill 45
      Intangible assets 48 Total assets 187 Accounts payable 11 Accrued liabilities 11 Total current liabilities 55
      Long-term debt 26 Common stock, par value 3 Retained earnings 128 Treasury stock 41 Shareholders' equity 76`;
    const pages = [...Array.from({ length: 40 }, (_, n) => talk(n)), statement, talk(40)];
    const where = await conversationOf(ada, { name: 'report.pdf', pages });
    const toolFiles = new ToolFiles(
      server.deps,
      where,
      collectionPassages(server.deps, { ...where, userId: ada.user.id }),
    );
    const best = (await toolFiles.search('inventory turnover')).slice(0, 10);
    expect(best.map(({ page }) => page)).toContain(41);
  });

  it('return pages new to the model before the rest of others', async () => {
    const ada = await signUp(server.deps);
    const where = await conversationOf(ada, { name: 'report.pdf', pages: [] });
    const object = await server.deps.db.storedObject.findFirstOrThrow({ where: { messageId: where.questionId } });
    // Two passages on each of many pages, the best on page 3.
    const texts = Array.from({ length: 60 }, (_, n) =>
      n === 4 || n === 5 ? 'The harbor. The harbor.' : `Harbor ${n}.`,
    );
    await storePassages(
      server.deps,
      object.id,
      texts.map((text, n) => ({ page: Math.floor(n / 2) + 1, start: n * 1000, text })),
    );
    const toolFiles = new ToolFiles(
      server.deps,
      where,
      collectionPassages(server.deps, { ...where, userId: ada.user.id }),
    );
    const first = await toolFiles.search('harbor');
    const [best] = first;
    expect(best).toMatchObject({ page: 3 });
    toolFiles.markGiven(best ? [best] : []);
    const pages = (await toolFiles.search('harbor')).map(({ page }) => page);
    const rest = pages.indexOf(3);
    expect(rest).toBeGreaterThan(10);
    expect(pages.slice(rest).every((page) => page === 3)).toBe(true);
  });

  it('leave out files that the model received whole', async () => {
    const ada = await signUp(server.deps);
    const where = await conversationOf(
      ada,
      { name: 'note.pdf', pages: ['The harbor was dredged in May.'], tokens: 20 },
      { name: 'report.pdf', pages: report('The harbor was dredged twice.', 190) },
    );
    const { call, request } = await ask(ada, where, 40_960);
    expect(request.turns.at(-1)?.content).toContain('in May.');
    const { result } = await call('search_files', { query: 'harbor dredged' });
    expect(result).toContain('dredged twice');
    expect(result).not.toContain('in May.');
    expect((await call('read_pages', { file: 'note.pdf', from: 1 })).result).toContain('in May.');
  });

  it('find what an endpoint rejected as too long, in a file that fit whole', async () => {
    const ada = await signUp(server.deps);
    const pages = report('The harbor was dredged.');
    const where = await conversationOf(ada, { name: 'report.pdf', pages, tokens: 5000 });
    const { call, request } = await ask(ada, where);
    const query = { query: 'harbor dredged' };
    expect(request.turns.at(-1)?.content).toContain('The harbor was dredged.');
    expect(JSON.parse((await call('search_files', query)).result)).toEqual({ results: [] });
    expect(request.shorten?.(0.1).turns.at(-1)?.content).not.toContain('The harbor was dredged.');
    expect((await call('search_files', query)).result).toContain('The harbor was dredged.');
  });

  it('use a part of the room for a search: the best pages whole, with room for another search', async () => {
    const ada = await signUp(server.deps);
    const pages = report('The harbor was dredged.', 190).map((text) => `${text} The harbor is calm.`);
    const where = await conversationOf(ada, { name: 'report.pdf', pages });
    const { call } = await ask(ada, where, 40_960);
    const found: number[] = [];
    for (let round = 0; round < 3; round++)
      found.push([...(await call('search_files', { query: 'harbor' })).result.matchAll(/\[page \d+\]/g)].length);
    expect(Math.min(...found)).toBeGreaterThan(3);
    await expect(async () => {
      for (let round = 0; round < 3; round++) await call('search_files', { query: 'harbor' });
    }).rejects.toThrow('There is no room left');
  });

  it('need one step if the documents are known and the conversation has no files', async () => {
    const ada = await signUp(server.deps);
    const { documentId } = await collect(ada, 'Timetable', ['The ferry to Ruritania leaves at noon.']);
    const where = await conversationOf(ada);
    const statements: string[] = [];
    const watched = counting(statements);
    const collections = collectionPassages(watched, { ...where, userId: ada.user.id });
    const documents = await collections.documents();
    expect(documents).toMatchObject([{ documentId }]);
    statements.length = 0;
    const toolFiles = new ToolFiles(watched, where, collections);
    expect(await toolFiles.files({ hasOwn: false, documents: Promise.resolve(documents) })).toMatchObject([
      { name: 'Timetable' },
    ]);
    expect(statements).toEqual([expect.stringContaining('encode(shape')]);
    const found = await collections.find('ferry to Ruritania', { limit: 5, among: documents });
    expect(found).toMatchObject([{ documentId }]);
    expect(await collections.find('ferry to Ruritania', { limit: 5, among: [] })).toEqual([]);
    expect(statements.join()).not.toContain('collection_rights');
    // A tool loads everything again.
    await toolFiles.files();
    expect(statements.join()).toContain('collection_rights');
    expect(statements.join()).toContain('branch_of');
  });

  it('need no statement for the collections of a user who can read none', async () => {
    const ada = await signUp(server.deps);
    const where = await conversationOf(ada);
    const { hasCollections } = await readBackground(server.deps, ada.user.id, where, 1000);
    expect(hasCollections).toBe(false);
    const statements: string[] = [];
    const collections = collectionPassages(counting(statements), { ...where, userId: ada.user.id, hasCollections });
    expect(await collections.documents()).toEqual([]);
    expect(await collections.find('harbor', { limit: 5 })).toEqual([]);
    expect(await collections.texts({ questionId: where.questionId, text: '"The harbor was dredged."' })).toBeNull();
    expect(statements).toEqual([]);
    await collect(ada, 'Timetable', ['The ferry to Ruritania leaves at noon.']);
    expect(await readBackground(server.deps, ada.user.id, where, 1000)).toMatchObject({ hasCollections: true });
  });

  it('count passages of collections as used once they were read', async () => {
    const ada = await signUp(server.deps);
    const quote = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
    const { collectionId, documentId } = await collect(ada, 'Handbook', [quote]);
    const { call, cite, review } = await ask(ada, await conversationOf(ada));
    const text = `It says: "${quote}"`;
    const place: PlaceInText = (range) => [range];
    expect(await cite?.(text, [])).toMatchObject([{ documentId, check: { verdict: 'quote' } }]);
    expect(await review?.(text, [], place)).not.toHaveProperty('collectionsUsed');
    expect((await call('read_pages', { file: 'Handbook', from: 1 })).result).toContain(quote);
    expect(await cite?.(text, [])).toMatchObject([{ documentId, page: 1, check: { verdict: 'quote' } }]);
    expect(await review?.(text, [], place)).toMatchObject({
      numCollectionsUsed: 1,
      collectionsUsed: [{ id: collectionId }],
    });
  });

  it('report the text of every result, which must not leak into a URL', async () => {
    const ada = await signUp(server.deps);
    const where = await conversationOf(ada, {
      name: 'report.pdf',
      pages: report('The harbor was dredged.'),
    });
    const collections = collectionPassages(server.deps, { userId: ada.user.id, ...where });
    const texts: string[] = [];
    const toolFiles = new ToolFiles(server.deps, where, collections);
    const { list } = fileTools(toolFiles, { fileCount: 1, tokenLimit: 5000, onText: (text) => texts.push(text) });
    for (const [name, input] of [
      ['list_files', {}],
      ['search_files', { query: 'harbor' }],
      ['read_pages', { file: 'f1', from: 21 }],
    ] as const)
      await list.find((tool) => tool.name === name)?.run(input, never);
    expect(texts).toEqual([
      expect.stringContaining('report.pdf'),
      expect.stringContaining('The harbor was dredged.'),
      expect.stringContaining('The harbor was dredged.'),
    ]);
  });

  it('end with their room, and are absent in small windows and without files', async () => {
    const ada = await signUp(server.deps);
    const where = await conversationOf(ada, { name: 'report.pdf', pages: report('The harbor was dredged.') });
    const { call } = await ask(ada, where, 16_384);
    const readAll = async () => {
      for (let page = 1; page <= 22; page += 5) await call('read_pages', { file: 'f1', from: page, to: page + 4 });
    };
    await expect(readAll()).rejects.toThrow('There is no room left');
    const names = async (prepared: ReturnType<typeof ask>) =>
      (await prepared).request.tools?.list.map(({ name }) => name);
    expect(await names(ask(ada, where, 8192))).not.toContain('search_files');
    expect(await names(ask(ada, await conversationOf(ada)))).not.toContain('search_files');
  });
});

it('quotations of a file in a very long conversation are checked, although its message was not loaded', async () => {
  const ada = await signUp(server.deps);
  const { db } = server.deps;
  const sentence = 'The harbor was dredged in the spring of 2025.';
  const first = await conversationOf(ada, { name: 'report.pdf', pages: [sentence] });
  const { conversationId } = first;
  let lastId = first.questionId;
  for (const role of ['assistant', 'user', 'assistant'] as const) {
    const message = { conversationId, role, content: 'Many words. '.repeat(1000) };
    lastId = (await db.message.create({ data: message })).id;
  }
  const background = await readBackground(server.deps, ada.user.id, { conversationId, lastId }, 1000);
  expect(background).toMatchObject({ history: [{ hasFiles: false }], unreadMessages: expect.any(Number) });
  const question = await db.message.create({ data: { conversationId, role: 'user', content: 'And?' } });
  const { call, cite, request } = await ask(ada, { conversationId, questionId: question.id }, 128_000, background);
  expect((await call('search_files', { query: 'harbor dredged' })).result).toContain(sentence);
  expect(request.systemPrompt).toContain('Quote the files word for word');
  expect(await cite?.(`It says: "${sentence}"`, [])).toMatchObject([
    { source: 'report.pdf', check: { verdict: 'quote' } },
  ]);
});
