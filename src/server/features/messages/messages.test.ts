import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callHttp } from '~/server/testing/clients/http-client';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ChatMessage } from '~/shared/schemas/messages';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '100' } });
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

const send = (content: string, more: object = {}) =>
  ada.call.messages.send({ clientRequestId: randomUUID(), content, ...more });

/** A conversation of `count` messages with equal times, ordered only by their sequence. */
async function filled(count: number) {
  const { id: conversationId } = await ada.call.conversations.create({});
  const createdAt = new Date();
  await server.deps.db.message.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      conversationId,
      role: n % 2 ? 'assistant' : 'user',
      content: `message ${n}`,
      createdAt,
    })),
  });
  return conversationId;
}

async function readAll(conversationId: string, limit: number, between?: () => Promise<unknown>) {
  let items: ChatMessage[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ada.call.messages.list>> = await ada.call.messages.list({
      conversationId,
      cursor,
      limit,
    });
    items = [...page.items, ...items];
    cursor = page.nextCursor;
    await between?.();
  } while (cursor);
  return items.map(({ content }) => content);
}

describe('the list', () => {
  it('begins with the newest page and continues to older ones, each message once, oldest first within a page', async () => {
    const conversationId = await filled(130);
    const expected = Array.from({ length: 130 }, (_, n) => `message ${n}`);
    for (const limit of [1, 7, 50, 65, 100]) expect(await readAll(conversationId, limit)).toEqual(expected);
    const first = await ada.call.messages.list({ conversationId });
    expect(first.items.map(({ content }) => content)).toEqual(expected.slice(-50));
  });

  it('stays correct while messages arrive', async () => {
    const conversationId = await filled(40);
    let n = 0;
    const seen = await readAll(conversationId, 6, () =>
      server.deps.db.message.create({ data: { conversationId, role: 'user', content: `later ${n++}` } }),
    );
    expect(seen).toEqual(Array.from({ length: 40 }, (_, m) => `message ${m}`));
  });

  it('is empty for a new conversation, and a short one has a single page', async () => {
    expect(await ada.call.messages.list({ conversationId: await filled(0) })).toEqual({ items: [], nextCursor: null });
    expect((await ada.call.messages.list({ conversationId: await filled(3) })).nextCursor).toBeNull();
    expect((await ada.call.messages.list({ conversationId: await filled(50) })).nextCursor).toBeNull();
  });

  it('rejects an invalid cursor with a message', async () => {
    const conversationId = await filled(3);
    for (const cursor of ['-1', 'A', '1.5', ' 1', 'x y', 'z'.repeat(13), '../1', '\u0661']) {
      await expect(ada.call.messages.list({ conversationId, cursor }), cursor).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Invalid cursor. Reload the list.',
      });
    }
    expect((await ada.call.messages.list({ conversationId, cursor: 'z'.repeat(12) })).items).toHaveLength(3);
    expect((await ada.call.messages.list({ conversationId, cursor: '0' })).items).toEqual([]);
  });

  it('returns nothing for a cursor of another conversation', async () => {
    const conversationId = await filled(4);
    const other = await filled(4);
    const { nextCursor } = await ada.call.messages.list({ conversationId: other, limit: 1 });
    const { items } = await ada.call.messages.list({ conversationId, cursor: nextCursor });
    expect(items.every((message) => message.conversationId === conversationId)).toBe(true);
    await expect(bob.call.messages.list({ conversationId, cursor: nextCursor })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('sending', () => {
  it('allows 2000 characters as shown by the counter, and rejects 2001', async () => {
    const address = await server.listen();
    for (const longest of ['x'.repeat(2000), '🙂'.repeat(1000)]) {
      expect((await send(longest)).userMessage.content).toBe(longest);
      const refused = await callHttp(
        address,
        'mutation',
        'messages.send',
        { clientRequestId: randomUUID(), content: `${longest}x` },
        ada,
      );
      expect(refused).toMatchObject({ status: 400, message: 'Message must be 2000 characters or fewer' });
      expect(refused.error?.fieldErrors).toEqual({ content: 'Message must be 2000 characters or fewer' });
    }
  });

  it('distinguishes an empty conversation id from none', async () => {
    await expect(send('Where?', { conversationId: '' })).rejects.toThrow('No conversation ID provided');
    await expect(send('Where?', { conversationId: 'x' })).rejects.toThrow('Not a valid id');
    expect((await send('Where?')).conversation).toMatchObject({ title: 'Where?' });
  });

  it('requires text or a file', async () => {
    for (const content of ['', ' ', '\n\t\u00a0\u2003']) {
      await expect(send(content)).rejects.toThrow('Write a message or attach a file');
    }
  });

  it('rejects attachments that were not uploaded here, and more than five', async () => {
    const file = { type: 'image/png', name: 'chart.png', size: 10, url: 'https://evil.example/chart.png' };
    const urls = [
      'https://evil.example/x.png',
      '/objects/../../etc/passwd',
      'file:///etc/passwd',
      `/objects/${randomUUID()}`,
    ];
    for (const url of urls) {
      const refused = send('Look', { attachments: [{ ...file, url }] });
      await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    await expect(send('Look', { attachments: Array(6).fill(file) })).rejects.toThrow('At most 5 files per message');
    const large = send('Look', { attachments: [{ ...file, size: 10_485_761 }] });
    await expect(large).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', message: 'File is larger than 10 MB' });
  });

  it('keeps the text exactly as typed, including spaces and all scripts', async () => {
    const content = '  <script>alert(1)</script>\n\n\tΣ 利率 e\u0301 \u202e 🙂 #{x} %s \\ \' " ` ;-- ';
    const { userMessage, conversation } = await send(content);
    expect(userMessage.content).toBe(content);
    const { items } = await ada.call.messages.list({ conversationId: conversation.id });
    expect(items[0]?.content).toBe(content);
  });

  it("rejects text that can't be stored", async () => {
    for (const content of ['a\u0000b', 'half \ud83d', '\udc00']) {
      await expect(send(content)).rejects.toThrow('The text contains invalid characters');
    }
  });

  it('ignores role, metadata and owner in the input', async () => {
    const forged = {
      role: 'assistant',
      metadata: { processing: false },
      userId: bob.user.id,
      id: randomUUID(),
    };
    const { userMessage, conversation } = await send('Mine', forged);
    expect(userMessage).toMatchObject({ role: 'user', metadata: {} });
    expect(userMessage.id).not.toBe(forged.id);
    const owner = await server.deps.db.conversation.findUnique({ where: { id: conversation.id } });
    expect(owner).toMatchObject({ userId: ada.user.id });
  });

  it('rejects an unavailable model, and stores nothing', async () => {
    const { conversation } = await send('First');
    await expect(send('Second', { conversationId: conversation.id, model: 'x' })).rejects.toThrow(
      'This AI model is not available to you',
    );
    expect(await server.deps.db.message.count({ where: { conversationId: conversation.id } })).toBe(2);
  });

  it('moves the conversation to the top of the list, and so does its answer', async () => {
    const { conversation } = await send('First');
    await ada.call.conversations.create({ title: 'Newer' });
    const top = async () => (await ada.call.conversations.list({ limit: 1 })).items[0]?.title;
    expect(await top()).toBe('Newer');
    const { assistantMessage } = await send('Second', { conversationId: conversation.id });
    expect(await top()).toBe('First');
    await ada.call.conversations.create({ title: 'Newest' });
    await ada.call.messages.stop({ messageId: assistantMessage.id });
    await until(async () => (await top()) === 'First');
  });

  it('titles a conversation after the first file of a message without words', async () => {
    for (const content of ['', ' \n']) {
      const { name, type, size, objectPath } = await ada.call.uploads.attachText({ text: 'words' });
      const sent = await send(content, { attachments: [{ name, type, size, url: objectPath }] });
      expect(sent.conversation.title).toBe(name);
      await ada.call.messages.stop({ messageId: sent.assistantMessage.id });
    }
  });

  it('titles an untitled conversation only after its first message', async () => {
    const titles = async (title?: string) => {
      const { id: conversationId } = await ada.call.conversations.create(title ? { title } : {});
      const first = await send('What moves rates?', { conversationId });
      await ada.call.messages.stop({ messageId: first.assistantMessage.id });
      await ada.call.conversations.rename({ conversationId, title: 'New Chat' });
      const second = await send('And gold?', { conversationId });
      await ada.call.messages.stop({ messageId: second.assistantMessage.id });
      return [first.conversation.title, second.conversation.title];
    };
    expect(await titles()).toEqual(['What moves rates?', 'New Chat']);
    expect(await titles('Rates')).toEqual(['Rates', 'New Chat']);
  });
});

describe('another user', () => {
  it("can't read, send to, stop, retry or watch a conversation", async () => {
    const { conversation, assistantMessage } = await send('Private');
    const conversationId = conversation.id;
    const messageId = assistantMessage.id;
    const watching = async () => {
      for await (const _ of await bob.call.messages.watch({ conversationId })) throw new Error('it was shown');
    };
    const calls = await Promise.allSettled([
      bob.call.messages.list({ conversationId }),
      bob.call.messages.send({ clientRequestId: randomUUID(), content: 'Mine?', conversationId }),
      bob.call.messages.stop({ messageId }),
      bob.call.messages.retry({ messageId }),
      watching(),
    ]);
    for (const call of calls) expect(call).toMatchObject({ reason: { message: expect.stringContaining('not found') } });
    expect((await ada.call.messages.list({ conversationId })).items).toHaveLength(2);
    expect(server.deps.generation.watchedConversations).toBe(0);
  });

  it('finds none of its content in requests to their own model', async () => {
    const before = model.calls.length;
    await send('My fund is called Heron.');
    await until(() => model.calls.length > before);
    const seen = model.calls.length;
    await bob.call.messages.send({ clientRequestId: randomUUID(), content: 'What is it called?' });
    await until(() => model.calls.length > seen);
    expect(JSON.stringify(model.calls.at(-1)?.request.turns)).not.toContain('Heron');
  });
});
