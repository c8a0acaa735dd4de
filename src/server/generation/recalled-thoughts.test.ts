import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { readElsewhere } from '~/server/testing/worlds/read-elsewhere';
import { storedAnswers, storeRunningAnswer } from '~/server/testing/worlds/stored-answers';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { readAnswers, saveCheckpoints, saveShortened } from './answer-store';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const { ended } = storedAnswers(() => server);

async function ask() {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?', attachments: [] });
  const { id: messageId, conversationId } = sent.assistantMessage;
  return { messageId, conversationId, call: await model.nextCall() };
}

/** The text as stored now: what remains if the process is killed. */
async function storedText(messageId: string) {
  const [row] = await server.deps.db.sql<{ attempt: number }>`
    SELECT attempt FROM generations WHERE message_id = ${messageId}::uuid`;
  const [answer] = await readAnswers(server.deps.db, [messageId]);
  return { attempt: row?.attempt, content: answer?.content };
}

const cite = (call: ScriptedCall, start: number, end: number) =>
  call.emit({ type: 'citation', citation: { source: 'ecb.example', url: 'https://ecb.example/1', start, end } });

describe('thoughts that a model marks as such only afterwards', () => {
  it('leave the stored answer and its pages while it is written, and citations keep their places', async () => {
    const { messageId, conversationId, call } = await ask();
    const bus = { ...server.deps.bus, reachesOtherProcesses: true, receivesFromOtherProcesses: () => true };
    const readers = [
      readElsewhere(server.deps, conversationId),
      readElsewhere(server.deps, conversationId, { db: server.deps.db, bus }),
    ];
    const everyone = (attempt: number, text: string) =>
      until(() => readers.every((reader) => reader.textOf(attempt) === text));
    const first = 'They want rates.\n';
    await call.emit(first);
    await until(async () => (await storedText(messageId)).content === first);
    await everyone(1, first);

    await call.emit({ type: 'recall', from: 0 });
    await until(async () => (await storedText(messageId)).content === '');
    expect((await storedText(messageId)).attempt).toBe(2);
    await call.emit('\n\nRates fell. ');
    const start = first.length + 2;
    await cite(call, start, start + 11);
    await everyone(2, 'Rates fell. ');
    await until(async () => (await storedText(messageId)).content === 'Rates fell. ');

    // In the middle of the answer, with a citation of the text before.
    const second = 'Now prices.';
    await call.emit(second);
    await call.emit({ type: 'recall', from: start + 12 });
    await call.emit('Prices rose.');
    await cite(call, start + 12 + second.length, start + 24 + second.length);
    const whole = 'Rates fell. Prices rose.';
    await everyone(3, whole);
    await until(async () => (await storedText(messageId)).content === whole);
    const shown = () => readers[0]?.events.findLast((event) => event.type === 'progress');
    const places = [
      { start: 0, end: 11 },
      { start: 12, end: 24 },
    ];
    await until(() => shown()?.citations.length === 2);
    expect(shown()).toMatchObject({ attempt: 3, citations: places });

    await call.finish();
    const { content, metadata } = await ended(messageId);
    expect(content).toBe(whole);
    expect(metadata.citations).toMatchObject(places);
    expect(metadata.reasoning?.text).toBe(first + second);
    for (const reader of readers) {
      await until(() => reader.ends().length === 1);
      expect(reader.ends()[0]).toMatchObject({ attempt: 3, message: { content: whole } });
      await reader.leave();
    }
  });

  it('are removed from the end if it comes before they could be removed from the stored text', async () => {
    const { messageId, call } = await ask();
    await Promise.all([
      call.emit('They want rates.'),
      call.emit({ type: 'recall', from: 0 }),
      call.emit('\nFell.'),
      call.finish(),
    ]);
    const { content, metadata } = await ended(messageId);
    expect({ content, thought: metadata.reasoning?.text }).toEqual({ content: 'Fell.', thought: 'They want rates.' });
  });

  it('are only removed by the owner of the attempt, together with the pieces after the stored text', async () => {
    const { db } = server.deps;
    const { messageId } = await storeRunningAnswer(db, { owner: 'writer', content: 'Hm. ' });
    await saveCheckpoints(db, 'writer', [{ messageId, attempt: 1, text: { place: 4, piece: 'Fell.' } }]);
    expect(await saveShortened(db, 'another', { messageId, attempt: 1, text: '' })).toBeNull();
    expect(await saveShortened(db, 'writer', { messageId, attempt: 2, text: '' })).toBeNull();
    expect((await storedText(messageId)).content).toBe('Hm. Fell.');
    expect(await saveShortened(db, 'writer', { messageId, attempt: 1, text: 'Fell.' })).toBe(2);
    expect(await storedText(messageId)).toEqual({ attempt: 2, content: 'Fell.' });
    expect((await saveCheckpoints(db, 'writer', [{ messageId, attempt: 1, text: { whole: 'Hm. Fell.' } }])).size).toBe(
      0,
    );
    expect((await storedText(messageId)).content).toBe('Fell.');
  });
});
