import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { SaveFeedbackInput } from '~/shared/schemas/feedback';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
  admin = await signUp(server.deps, { isAdmin: true });
});
afterAll(() => server.close());

async function isOver(messageId: string) {
  await until(async () => (await server.deps.db.generation.findUnique({ where: { messageId } }))?.slot === null);
}

/** Creates a finished answer. */
async function answered(user = ada, conversationId?: string) {
  const content = 'What moves rates?';
  const sent = await user.call.messages.send({ clientRequestId: randomUUID(), content, conversationId });
  const call = await model.nextCall();
  await call.emit('Expectations do.');
  await call.finish();
  await isOver(sent.assistantMessage.id);
  return { messageId: sent.assistantMessage.id, conversationId: sent.conversation.id };
}

const ratingsIn = async (conversationId: string) =>
  (await ada.call.feedback.list({ conversationId })).items.map(({ messageId, rating }) => ({ messageId, rating }));

describe('feedback on an answer', () => {
  it('can be given, changed and removed', async () => {
    const { messageId, conversationId } = await answered();
    expect(await ada.call.feedback.get({ messageId })).toEqual({ feedback: null });
    expect(await ada.call.feedback.save({ messageId, rating: 'up' })).toMatchObject({
      messageId,
      rating: 'up',
      reasons: [],
      comment: '',
    });
    const down: SaveFeedbackInput = {
      messageId,
      rating: 'down',
      reasons: ['other', 'length', 'other'],
      comment: ' No. ',
    };
    const changed = await ada.call.feedback.save(down);
    expect(changed).toMatchObject({ rating: 'down', reasons: ['other', 'length'], comment: 'No.' });
    expect(await ada.call.feedback.get({ messageId })).toEqual({ feedback: changed });
    expect(await ratingsIn(conversationId)).toEqual([{ messageId, rating: 'down' }]);
    await ada.call.feedback.remove({ messageId });
    await ada.call.feedback.remove({ messageId });
    expect(await ratingsIn(conversationId)).toEqual([]);
  });

  it('belongs to one version of it, with the model that wrote it', async () => {
    const { messageId, conversationId } = await answered();
    await ada.call.feedback.save({ messageId, rating: 'down' });
    const { assistantMessage: again } = await ada.call.messages.retry({ messageId });
    const call = await model.nextCall();
    await expect(ada.call.feedback.save({ messageId: again.id, rating: 'up' })).rejects.toThrow(
      'Only complete answers',
    );
    await call.emit('Inflation does.');
    await call.finish();
    await isOver(again.id);
    await ada.call.feedback.save({ messageId: again.id, rating: 'up' });
    expect(await ratingsIn(conversationId)).toEqual([
      { messageId: again.id, rating: 'up' },
      { messageId, rating: 'down' },
    ]);
    const first = await ada.call.feedback.list({ conversationId, limit: 1 });
    expect((await ada.call.feedback.list({ conversationId, cursor: first.nextCursor })).items).toMatchObject([
      { messageId },
    ]);
    expect(await server.deps.db.answerFeedback.findFirst({ where: { messageId } })).toMatchObject({
      model: 'scripted',
      userId: ada.user.id,
    });
  });

  it('has a limited comment, and reasons only for a thumbs down', async () => {
    const { messageId } = await answered();
    const save = (more: Partial<SaveFeedbackInput>) => ada.call.feedback.save({ messageId, rating: 'down', ...more });
    await expect(save({ comment: 'x'.repeat(1001) })).rejects.toThrow('at most 1,000 characters');
    await expect(save({ rating: 'up', reasons: ['other'] })).rejects.toThrow('rated down');
    await expect(save({ reasons: ['nonsense' as 'other'] })).rejects.toThrow('Use incorrect, unsupported');
    expect(await save({ comment: '🙂'.repeat(500) })).toMatchObject({ comment: '🙂'.repeat(500) });
  });

  it("can't be given on a user's message, or on an imported answer", async () => {
    const { messageId, conversationId } = await answered();
    const { items } = await ada.call.messages.list({ conversationId });
    await expect(ada.call.feedback.save({ messageId: items[0]?.id ?? '', rating: 'up' })).rejects.toThrow('not found');
    const metadata = { modelId: 'gpt', imported: { source: 'chatgpt' } };
    await server.deps.db.message.update({ where: { id: messageId }, data: { metadata } });
    await expect(ada.call.feedback.save({ messageId, rating: 'up' })).rejects.toThrow('imported');
  });

  it('is deleted with its conversation, including temporary ones, and with its account', async () => {
    const eve = await signUp(server.deps);
    const { id } = await eve.call.conversations.create({ isTemporary: true });
    const all = [await answered(eve), await answered(eve), await answered(eve, id)];
    for (const { messageId } of all) await eve.call.feedback.save({ messageId, rating: 'up' });
    const count = () => server.deps.db.answerFeedback.count({ where: { userId: eve.user.id } });
    expect(await count()).toBe(3);
    await eve.call.conversations.delete({ conversationId: id });
    expect(await count()).toBe(2);
    await eve.call.conversations.delete({ conversationId: all[0]?.conversationId ?? '' });
    expect(await count()).toBe(1);
    await server.deps.db.user.delete({ where: { id: eve.user.id } });
    expect(await count()).toBe(0);
  });
});

describe('administrators', () => {
  const period = { from: '2026-03-01', to: '2026-03-02' };
  const time = (text: string) => new Date(`2026-03-${text}Z`);
  const give = async (updatedAt: Date, name: string, more: object) => {
    const { messageId } = await answered();
    const given = { rating: 'down', model: name, modelName: name.toUpperCase(), ...more };
    await server.deps.db.answerFeedback.create({ data: { messageId, userId: ada.user.id, updatedAt, ...given } });
  };

  it('see totals by model and reason for a period, and comments without their authors', async () => {
    const empty = await admin.call.feedback.summary(period);
    expect(empty).toMatchObject({ ...period, total: { up: 0, down: 0 }, models: [] });
    await give(time('01T00:00:00.000'), 'small', { reasons: ['incorrect', 'length'], comment: 'Wrong year.' });
    await give(time('02T23:59:59.999'), 'large', { reasons: ['incorrect'], comment: 'Wrong country.' });
    await give(time('02T12:00:00.000'), 'large', { rating: 'up' });
    await give(time('02T12:00:00.000'), 'large', { rating: 'up' });
    await give(time('03T00:00:00.000'), 'large', { comment: 'Too late.' });
    await give(new Date('2026-02-28T23:59:59.999Z'), 'large', { comment: 'Too early.' });
    expect(await admin.call.feedback.summary(period)).toEqual({
      ...period,
      total: { up: 2, down: 2, reasons: { incorrect: 2, unsupported: 0, instructions: 0, length: 1, other: 0 } },
      models: [
        {
          model: 'large',
          modelName: 'LARGE',
          up: 2,
          down: 1,
          reasons: { incorrect: 1, unsupported: 0, instructions: 0, length: 0, other: 0 },
        },
        {
          model: 'small',
          modelName: 'SMALL',
          up: 0,
          down: 1,
          reasons: { incorrect: 1, unsupported: 0, instructions: 0, length: 1, other: 0 },
        },
      ],
    });
    const first = await admin.call.feedback.comments({ ...period, limit: 1 });
    expect(first.items).toEqual([
      {
        id: expect.any(String),
        model: 'large',
        modelName: 'LARGE',
        reasons: ['incorrect'],
        comment: 'Wrong country.',
        updatedAt: time('02T23:59:59.999'),
      },
    ]);
    const rest = await admin.call.feedback.comments({ ...period, cursor: first.nextCursor });
    expect(rest).toMatchObject({ items: [{ comment: 'Wrong year.' }], nextCursor: null });
  });
});
