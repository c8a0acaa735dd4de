import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareRequest } from '~/server/features/messages/prepare-request';
import { ModelError, type ModelLimits } from '~/server/providers/llm/types';
import { cleanKey } from '~/server/providers/storage/object-keys';
import { createScriptedModel, type ScriptedCall } from '~/server/testing/fakes/scripted-model';
import { pngChunk } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { restartJobs } from '~/server/testing/worlds/restart-jobs';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { unknownAbilities } from '~/shared/schemas/models';
import { readBackground } from './background';
import { readImages } from './read-images';
import { summarizeSoon } from './summarize-conversation.job';

const model = createScriptedModel();
const abilities = unknownAbilities;
const square = {
  create: { width: 3, height: 2, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
};
let limits: ModelLimits = { contextTokens: 4096 };
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '100' } });
  server.deps.models = {
    ...server.deps.models,
    choose: async () => ({ id: 'm', displayName: 'Model M', model, limits, abilities, connection: () => null }),
  };
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const textOf = ({ request }: ScriptedCall) => request.turns.map(({ content }) => content).join('\n');

/** A conversation with this many messages, the first of which contains the code word. */
async function conversationOf(messages: number) {
  const { id: conversationId } = await ada.call.conversations.create({});
  for (let n = 0; n < messages; n++) {
    const content = n === 0 ? 'The code word is HELIOTROPE.' : `Message ${n}: ${'rates and growth '.repeat(60)}`;
    await server.deps.db.message.create({
      data: { conversationId, role: n % 2 === 0 ? 'user' : 'assistant', content },
    });
  }
  return conversationId;
}

/** More than are loaded, and short enough to fit into any window. */
async function manyMessages(isActive = true) {
  const { id: conversationId } = await ada.call.conversations.create({});
  const ids = Array.from({ length: 2500 }, () => randomUUID());
  const data = ids.map((id, n) => ({
    ...{ id, conversationId, isActive, content: `Message ${n}`, createdAt: new Date(n) },
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    parentId: ids[n - 1] ?? conversationId,
  }));
  await server.deps.db.message.createMany({ data });
  return { conversationId, lastId: ids.at(-1) ?? null };
}

type Attachments = Parameters<TestUser['call']['messages']['send']>[0]['attachments'];

async function ask(conversationId: string, content: string, attachments: Attachments = []) {
  const { assistantMessage } = await ada.call.messages.send({
    conversationId,
    clientRequestId: randomUUID(),
    content,
    attachments,
  });
  let call = await model.nextCall();
  // Failed summaries of earlier tests are retried.
  while (call.request.systemPrompt.includes('condense')) {
    await call.fail(new ModelError('unauthorized', 'Down'));
    call = await model.nextCall();
  }
  return { call, id: assistantMessage.id };
}

async function answered(conversationId: string, { call, id }: Awaited<ReturnType<typeof ask>>) {
  await call.emit('Understood.');
  await call.finish();
  const read = async () => {
    const { items } = await ada.call.messages.list({ conversationId });
    return items.find((message) => message.id === id && !message.metadata.processing);
  };
  await until(async () => (await read()) !== undefined);
  return (await read())?.metadata ?? {};
}

describe('a conversation that is longer than the window of its model', () => {
  it('is summarized again if a restart cuts that off, and both requests count', async () => {
    const conversationId = await conversationOf(12);
    summarizeSoon(server.deps, { conversationId, userId: ada.user.id, modelId: 'm' });
    await (await model.nextCall()).emit({ type: 'usage', usage: { inputTokens: 3000, outputTokens: 1 } });
    await restartJobs(server.deps);
    const summary = await model.nextCall();
    await summary.emit({ type: 'usage', usage: { inputTokens: 3001, outputTokens: 9 } });
    await finishSummaries(summary, 'The user gave the code word HELIOTROPE.');
    const uses = await server.deps.db.usageEvent.findMany({ select: { purpose: true, inputTokens: true } });
    const counted = [3000, 3001].map((inputTokens) => ({ purpose: 'summary', inputTokens }));
    expect(uses).toEqual(expect.arrayContaining(counted));
  });

  it('is summarized in the background, and its first message is still known', async () => {
    limits = { contextTokens: 4096 };
    const conversationId = await conversationOf(30);
    const first = await ask(conversationId, 'What was my first message?');
    const summary = await model.nextCall();
    expect(textOf(first.call)).not.toContain('HELIOTROPE');
    const metadata = await answered(conversationId, first);
    expect(metadata.omittedMessages).toBeGreaterThan(10);
    expect(metadata.summarizedMessages).toBeUndefined();

    expect(summary.request.systemPrompt).toContain('condense');
    expect(textOf(summary)).toMatch(/<user-(\w+)>\nThe code word is HELIOTROPE\.\n<\/user-\1>/);
    await finishSummaries(summary, 'The user gave the code word HELIOTROPE.');

    const second = await ask(conversationId, 'And the code word?');
    expect(textOf(second.call)).toMatch(/summary-[0-9a-f]+.*code word HELIOTROPE.*And the code word\?/s);
    const later = await answered(conversationId, second);
    expect(later.summarizedMessages).toBeGreaterThan(10);
    expect(later.omittedMessages).toBeUndefined();
    const stored = await ada.call.conversations.summary({ conversationId });
    expect(stored.summary).toMatchObject({ content: 'The user gave the code word HELIOTROPE.', model: 'Model M' });
  });

  it('leaves no gap between the summary and the newest messages, also beside a large file', async () => {
    limits = { contextTokens: 16_000 };
    const conversationId = await conversationOf(32);
    const text = 'The harbor was dredged in May. '.repeat(9000);
    const { objectPath, name, type, size } = await ada.call.uploads.attachText({ name: 'report.txt', text });
    const file = { url: objectPath, name, type, size };
    const first = await ask(conversationId, 'What does the report say?', [file]);
    const summary = await model.nextCall();
    const { omittedMessages } = await answered(conversationId, first);
    expect(omittedMessages).toBeGreaterThan(4);
    const gap = new RegExp(
      `^\\(${omittedMessages} messages are left out here, because no more fit\\.\\)\n\nMessage \\d+`,
    );
    expect(first.call.request.turns[0]?.content).toMatch(gap);
    await finishSummaries(summary, 'The user gave the code word HELIOTROPE.');

    const second = await ask(conversationId, 'And the code word?');
    expect(textOf(second.call)).toContain('The harbor was dredged');
    expect(textOf(second.call)).not.toContain('left out here');
    const later = await answered(conversationId, second);
    expect(later.summarizedMessages).toBeGreaterThan(10);
    expect(later.omittedMessages).toBeUndefined();
  });

  it('is sent completely to a model with a large enough window', async () => {
    limits = { contextTokens: 1_000_000 };
    const conversationId = await conversationOf(60);
    const { call, id } = await ask(conversationId, 'What was my first message?');
    expect(call.request.turns).toHaveLength(61);
    expect(call.request.turns[0]?.content).toBe('The code word is HELIOTROPE.');
    expect((await answered(conversationId, { call, id })).omittedMessages).toBeUndefined();
  });

  it('continues with its newest messages if no summary can be created', async () => {
    limits = { contextTokens: 4096 };
    const conversationId = await conversationOf(30);
    const first = await ask(conversationId, 'What was my first message?');
    const summary = await model.nextCall();
    await summary.fail(new ModelError('unavailable', 'Down'));
    await answered(conversationId, first);
    expect(await ada.call.conversations.summary({ conversationId })).toEqual({ summary: null });
    const second = await ask(conversationId, 'Go on');
    expect(textOf(second.call)).toContain('Message 29');
    expect((await answered(conversationId, second)).omittedMessages).toBeGreaterThan(10);
  });

  it('is summarized only when the answer begins, because the message may be rejected until then', async () => {
    limits = { contextTokens: 4096 };
    const conversationId = await conversationOf(30);
    const { deps } = server;
    const userId = ada.user.id;
    const chosen = await deps.models.choose({ id: userId, isAdmin: false }, null);
    const background = await readBackground(deps, userId, { conversationId }, 4096);
    const question = { conversationId, questionId: randomUUID(), parentId: background.lastId, content: 'Go on' };
    const asked = { ...question, userId, objectIds: [] };
    const prepared = await prepareRequest(deps, chosen, background, asked, new AbortController().signal);
    const queued = () => deps.db.job.count({ where: { key: conversationId } });
    await deps.background.settled();
    expect(await queued()).toBe(0);
    await prepared.begin?.(randomUUID(), async () => {});
    const summary = await model.nextCall();
    expect(await queued()).toBe(1);
    await summary.fail(new ModelError('unavailable', 'Down'));
  });

  it.each([
    ['active', true],
    ['other', false],
  ])('counts the messages of its %s branch that are too many to be loaded', async (_name, isActive) => {
    const { conversationId, lastId } = await manyMessages(isActive);
    const background = await readBackground(server.deps, ada.user.id, { conversationId, lastId }, 1_000_000);
    expect(background).toMatchObject({ unreadMessages: 500, lastId });
    expect(background.history).toHaveLength(2000);
  });

  it('gets a summary of those that are too many to be loaded, however short they are', async () => {
    limits = { contextTokens: 1_000_000 };
    const { conversationId } = await manyMessages();
    const first = await ask(conversationId, 'What was my first message?');
    const summary = await model.nextCall();
    expect((await answered(conversationId, first)).omittedMessages).toBe(500);
    expect(textOf(summary)).toContain('Message 497\n');
    await finishSummaries(summary, 'The user sent messages.');
    expect((await ada.call.conversations.summary({ conversationId })).summary?.messages).toBe(498);
  });

  it('shows the summary only to its owner', async () => {
    const conversationId = await conversationOf(1);
    const bob = await signUp(server.deps);
    await expect(bob.call.conversations.summary({ conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** The summary may need several requests. */
async function finishSummaries(first: ScriptedCall, text: string) {
  let done = false;
  void server.deps.jobs.settled().then(() => {
    done = true;
  });
  for (let call = first; ; ) {
    const seen = model.calls.length;
    await call.emit(text);
    await call.finish();
    await until(() => done || model.calls.length > seen);
    if (done) return;
    call = await model.nextCall();
    expect(textOf(call)).toMatch(new RegExp(`<summary-(\\w+)>\\n${text}\\n</summary-\\1>`));
  }
}

describe('images', () => {
  it('of earlier messages are included in follow-ups, with their own message', async () => {
    limits = { contextTokens: 128_000 };
    const { id: conversationId } = await ada.call.conversations.create({});
    const { id: messageId } = await server.deps.db.message.create({
      data: { conversationId, role: 'user', content: 'Look at this chart', attachments: [{ name: 'chart.png' }] },
    });
    await server.deps.db.message.create({ data: { conversationId, role: 'assistant', content: 'I see it.' } });
    const objectId = randomUUID();
    await server.deps.db.storedObject.create({
      data: {
        id: objectId,
        userId: ada.user.id,
        messageId,
        name: 'chart.png',
        type: 'image/png',
        size: 4,
        readState: 'ready',
      },
    });
    await server.deps.store.write(cleanKey(objectId), Buffer.from('png!'), { maxBytes: 100 });
    const { call, id } = await ask(conversationId, 'What does the axis say?');
    expect(call.request.turns[0]?.images).toEqual([
      { type: 'image/png', base64: Buffer.from('png!').toString('base64') },
    ]);
    expect(call.request.turns.at(-1)?.images).toBeUndefined();
    expect(call.request.turns[0]?.content).toBe('Look at this chart\n\n(Attached: "chart.png")');
    expect(textOf(call)).toMatch(/name="chart\.png"> \(Image 1 of an earlier message\.\)\n/);
    await answered(conversationId, { call, id });
  });

  it('are described as what the model sees of them, not as what could be read', async () => {
    limits = { contextTokens: 128_000 };
    const { id: conversationId } = await ada.call.conversations.create({});
    for (const messageName of ['first', 'second']) {
      const names = Array.from({ length: 5 }, (_, n) => `${messageName}-${n + 1}.png`);
      const { id: messageId } = await server.deps.db.message.create({
        data: { conversationId, role: 'user', content: messageName, attachments: names.map((name) => ({ name })) },
      });
      await server.deps.db.message.create({ data: { conversationId, role: 'assistant', content: 'I see.' } });
      for (const [index, name] of names.entries()) {
        const id = randomUUID();
        const createdAt = new Date(Date.UTC(2026, 0, 1, 0, index));
        const note = "This server can't read text in images.";
        const image = { id, messageId, name, note, type: 'image/png', size: 4, processedType: 'image', createdAt };
        await server.deps.db.storedObject.create({ data: { ...image, userId: ada.user.id, readState: 'ready' } });
        await server.deps.store.write(cleanKey(id), Buffer.from('png!'), { maxBytes: 100 });
      }
    }
    const { call, id } = await ask(conversationId, 'Compare the second charts');
    const noteOf = (name: string) => new RegExp(`name="${name}\\.png"> \\((.*)\\)\\n`).exec(textOf(call))?.[1];
    expect(noteOf('second-2')).toBe('Image 2 of an earlier message.');
    expect(noteOf('first-3')).toBe('Image 3 of an earlier message.');
    expect(noteOf('first-4')).toMatch(/^Image of an earlier message that you no longer see\./);
    expect(textOf(call)).not.toContain("can't read text");
    expect(call.request.turns.map(({ images = [] }) => images.length)).toEqual([3, 0, 5, 0, 0]);
    await answered(conversationId, { call, id });
  });
});

describe('an image of a type that some vendors reject', () => {
  it.each([
    ['image/gif', 'image/png', () => sharp(square).gif().toBuffer()],
    ['image/webp', 'image/jpeg', () => sharp(square).removeAlpha().webp().toBuffer()],
  ])('%s is sent as %s, also with the next question', async (type, sentAs, make) => {
    limits = { contextTokens: 128_000 };
    const { id: conversationId } = await ada.call.conversations.create({});
    const { id: messageId } = await server.deps.db.message.create({
      data: { conversationId, role: 'user', content: 'Look at this chart', attachments: [{ name: 'chart' }] },
    });
    await server.deps.db.message.create({ data: { conversationId, role: 'assistant', content: 'I see it.' } });
    const [objectId, bytes] = [randomUUID(), await make()];
    const file = { id: objectId, userId: ada.user.id, messageId, name: 'chart', readState: 'ready' as const };
    await server.deps.db.storedObject.create({ data: { ...file, type, size: bytes.length } });
    await server.deps.store.write(cleanKey(objectId), bytes, { maxBytes: 10_000 });
    for (const content of ['What does the axis say?', 'And the title?']) {
      const { call, id } = await ask(conversationId, content);
      const [image] = call.request.turns[0]?.images ?? [];
      expect(image?.type).toBe(sentAs);
      const { format, width, height } = await sharp(Buffer.from(image?.base64 ?? '', 'base64')).metadata();
      expect({ type: `image/${format}`, width, height }).toEqual({ type: sentAs, width: 3, height: 2 });
      await answered(conversationId, { call, id });
    }
  });

  async function storeImages(images: { type: string; size: number; bytes: Buffer }[]) {
    const { db, store } = server.deps;
    const { id: conversationId } = await ada.call.conversations.create({});
    const message = { conversationId, role: 'user', content: 'Charts', attachments: [{ name: 'chart' }] };
    const { id: messageId } = await db.message.create({ data: message });
    const file = { userId: ada.user.id, messageId, name: 'chart', readState: 'ready' as const };
    const ids: string[] = [];
    for (const [index, { bytes, ...image }] of images.entries()) {
      const id = randomUUID();
      await db.storedObject.create({ data: { ...file, ...image, id, createdAt: new Date(index) } });
      await store.write(cleanKey(id), bytes, { maxBytes: 10_000 });
      ids.push(id);
    }
    return { messageId, ids };
  }

  it('counts with the size of the image that is sent, not with that of the file', async () => {
    const bytes = await sharp(square).gif().toBuffer();
    const types = ['image/gif', 'image/gif', 'image/png', 'image/png'];
    const { messageId } = await storeImages(types.map((type) => ({ type, size: 10_000_000, bytes })));
    const { byMessage, count, leftOut } = await readImages(server.deps, messageId, 128_000);
    expect(byMessage.get(messageId)).toHaveLength(3);
    expect({ count, leftOut }).toEqual({ count: 3, leftOut: 1 });
  });

  it('leaves room for other images if it is an animated PNG, of which only the start is read', async () => {
    const still = await sharp(square).png().toBuffer();
    const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const animated = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
    const photo = await sharp(square).jpeg().toBuffer();
    const { messageId, ids } = await storeImages([
      { type: 'image/png', size: 16_000_000, bytes: animated },
      { type: 'image/jpeg', size: 5_000_000, bytes: photo },
      { type: 'image/png', size: 12_000_000, bytes: still },
    ]);
    const read = vi.spyOn(server.deps.store, 'read');
    const { byMessage, count, leftOut } = await readImages(server.deps, messageId, 128_000);
    const calls = [...read.mock.calls];
    read.mockRestore();
    const [first, second] = byMessage.get(messageId) ?? [];
    expect(Buffer.from(first?.base64 ?? '', 'base64').includes('acTL')).toBe(false);
    expect(second).toEqual({ type: 'image/jpeg', base64: photo.toString('base64') });
    expect({ count, leftOut }).toEqual({ count: 2, leftOut: 1 });
    const keys = ids.map(cleanKey);
    const readWhole = calls.filter(([, range]) => !range).map(([key]) => keys.indexOf(key));
    expect(readWhole).toEqual([1]);
  });
});

describe('the date', () => {
  it('is in the user’s time zone', async () => {
    const { conversation } = await ada.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'Which day is it?',
      timeZone: 'Pacific/Auckland',
    });
    const call = await model.nextCall();
    expect(call.request.systemPrompt).toContain('(Pacific/Auckland)');
    await call.finish();
    await expect(
      ada.call.messages.send({
        conversationId: conversation.id,
        clientRequestId: randomUUID(),
        content: 'And now?',
        timeZone: 'Not a zone',
      }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
