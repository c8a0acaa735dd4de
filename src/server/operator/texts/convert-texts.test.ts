/** ENCRYPT_MESSAGES switched on or off in an installation with messages: all stored texts are converted. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSummary, storeSummary } from '~/server/features/context/conversation-summary';
import { createStoredTexts } from '~/server/features/messages/create-stored-texts';
import { isSealed } from '~/server/lib/stored-texts/seal-value';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { convertTexts, type Direction } from './convert-texts';

const [asked, answered] = ['Zebrafinch', 'Quokkatree'];
const metadata = {
  processing: false,
  status: 'complete',
  modelId: 'test',
  citations: [{ source: answered, url: 'https://ecb.example', start: 0, end: 5 }],
  reasoning: `Thoughts about ${answered}`,
  // Stays readable.
  usage: { inputTokens: 120, outputTokens: 30 },
};
type Query = Parameters<typeof convertTexts>[0];

let server: TestServer;
let ada: TestUser;
const query: Query = (text, values = []) => server.deps.db.$queryRawUnsafe(text, ...values);
const textsWhile = (ENCRYPT_MESSAGES: 'on' | 'off', SECRET_KEY = server.deps.env.SECRET_KEY) =>
  createStoredTexts({ ...server.deps.env, ENCRYPT_MESSAGES, SECRET_KEY }, server.deps.db);
/** Runs the conversion like the command, with the matching setting. */
const convert = async (direction: Direction, by = query) => {
  const results = await convertTexts(by, textsWhile(direction === 'encrypt' ? 'on' : 'off'), direction);
  return results.map(({ right, converted, changed, unreadable }) => ({ right, converted, changed, unreadable }));
};
const none = { right: 0, converted: 0, changed: 0, unreadable: 0 };

beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY: 's'.repeat(40) } });
});
afterAll(() => server.close());

interface Stored {
  conversationId: string;
  questionId: string;
  answerId: string;
}

/** A conversation with an answer, a summary and a shared link, in an otherwise empty database. */
async function store(more: object = {}): Promise<Stored> {
  const { db } = server.deps;
  await db.conversation.deleteMany();
  ada = await signUp(server.deps);
  const { id: conversationId } = await db.conversation.create({ data: { userId: ada.user.id, title: 'Rates' } });
  const [questionId, answerId] = [randomUUID(), randomUUID()];
  await db.message.create({ data: { id: questionId, conversationId, role: 'user', content: `What of ${asked}?` } });
  const content = `Rates fell, ${answered}.`;
  const { seq } = await db.message.create({
    data: { id: answerId, conversationId, role: 'assistant', content, metadata: { ...metadata, ...more } },
  });
  await storeSummary(server.deps, conversationId, {
    content: `About ${asked}`,
    throughSeq: String(seq),
    messages: 1,
    model: 'test',
  });
  await ada.call.shares.create({ conversationId, audience: 'everybody' });
  return { conversationId, questionId, answerId };
}

/** Number of rows per table that contain one of the words. */
async function readable(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of ['messages', 'conversation_summaries', 'shares', 'search_entries']) {
    const [row] = await query(
      `SELECT count(*)::int AS count FROM ${table} AS t WHERE t::text ILIKE '%${asked}%' OR t::text ILIKE '%${answered}%'`,
    );
    found[table] = Number(row?.count);
  }
  return found;
}

const everything = { messages: 2, conversation_summaries: 1, shares: 1, search_entries: 2 };
const nothing = { messages: 0, conversation_summaries: 0, shares: 0, search_entries: 0 };
const stateOf = async ({ conversationId }: Stored) => ({
  messages: (await ada.call.messages.list({ conversationId })).items,
  found: (await ada.call.search.messages({ q: answered })).items.length,
});
const rows = () => server.deps.db.message.findMany({ orderBy: { seq: 'asc' } });

describe('stored messages', () => {
  it('are encrypted wherever they are kept, can still be read, and are restored by decryption', async () => {
    const stored = await store();
    const [before, rowsBefore] = [await stateOf(stored), await rows()];
    expect(await readable()).toEqual(everything);
    const [messages, one] = [
      { ...none, converted: 2 },
      { ...none, converted: 1 },
    ];
    expect(await convert('encrypt')).toEqual([messages, one, one]);
    expect(await readable()).toEqual(nothing);
    expect(await stateOf(stored)).toMatchObject({ messages: before.messages, found: 0 });
    const [, answer] = await rows();
    const { processing, status, modelId, usage } = metadata;
    expect(answer?.metadata).toMatchObject({ processing, status, modelId, usage });
    // Nothing is left to do, so a second run is harmless.
    expect(await convert('encrypt')).toEqual([
      { ...none, right: 2 },
      { ...none, right: 1 },
      { ...none, right: 1 },
    ]);
    expect(await convert('decrypt')).toEqual([messages, one, one]);
    expect(await rows()).toEqual(rowsBefore);
    expect(await readable()).toEqual(everything);
    expect(await stateOf(stored)).toEqual(before);
    const { summary } = await getSummary(server.deps, ada.user.id, stored.conversationId);
    expect(summary?.content).toBe(`About ${asked}`);
  });

  it('are encrypted completely if encryption was switched on in the middle', async () => {
    const { answerId } = await store();
    const { db } = server.deps;
    const on = textsWhile('on');
    const half = `Rates fell, ${await on.seal(answerId, `${answered}.`, 'Rates fell, '.length)}`;
    const entries = await on.sealMetadata(answerId, { citations: metadata.citations });
    await db.message.update({
      where: { id: answerId },
      data: { content: half, metadata: JSON.parse(JSON.stringify({ ...metadata, ...entries })) },
    });
    expect((await convert('encrypt'))[0]).toEqual({ ...none, converted: 2 });
    const row = await db.message.findUniqueOrThrow({ where: { id: answerId } });
    expect(row.content).not.toContain('Rates');
    expect(JSON.stringify(row.metadata)).not.toContain(answered);
    const [opened] = await on.openMessages([row]);
    expect(opened).toMatchObject({ content: `Rates fell, ${answered}.`, metadata });
  });

  it('are not overwritten if a server saves them at the same time, and neither is a running answer', async () => {
    const { questionId, answerId } = await store();
    const { db } = server.deps;
    const racing: Query = async (text, values) => {
      if (text.startsWith('UPDATE messages'))
        await db.message.update({ where: { id: questionId }, data: { content: 'Corrected' } });
      return query(text, values);
    };
    expect((await convert('encrypt', racing))[0]).toEqual({ ...none, converted: 1, changed: 1 });
    expect((await db.message.findUniqueOrThrow({ where: { id: questionId } })).content).toBe('Corrected');
    expect((await convert('encrypt'))[0]).toEqual({ ...none, converted: 1, right: 1 });

    await db.message.update({ where: { id: answerId }, data: { content: 'Ra', metadata: { processing: true } } });
    expect((await convert('encrypt'))[0]).toEqual({ ...none, changed: 1, right: 1 });
    expect((await db.message.findUniqueOrThrow({ where: { id: answerId } })).content).toBe('Ra');
  });

  it('are all converted if there is more than one batch, also after an interruption', async () => {
    const { conversationId } = await store();
    const data = Array.from({ length: 230 }, (_, at) => ({ conversationId, role: 'user', content: `${asked} ${at}` }));
    await server.deps.db.message.createMany({ data });
    let statements = 0;
    const broken: Query = (text, values) => {
      if (text.startsWith('UPDATE messages') && ++statements > 1) throw new Error('The connection ended.');
      return query(text, values);
    };
    await expect(convert('encrypt', broken)).rejects.toThrow('The connection ended.');
    expect((await readable()).messages).toBe(132);
    expect((await convert('encrypt'))[0]).toEqual({ ...none, right: 100, converted: 132 });
    expect((await rows()).every(({ content }) => isSealed(content))).toBe(true);
  });

  it('stay encrypted if no known secret decrypts them, which is reported', async () => {
    await store();
    await convert('encrypt');
    const before = await rows();
    const results = await convertTexts(query, textsWhile('off', 'x'.repeat(40)), 'decrypt');
    expect(results.map(({ unreadable, converted }) => [unreadable, converted])).toEqual([
      [2, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await rows()).toEqual(before);
  });
});
