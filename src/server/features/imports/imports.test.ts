import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteDiscarded } from '~/server/features/conversations/discard-conversations';
import { sweep } from '~/server/features/uploads/sweeper';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationImportView } from '~/shared/schemas/imports';
import {
  chatGptConversation,
  chatGptWithoutMessages,
  claudeConversation,
  manyConversations,
  openWebUiChat,
} from './export-examples';
import { runImportJob } from './run-import.job';

let server: TestServer;
let base: string;

beforeAll(async () => {
  server = await startTestServer({ env: { QUOTA_USER_CONVERSATIONS: '60', QUOTA_USER_MESSAGES: '1500' } });
  base = await server.listen();
});
afterAll(() => server.close());

async function previewed(user: TestUser, content: unknown): Promise<ConversationImportView> {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const { import: created, upload } = await user.call.imports.create({ fileName: 'export.json', size: bytes.length });
  const { pathname, search } = new URL(upload.uploadURL, base);
  const sent = await fetch(new URL(pathname + search, base), { method: 'PUT', body: bytes, headers: upload.headers });
  expect(sent.status).toBe(200);
  await user.call.imports.read({ id: created.id });
  return ended(user, created.id, ['ready', 'failed']);
}

async function ended(user: TestUser, id: string, states: string[]): Promise<ConversationImportView> {
  await until(async () => states.includes((await user.call.imports.get({ id })).state));
  return user.call.imports.get({ id });
}

async function imported(user: TestUser, content: unknown): Promise<ConversationImportView> {
  const { id } = await previewed(user, content);
  await user.call.imports.run({ id });
  return ended(user, id, ['done', 'failed']);
}

async function conversationsOf(user: TestUser) {
  const { items } = await user.call.conversations.list({});
  const archived = await user.call.conversations.list({ archived: 'only' });
  return [...items, ...archived.items];
}
const messagesOf = async (user: TestUser, conversationId: string, branches: 'active' | 'all' = 'active') =>
  (await user.call.messages.list({ conversationId, branches })).items;

describe('an export of ChatGPT', () => {
  it("is previewed before it is imported, with anything that can't be imported", async () => {
    const user = await signUp(server.deps);
    const { preview, state } = await previewed(user, [chatGptConversation, chatGptWithoutMessages, { what: 'else' }]);
    expect(state).toBe('ready');
    expect(preview).toMatchObject({ conversations: 1, messages: 5, present: 0, sources: ['chatgpt'], unreadable: 2 });
    expect(preview?.problems).toEqual([
      { title: 'Empty', reason: 'It has no messages' },
      { title: '', reason: 'Its format is unknown' },
    ]);
    expect(preview?.from?.toISOString()).toBe('2025-03-01T10:01:00.000Z');
    expect(preview?.keptDays).toBeNull();
    expect(await conversationsOf(user)).toEqual([]);
  });

  it('keeps its branches, times, models and sources', async () => {
    const user = await signUp(server.deps);
    expect(await imported(user, [chatGptConversation])).toMatchObject({ state: 'done', conversations: 1, messages: 5 });
    const [conversation] = await conversationsOf(user);
    expect(conversation).toMatchObject({ title: 'Rates in Europe', updatedAt: new Date('2025-03-01T10:09:00Z') });
    const shown = await messagesOf(user, conversation?.id ?? '');
    expect(shown.map(({ content }) => content)).toEqual([
      'What is the deposit rate?',
      'It is 2.00%.',
      'And in 2024?',
      'It was 3.00%.',
    ]);
    expect(shown[0]?.metadata.imported).toEqual({ source: 'chatgpt', files: ['notes.pdf'] });
    expect(shown[1]).toMatchObject({
      createdAt: new Date('2025-03-01T10:03:00Z'),
      metadata: { model: 'gpt-4o', citations: [{ source: 'ecb.example', url: 'https://www.ecb.example/rates' }] },
      versions: { number: 1, count: 2 },
    });
    const all = await messagesOf(user, conversation?.id ?? '', 'all');
    expect(all.find(({ content }) => content === 'Two percent.')).toMatchObject({
      isActive: false,
      parentId: shown[0]?.id,
    });
  });

  it('keeps the names, links and titles in marks, and no other mark', async () => {
    const user = await signUp(server.deps);
    const mark = (...values: string[]) => `\uE200${values.join('\uE202')}\uE201`;
    const url = 'https://www.ecb.example/a_(b)?c=1';
    const parts = [
      `${mark('entity', '["company","Apple","maker of phones"]')} and ${mark('entity', 'Fed')} grew 8%.`,
      mark('product_entity', '["turn0product0","A [small] phone"]'),
      `See ${mark('url', 'rates [1]', url)} and ${mark('url', 'the minutes', 'turn0search2')}.`,
      mark('url', 'Evil', 'javascript:alert(1)') + mark('link_title', ' title', 'turn0search3'),
      `End.${mark('cite', 'turn0search1', 'turn0search4')}${mark('image_group', JSON.stringify({ query: ['x'.repeat(1000)] }))}`,
      mark('entity', '["company"]'),
    ];
    const { a2 } = chatGptConversation.mapping;
    const message = { id: 'a2', author: { role: 'assistant' }, content: { content_type: 'text', parts } };
    const mapping = { ...chatGptConversation.mapping, a2: { ...a2, message } };
    await imported(user, [{ ...chatGptConversation, mapping, current_node: 'a2' }]);
    const [, answer] = await messagesOf(user, (await conversationsOf(user))[0]?.id ?? '');
    expect(answer?.content.trimEnd().split('\n\n')).toEqual([
      'Apple and Fed grew 8%.',
      'A [small] phone',
      'See [rates \\[1\\]](https://www.ecb.example/a_%28b%29?c=1) and the minutes.',
      'Evil title',
      'End.',
    ]);
  });

  it('is found by the search, and can be continued', async () => {
    const user = await signUp(server.deps);
    await imported(user, [chatGptConversation]);
    const { items } = await user.call.search.messages({ q: 'deposit' });
    expect(items).toHaveLength(1);
    const [conversation] = await conversationsOf(user);
    const conversationId = conversation?.id ?? '';
    await user.call.messages.send({ conversationId, content: 'And now?', clientRequestId: randomUUID() });
    await until(async () => (await messagesOf(user, conversationId)).at(-1)?.metadata.processing === false);
    expect(await messagesOf(user, conversationId)).toHaveLength(6);
  });
});

describe('importing the same file again', () => {
  it('adds nothing, and the preview shows that', async () => {
    const user = await signUp(server.deps);
    await imported(user, [chatGptConversation]);
    const again = await previewed(user, [chatGptConversation]);
    expect(again.preview).toMatchObject({ conversations: 0, messages: 0, present: 1 });
    await user.call.imports.run({ id: again.id });
    expect(await ended(user, again.id, ['done'])).toMatchObject({ conversations: 0, messages: 0 });
    expect(await conversationsOf(user)).toHaveLength(1);
  });

  it('adds and shows the messages that a newer export has', async () => {
    const user = await signUp(server.deps);
    await imported(user, [chatGptConversation]);
    const { mapping } = chatGptConversation;
    const later = { ...mapping, q3: { ...mapping.q2, id: 'q3', parent: 'a3' } };
    const updatedAt = new Date('2026-03-01T10:00:00Z');
    const newer = {
      ...chatGptConversation,
      mapping: later,
      current_node: 'q3',
      update_time: updatedAt.getTime() / 1000,
    };
    expect(await imported(user, [newer])).toMatchObject({ state: 'done', conversations: 0, messages: 1 });
    const [conversation] = await conversationsOf(user);
    expect(conversation).toMatchObject({ updatedAt });
    expect(await messagesOf(user, conversation?.id ?? '')).toHaveLength(5);
  });

  it('that contains a conversation twice imports the messages of both once', async () => {
    const user = await signUp(server.deps);
    const { mapping } = chatGptConversation;
    const later = { ...mapping, q3: { ...mapping.q2, id: 'q3', parent: 'a3' } };
    const again = { ...chatGptConversation, mapping: later, current_node: 'q3' };
    expect(await imported(user, [chatGptConversation, again])).toMatchObject({
      state: 'done',
      conversations: 1,
      messages: 6,
    });
    const [conversation] = await conversationsOf(user);
    expect(await messagesOf(user, conversation?.id ?? '')).toHaveLength(5);
  });

  it('keeps the branch that was continued here', async () => {
    const user = await signUp(server.deps);
    await imported(user, [chatGptConversation]);
    const conversationId = (await conversationsOf(user))[0]?.id ?? '';
    await user.call.messages.send({ conversationId, content: 'Mine', clientRequestId: randomUUID() });
    await until(async () => (await messagesOf(user, conversationId)).at(-1)?.metadata.processing === false);
    const [before] = await conversationsOf(user);
    const { mapping } = chatGptConversation;
    const later = { ...mapping, q3: { ...mapping.q2, id: 'q3', parent: 'a3' } };
    await imported(user, [{ ...chatGptConversation, mapping: later, current_node: 'q3' }]);
    expect(await conversationsOf(user)).toMatchObject([{ updatedAt: before?.updatedAt }]);
    expect((await messagesOf(user, conversationId)).at(-2)?.content).toBe('Mine');
    expect(await messagesOf(user, conversationId, 'all')).toHaveLength(8);
  });

  it('creates a separate conversation for another user', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    await imported(ada, [chatGptConversation]);
    expect(await imported(bob, [chatGptConversation])).toMatchObject({ conversations: 1, messages: 5 });
    expect((await conversationsOf(ada))[0]?.id).not.toBe((await conversationsOf(bob))[0]?.id);
  });
});

describe('importing conversations again that were just deleted', () => {
  const discarded = async (user: TestUser) => {
    await imported(user, [chatGptConversation]);
    const [conversation] = await conversationsOf(user);
    const id = conversation?.id ?? '';
    const messages = await messagesOf(user, id, 'all');
    await user.call.conversations.discard({ conversationIds: [id] });
    return { id, messages };
  };
  const deleteNow = () =>
    deleteDiscarded(server.deps, { before: new Date(Date.now() + 1000), signal: new AbortController().signal });

  it('brings them back', async () => {
    const user = await signUp(server.deps);
    const { id } = await discarded(user);
    const again = await previewed(user, [chatGptConversation]);
    expect(again.preview).toMatchObject({ conversations: 1, messages: 5, present: 0 });
    await user.call.imports.run({ id: again.id });
    expect(await ended(user, again.id, ['done'])).toMatchObject({ conversations: 1, messages: 5 });
    await deleteNow();
    expect(await conversationsOf(user)).toMatchObject([{ id }]);
    expect(await messagesOf(user, id, 'all')).toHaveLength(5);
  });

  it('brings back the conversation that an own export is of', async () => {
    const user = await signUp(server.deps);
    const { id, messages } = await discarded(user);
    expect(await imported(user, { id, title: 'x', messages })).toMatchObject({ state: 'done', conversations: 1 });
    await deleteNow();
    expect(await conversationsOf(user)).toMatchObject([{ id }]);
  });

  it('waits for the end of a deletion that has begun', async () => {
    const user = await signUp(server.deps);
    const { db } = server.deps;
    const { id } = await discarded(user);
    // What the deletion does first.
    await db.conversation.update({ where: { id }, data: { discardedAt: new Date(0) } });
    const again = await previewed(user, [chatGptConversation]);
    await user.call.imports.run({ id: again.id });
    await until(
      async () => (await db.job.findFirst({ where: { kind: runImportJob.kind, key: again.id } }))?.state === 'running',
    );
    expect(await user.call.imports.get({ id: again.id })).toMatchObject({ state: 'running', conversations: 0 });
    await deleteNow();
    expect(await ended(user, again.id, ['done', 'failed'])).toMatchObject({
      state: 'done',
      conversations: 1,
      messages: 5,
    });
    expect(await conversationsOf(user)).toHaveLength(1);
  });
});

describe('other exports', { tags: 'once' }, () => {
  it('from Claude keep texts and file names, without reasoning', async () => {
    const user = await signUp(server.deps);
    await imported(user, [claudeConversation]);
    const messages = await messagesOf(user, (await conversationsOf(user))[0]?.id ?? '');
    expect(messages.map(({ content }) => content)).toEqual(['Write a letter.', 'Dear Ada,\n\nYours']);
    expect(messages[0]?.metadata.imported).toEqual({ source: 'claude', files: ['draft.txt'] });
  });

  it('from Claude keep text that was pasted', async () => {
    const user = await signUp(server.deps);
    const [question, answer] = claudeConversation.chat_messages;
    const pasted = (content: string) => ({ file_name: '', file_type: 'txt', extracted_content: content });
    const attachments = [pasted('Q1 5\n```\nQ2 6'), ...(question?.attachments ?? []), pasted('x'.repeat(200_000))];
    const chat_messages = [{ ...question, attachments }, answer];
    const done = await imported(user, [{ ...claudeConversation, chat_messages }]);
    expect(done).toMatchObject({ messages: 2, preview: { shortened: 1 } });
    const [message] = await messagesOf(user, (await conversationsOf(user))[0]?.id ?? '');
    expect(message?.content).toHaveLength(200_000);
    expect(message?.content).toMatch(/^Write a letter\.\n\n````\nQ1 5\n```\nQ2 6\n````\n\n```\nx+$/);
    expect(message?.metadata.imported).toEqual({ source: 'claude', files: ['draft.txt'], isShortened: true });
  });

  it('from Open WebUI keep branches and the archived state', async () => {
    const user = await signUp(server.deps);
    await imported(user, [openWebUiChat]);
    const [conversation] = await conversationsOf(user);
    expect(conversation).toMatchObject({ title: 'Recipes', isArchived: true });
    const messages = await messagesOf(user, conversation?.id ?? '');
    expect(messages.map(({ content }) => content)).toEqual(['Soup?', 'Potato.']);
    expect(messages[1]).toMatchObject({ versions: { number: 2, count: 2 }, metadata: { model: 'llama3.3' } });
  });

  it('from Open WebUI keep all texts of a message, without the output of tools', async () => {
    const user = await signUp(server.deps);
    const { chat } = openWebUiChat;
    const { w1, w2, w3 } = chat.history.messages;
    const hidden = ['reasoning', 'tool_calls', 'code_interpreter'].map(
      (type) =>
        `<details type="${type}" done="true" arguments="${'&quot;x'.repeat(100)}">\n<summary>S</summary>\n</details>\n`,
    );
    const parts = [
      { type: 'text', text: 'Soup?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'text', text: 'And bread?' },
    ];
    const shown = 'Potato.\n\n<details><summary>More</summary>Salt</details>\n\n<details type="reasoning">cut off';
    const messages = { w1: { ...w1, content: parts }, w2, w3: { ...w3, content: hidden.join('') + shown } };
    await imported(user, [{ ...openWebUiChat, chat: { ...chat, history: { ...chat.history, messages } } }]);
    const [question, answer] = await messagesOf(user, (await conversationsOf(user))[0]?.id ?? '');
    expect(question?.content).toBe('Soup?\n\nAnd bread?');
    expect(question?.metadata.imported).toEqual({ source: 'open-webui', files: ['Image'] });
    expect(answer?.content).toBe(shown);
  });

  it('of our own keep branches and sources, and checks only as text', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    await imported(ada, [chatGptConversation]);
    const id = (await conversationsOf(ada))[0]?.id ?? '';
    const all = await messagesOf(ada, id, 'all');
    const check = { verdict: 'quote', checkedAt: new Date().toISOString() };
    const file = {
      id,
      title: 'Rates',
      messages: all.map((message) => ({
        ...message,
        metadata: {
          ...message.metadata,
          researchId: randomUUID(),
          confirmedFigures: [{ start: 0, end: 2, source: 'portfolio' }],
          unconfirmedFigures: [{ start: 6, end: 11, text: '2.00%' }],
          hasUnconfirmedFigures: true,
          correction: { firstText: '3%', figures: [{ start: 0, end: 2, text: '3%' }], corrected: 1 },
          ...(message.metadata.citations && {
            citations: message.metadata.citations.map((citation) => ({ ...citation, check, objectId: randomUUID() })),
          }),
        },
      })),
    };
    expect(await imported(bob, file)).toMatchObject({ conversations: 1, messages: 5 });
    const copy = await messagesOf(bob, (await conversationsOf(bob))[0]?.id ?? '', 'all');
    const tree = (messages: typeof all) =>
      messages.map(({ content, parentId, isActive, createdAt }) => ({
        content,
        after: messages.find(({ id: one }) => one === parentId)?.content,
        isActive,
        createdAt,
      }));
    expect(new Set(tree(copy))).toEqual(new Set(tree(all)));
    const cited = copy.find(({ metadata }) => metadata.citations);
    expect(cited?.metadata).toEqual({
      status: 'complete',
      model: 'gpt-4o',
      citations: [{ source: 'ecb.example', url: 'https://www.ecb.example/rates', title: 'Key rates' }],
      hasUnconfirmedFigures: true,
      imported: {
        source: 'qinsight',
        checks: ['Key rates, ecb.example: Verified quote', '1 figure was corrected. The first text said "3%".'],
      },
    });
    const questions = copy.filter(({ role }) => role === 'user');
    expect(questions.every(({ metadata }) => metadata.hasUnconfirmedFigures === undefined)).toBe(true);
  });

  it('of our own add nothing if the exported conversation still exists', async () => {
    const user = await signUp(server.deps);
    await imported(user, [chatGptConversation]);
    const id = (await conversationsOf(user))[0]?.id ?? '';
    const again = await previewed(user, { id, title: 'x', messages: await messagesOf(user, id, 'all') });
    expect(again.preview).toMatchObject({ conversations: 0, messages: 0, present: 1 });
    await user.call.imports.run({ id: again.id });
    await ended(user, again.id, ['done']);
    expect(await conversationsOf(user)).toHaveLength(1);
  });
});

describe('limits', () => {
  it('of the account are respected, and the error says what fits', async () => {
    const user = await signUp(server.deps);
    const { id, preview } = await previewed(user, manyConversations(70, 1));
    const words =
      'The file adds 70 conversations and 140 messages. Your account has room for 60 conversations and 1,500 messages. Delete conversations you no longer need.';
    expect(preview?.refusal).toBe(words);
    await expect(user.call.imports.run({ id })).rejects.toThrow(words);
    expect(await conversationsOf(user)).toEqual([]);
  });

  it('reject a file that is too large before its bytes are sent', async () => {
    const user = await signUp(server.deps);
    const refused = user.call.imports.create({ fileName: 'export.zip', size: 500 * 1024 * 1024 });
    await expect(refused).rejects.toThrow('The file is larger than 200 MB');
  });

  it('store a conversation that is too long for one part as one branch', async () => {
    const user = await signUp(server.deps);
    expect(await imported(user, manyConversations(1, 150))).toMatchObject({ conversations: 1, messages: 300 });
    const conversationId = (await conversationsOf(user))[0]?.id ?? '';
    const counts = await server.deps.db.message.groupBy({
      by: ['isActive'],
      where: { conversationId },
      _count: true,
    });
    expect(counts).toEqual([{ isActive: true, _count: 300 }]);
  });

  it('of an account that becomes full during the import keep the part of a long conversation that fits', async () => {
    const user = await signUp(server.deps);
    const { id } = await previewed(user, manyConversations(1, 800));
    await server.deps.db.sql`UPDATE conversation_imports SET state = 'running', position = 0 WHERE id = ${id}::uuid`;
    const context = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    await runImportJob.run(server.deps, { importId: id }, context);
    expect(await user.call.imports.get({ id })).toMatchObject({ state: 'failed', messages: 1500 });
    const conversationId = (await conversationsOf(user))[0]?.id ?? '';
    expect(await server.deps.db.message.count({ where: { conversationId, isActive: true } })).toBe(1500);
  });
});

describe('a file that', { tags: 'once' }, () => {
  it.each([
    ['is not an export', 'Dear diary', 'not a valid export'],
    ['is cut off', JSON.stringify([chatGptConversation]).slice(0, -30), 'is incomplete'],
    ['contains something else', '[{"a":1},{"b":2}]', 'contains no conversations'],
    ['is a broken zip', `PK\u0003\u0004${'x'.repeat(200)}`, 'zip file is damaged'],
  ])('%s fails with a message, and its bytes are deleted', async (_what, content, words) => {
    const user = await signUp(server.deps);
    const { state, error } = await previewed(user, content);
    expect({ state, error }).toEqual({ state: 'failed', error: expect.stringContaining(words) });
    expect(await server.deps.db.storedObject.count({ where: { userId: user.user.id } })).toBe(0);
  });
});

describe('an import', () => {
  it('can be canceled, and is replaced by the next one', async () => {
    const user = await signUp(server.deps);
    const { id } = await previewed(user, [chatGptConversation]);
    await user.call.imports.remove({ id });
    expect(await user.call.imports.current()).toEqual({ import: null });
    expect(await server.deps.db.storedObject.count({ where: { userId: user.user.id } })).toBe(0);
    await previewed(user, [chatGptConversation]);
    const { import: next } = await user.call.imports.create({ fileName: 'other.json', size: 5 });
    expect((await user.call.imports.current()).import?.id).toBe(next.id);
    await expect(user.call.imports.read({ id: next.id })).rejects.toThrow("hasn't been uploaded yet");
    await expect(user.call.imports.run({ id: next.id })).rejects.toThrow('cannot be started');
  });

  it('that was not started before its file was deleted has failed, and another one can be created', async () => {
    const user = await signUp(server.deps);
    const { id } = await previewed(user, [chatGptConversation]);
    const { db } = server.deps;
    await db.sql`UPDATE objects SET created_at = now() - interval '25 hours' WHERE user_id = ${user.user.id}::uuid`;
    await sweep(server.deps);
    const words = 'The file was deleted after 24 hours. Choose it again.';
    const { import: current } = await user.call.imports.current();
    expect(current).toMatchObject({ id, state: 'failed', error: expect.stringContaining(words) });
    await expect(user.call.imports.run({ id })).rejects.toThrow(words);
    expect(await imported(user, [chatGptConversation])).toMatchObject({ state: 'done', conversations: 1 });
  });
});
