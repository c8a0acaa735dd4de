import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '100' } });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const send = (content: string, more: { conversationId?: string; replaces?: string; clientRequestId?: string } = {}) =>
  ada.call.messages.send({ clientRequestId: randomUUID(), content, ...more });

async function ended(messageId: string) {
  await until(async () => {
    const row = await server.deps.db.message.findUniqueOrThrow({ where: { id: messageId } });
    return (row.metadata as { processing?: boolean }).processing === false;
  });
}

async function write(call: ScriptedCall, text: string) {
  await call.emit(text);
  await call.finish();
}

async function finish(call: ScriptedCall, messageId: string, text: string) {
  await write(call, text);
  await ended(messageId);
}

/** Sends a message and answers with "Re: " and the message. */
async function ask(content: string, more: { conversationId?: string; replaces?: string } = {}) {
  const sent = await send(content, more);
  const call = await model.nextCall();
  await finish(call, sent.assistantMessage.id, `Re: ${content}`);
  return { call, question: sent.userMessage, answer: sent.assistantMessage, conversationId: sent.conversation.id };
}

async function retry(messageId: string, text: string) {
  const { assistantMessage } = await ada.call.messages.retry({ messageId });
  const call = await model.nextCall();
  await finish(call, assistantMessage.id, text);
  return { call, answer: assistantMessage };
}

const list = async (conversationId: string) => (await ada.call.messages.list({ conversationId })).items;
const shown = async (conversationId: string) => (await list(conversationId)).map(({ content }) => content);
const turnsOf = ({ request }: ScriptedCall) => request.turns.map(({ content }) => content);

/** Checks that the active messages are a single line starting at a first message. */
async function assertOneLine(conversationId: string) {
  const rows = await server.deps.db.message.findMany({
    where: { conversationId, isActive: true },
    orderBy: { seq: 'asc' },
  });
  expect(rows.map(({ parentId }) => parentId)).toEqual([conversationId, ...rows.slice(0, -1).map(({ id }) => id)]);
}

describe('an edited message', () => {
  it('becomes another version on a new branch, and the earlier branch stays', async () => {
    const first = await ask('One');
    const { conversationId } = first;
    const second = await ask('Two', { conversationId });
    await ask('Three', { conversationId });
    const edited = await ask('Two, but better', { conversationId, replaces: second.question.id });
    expect(turnsOf(edited.call)).toEqual(['One', 'Re: One', 'Two, but better']);
    expect(edited.question.parentId).toBe(first.answer.id);
    expect(await shown(conversationId)).toEqual(['One', 'Re: One', 'Two, but better', 'Re: Two, but better']);
    const [, , question] = await list(conversationId);
    expect(question?.versions).toEqual({ number: 2, count: 2, previousId: second.question.id, nextId: null });

    await ada.call.messages.show({ messageId: second.question.id });
    expect(await shown(conversationId)).toEqual(['One', 'Re: One', 'Two', 'Re: Two', 'Three', 'Re: Three']);
    const next = await ask('Four', { conversationId });
    expect(turnsOf(next.call)).toEqual(['One', 'Re: One', 'Two', 'Re: Two', 'Three', 'Re: Three', 'Four']);
    await assertOneLine(conversationId);
  });

  it('can be the first one', async () => {
    const { conversationId, question } = await ask('One');
    const edited = await ask('Uno', { conversationId, replaces: question.id });
    expect(edited.question.parentId).toBeNull();
    expect(turnsOf(edited.call)).toEqual(['Uno']);
    expect(await shown(conversationId)).toEqual(['Uno', 'Re: Uno']);
    await assertOneLine(conversationId);
  });

  it('sent twice with one request id is stored once; with the id of another message it is a conflict', async () => {
    const { conversationId, question } = await ask('One');
    const clientRequestId = randomUUID();
    const input = { conversationId, replaces: question.id, clientRequestId };
    const sent = await send('Uno', input);
    await finish(await model.nextCall(), sent.assistantMessage.id, 'Bene');
    expect((await send('Uno', input)).userMessage.id).toBe(sent.userMessage.id);
    expect(await shown(conversationId)).toEqual(['Uno', 'Bene']);
    await expect(send('Uno', { conversationId, clientRequestId })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('during its answer lets that answer finish on its own branch', async () => {
    const sent = await send('Slow');
    const conversationId = sent.conversation.id;
    const slow = await model.nextCall();
    await slow.emit('Still ');
    const edited = await ask('Fast', { conversationId, replaces: sent.userMessage.id });
    expect(await shown(conversationId)).toEqual(['Fast', 'Re: Fast']);
    await finish(slow, sent.assistantMessage.id, 'here.');
    expect(await shown(conversationId)).toEqual(['Fast', 'Re: Fast']);
    await ada.call.messages.show({ messageId: sent.userMessage.id });
    expect(await shown(conversationId)).toEqual(['Slow', 'Still here.']);
    expect(edited.question.parentId).toBeNull();
  });

  it('in two tabs at once creates two versions, of which one is shown', async () => {
    const { conversationId, question } = await ask('One');
    const edits = await Promise.all(
      ['A', 'B', 'C'].map((content) => send(content, { conversationId, replaces: question.id })),
    );
    const more = await send('Next', { conversationId });
    // The model is called in any order.
    for (const _ of [...edits, more]) await write(await model.nextCall(), 'Ok');
    await Promise.all([...edits, more].map(({ assistantMessage }) => ended(assistantMessage.id)));
    const { items } = await ada.call.messages.versions({ messageId: question.id });
    expect(items.map(({ content }) => content).sort()).toEqual(['A', 'B', 'C', 'One']);
    expect(items.filter(({ isActive }) => isActive)).toHaveLength(1);
    expect(await shown(conversationId)).toHaveLength(4);
    await assertOneLine(conversationId);
  });

  it('must be a message of the user in that conversation', async () => {
    const { conversationId, answer } = await ask('One');
    const other = await ask('Elsewhere');
    for (const replaces of [answer.id, other.question.id, randomUUID()])
      await expect(send('x', { conversationId, replaces })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(send('x', { replaces: other.question.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('a regenerated answer', () => {
  it('is another version, even of an old answer, and everything earlier stays', async () => {
    const { conversationId, answer } = await ask('One');
    await ask('Two', { conversationId });
    const again = await retry(answer.id, 'Second version');
    expect(turnsOf(again.call)).toEqual(['One']);
    expect(await shown(conversationId)).toEqual(['One', 'Second version']);
    await retry(answer.id, 'Third version');
    const { items } = await ada.call.messages.versions({ messageId: again.answer.id });
    expect(items.map(({ content, isActive }) => [content, isActive])).toEqual([
      ['Re: One', false],
      ['Second version', false],
      ['Third version', true],
    ]);
    await ada.call.messages.show({ messageId: answer.id });
    expect(await shown(conversationId)).toEqual(['One', 'Re: One', 'Two', 'Re: Two']);
    await assertOneLine(conversationId);
  });

  it('is written only once at a time per message', async () => {
    const { answer } = await ask('One');
    const { assistantMessage } = await ada.call.messages.retry({ messageId: answer.id });
    const call = await model.nextCall();
    await expect(ada.call.messages.retry({ messageId: answer.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await finish(call, assistantMessage.id, 'Done');
  });
});

describe('all branches', () => {
  it('are in the list if requested, and only the owner can show another branch', async () => {
    const { conversationId, question } = await ask('One');
    await ask('Uno', { conversationId, replaces: question.id });
    const { items } = await ada.call.messages.list({ conversationId, branches: 'all' });
    expect(items.map(({ content, isActive }) => [content, isActive])).toEqual([
      ['One', false],
      ['Re: One', false],
      ['Uno', true],
      ['Re: Uno', true],
    ]);
    const bob = await signUp(server.deps);
    const theirs = await bob.call.messages.show({ messageId: question.id }).catch((error: Error) => error.message);
    const absent = await bob.call.messages.show({ messageId: randomUUID() }).catch((error: Error) => error.message);
    expect(theirs).toBe(absent);
    expect(await shown(conversationId)).toEqual(['Uno', 'Re: Uno']);
  });
});
