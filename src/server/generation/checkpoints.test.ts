import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { closeAbandoned, sendHeartbeat } from './abandoned-answers';

let server: TestServer;
let ada: TestUser;
const model = createScriptedModel();
const closing = { owner: 'other', metadata: { processing: false, status: 'interrupted' as const } };

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

async function ask() {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Well?', attachments: [] });
  const { id: messageId, conversationId } = sent.assistantMessage;
  return { messageId, conversationId, call: await model.nextCall() };
}

const stored = (messageId: string) => server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
const pieces = (messageId: string) => server.deps.db.answerPiece.findMany({ where: { messageId } });
const listed = async (conversationId: string) =>
  (await ada.call.messages.list({ conversationId, limit: 10 })).items[1]?.content;

describe('the text of a running answer', () => {
  it('is stored in pieces, read as a whole, and rewritten at its end', async () => {
    const { messageId, conversationId, call } = await ask();
    const long = 'x'.repeat(1000);
    await call.emit(long);
    await until(async () => (await stored(messageId)).content === long);
    for (const word of ['One ', 'two ', 'thrée 🙂 ', 'four.']) {
      await call.emit(word);
      await until(async () => ((await listed(conversationId)) ?? '').endsWith(word));
    }
    const whole = `${long}One two thrée 🙂 four.`;
    expect(await listed(conversationId)).toBe(whole);
    // A small addition does not rewrite all the text before it.
    expect((await stored(messageId)).content).toBe(long);
    expect((await pieces(messageId)).length).toBeGreaterThan(0);
    await call.finish();
    await until(async () => (await stored(messageId)).content === whole);
    expect(await pieces(messageId)).toEqual([]);
  });

  it('does not touch its row in generations, and changes no indexed column', async () => {
    const { messageId, call } = await ask();
    const { db } = server.deps;
    const version = async () =>
      (await db.sql`SELECT xmin::text AS version FROM generations WHERE message_id = ${messageId}::uuid`)[0];
    // The first checkpoint rewrites the whole text.
    await call.emit('z'.repeat(1000));
    await until(async () => (await stored(messageId)).content.length === 1000);
    const before = await version();
    // Pieces, and a rewrite as soon as one is due.
    await call.emit('More. ');
    await until(async () => (await pieces(messageId)).length > 0);
    await until(async () => {
      await call.emit('z'.repeat(1000));
      return (await stored(messageId)).content.length > 1000;
    });
    expect(await version()).toEqual(before);
    await call.finish();
    await until(async () => (await pieces(messageId)).length === 0);
    // Therefore the rewrites and the heartbeats of processes are HOT updates: no index gets an entry.
    const indexed = await db.sql`
      SELECT c.relname AS table, a.attname AS column FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
      WHERE (c.relname, a.attname) IN (('messages', 'content'), ('server_processes', 'seen_at'),
                                       ('server_processes', 'sockets'), ('server_processes', 'answers'))`;
    expect(indexed).toEqual([]);
  });

  it('is kept with its last pieces when its process falls silent, and a writer that was retried ends its stream', async () => {
    const { messageId, conversationId, call } = await ask();
    const { db } = server.deps;
    await call.emit('y'.repeat(1000));
    await until(async () => (await stored(messageId)).content.length === 1000);
    await call.emit(' and the rest');
    await until(async () => (await pieces(messageId)).length > 0);
    const watching = await ada.call.messages.watch({ conversationId });
    const reader = watching[Symbol.asyncIterator]();
    await reader.next();

    // Its process sent its last heartbeat a while ago.
    await sendHeartbeat(db, 'silent', server.deps.processState, 1);
    await db.generation.update({ where: { messageId }, data: { owner: 'silent', attempt: 2 } });
    expect(await closeAbandoned(db, { ...closing, allOthers: false })).toEqual([]);
    await db.serverProcess.update({ where: { id: 'silent' }, data: { seenAt: new Date(Date.now() - 5000) } });
    expect(await closeAbandoned(db, { ...closing, owner: 'silent', allOthers: false })).toEqual([]);
    expect(await closeAbandoned(db, { ...closing, allOthers: false })).toHaveLength(1);
    const row = await stored(messageId);
    expect(row.content).toBe(`${'y'.repeat(1000)} and the rest`);
    expect(await pieces(messageId)).toEqual([]);

    await until(() => call.isAborted());
    await reader.return?.(undefined);
    expect((await stored(messageId)).content).toBe(row.content);
  });
});
