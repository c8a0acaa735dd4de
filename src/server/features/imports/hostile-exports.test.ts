import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { storableJson } from '~/server/lib/storable-json';
import { createTestFolder } from '~/server/testing/test-folder';
import { chatGptConversation, claudeConversation, manyConversations } from './export-examples';
import { type ReadElement, readElements } from './reading/read-elements';

const folder = createTestFolder();

async function read(bytes: string | Buffer, from = 0): Promise<ReadElement[]> {
  const file = path.join(folder, randomUUID());
  await writeFile(file, bytes);
  const elements: ReadElement[] = [];
  for await (const element of readElements(file, 'user', from)) elements.push(element);
  return elements;
}

async function zipped(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const contents = (elements: ReadElement[]) =>
  elements.map((element) =>
    'conversation' in element ? element.conversation.messages.map(({ content }) => content) : [],
  );
const reasons = (elements: ReadElement[]) =>
  elements.map((element) => ('unreadable' in element ? element.unreadable.reason : 'read'));
const tree = (parents: Record<string, string | null>, more: object = {}) =>
  JSON.stringify([
    {
      ...chatGptConversation,
      ...more,
      mapping: Object.fromEntries(
        Object.entries(parents).map(([id, parent]) => {
          const message = { author: { role: 'user' }, content: { content_type: 'text', parts: [id] } };
          return [id, { id, parent, message }];
        }),
      ),
    },
  ]);

describe('a zip', () => {
  it('is read for its conversations only, including those in parts', async () => {
    const elements = await read(
      await zipped({
        'user.json': '{"email":"x"}',
        'export/conversations-000.json': JSON.stringify([chatGptConversation]),
        'conversations/one.json': JSON.stringify(claudeConversation),
        'chat.html': '<script>',
      }),
    );
    expect(reasons(elements)).toEqual(['read', 'read']);
  });

  it('made on a Mac is read without its metadata', async () => {
    const metadata = '\u0000\u0005\u0016\u0007Mac OS X';
    const elements = await read(
      await zipped({
        'export/conversations/one.json': JSON.stringify(claudeConversation),
        '__MACOSX/export/conversations/._one.json': metadata,
        'export/conversations/._one.json': metadata,
        '__MACOSX/conversations.json': metadata,
      }),
    );
    expect(reasons(elements)).toEqual(['read']);
  });

  it('without conversations, or larger than it claims, is rejected', async () => {
    await expect(read(await zipped({ 'a.json': '[]' }))).rejects.toThrow('nothing');
    const bomb = await zipped({ 'conversations.json': JSON.stringify(manyConversations(50, 20)) });
    // The directory claims only a few bytes.
    bomb.writeUInt32LE(100, bomb.indexOf(Buffer.from('PK\u0001\u0002')) + 24);
    await expect(read(bomb)).rejects.toThrow('zip');
  });
});

describe('a text', () => {
  it.each([
    ['in UTF-16', Buffer.from('\uFEFF[]', 'utf16le'), 'encoding'],
    ['with something after its end', '[] []', 'not json'],
    ['that is neither an object nor an array', '"text"', 'not json'],
    ['that is empty', '', 'not json'],
    ['with an empty list', '[]', 'nothing'],
  ])('%s is rejected', async (_what, bytes, code) => {
    await expect(read(bytes)).rejects.toThrow(code);
  });

  it('with a UTF-8 byte order mark is read', async () => {
    expect(reasons(await read(`\uFEFF${JSON.stringify([claudeConversation])}`))).toEqual(['read']);
  });

  it('skips elements that are nested too deep, broken or in another encoding, and reads the rest', async () => {
    const parts = [
      `{"mapping":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      '{"mapping":{]}',
      JSON.stringify(claudeConversation),
    ];
    const bytes = Buffer.concat([
      Buffer.from(`[${parts.join(',')},{"mapping":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}]'),
    ]);
    expect(reasons(await read(bytes))).toEqual([
      'It is nested more than 100 levels deep',
      'It is not valid JSON',
      'read',
      'It is not encoded in UTF-8',
    ]);
  });

  it('resumes after the conversations already read', async () => {
    const elements = await read(JSON.stringify(manyConversations(5, 1)), 3);
    expect(elements.map(({ position }) => position)).toEqual([4, 5]);
  });
});

describe('a tree', () => {
  it('with loops, missing parents and unknown names becomes a valid tree', async () => {
    const elements = await read(
      tree({ a: 'b', b: 'a', c: 'c', d: 'nowhere', e: 'd', __proto__x: 'e', constructor: 'e' }),
    );
    const [element] = elements;
    if (!element || !('conversation' in element)) throw new Error('not read');
    const { messages, id } = element.conversation;
    expect(new Set(messages.map(({ content }) => content))).toEqual(
      new Set(['a', 'b', 'c', 'd', 'e', '__proto__x', 'constructor']),
    );
    const known = new Set([id]);
    for (const message of messages) {
      expect(known.has(message.parentId)).toBe(true);
      known.add(message.id);
    }
  });

  it('with prototype keys has no side effects', async () => {
    await read('[{"mapping":{"__proto__":{"polluted":true}},"conversation_id":"x","__proto__":{"polluted":true}}]');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('of 10,000 messages in one line is read, and a longer one is not', async () => {
    const line = (count: number) =>
      tree(Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n ? `m${n - 1}` : null])));
    expect(contents(await read(line(10_000)))[0]).toHaveLength(10_000);
    expect(reasons(await read(line(10_001)))).toEqual(['It has more than 10,000 messages']);
  });

  it("has a user's message before every answer", async () => {
    const answer = { ...claudeConversation.chat_messages[1] };
    const [messages] = contents(await read(JSON.stringify([{ ...claudeConversation, chat_messages: [answer] }])));
    expect(messages).toEqual(['(The export contains no question here.)', 'Dear Ada,\n\nYours']);
  });
});

describe('texts', () => {
  it('that are huge are shortened with a note', async () => {
    const [element] = await read(tree({ [`q${'x'.repeat(300_000)}`]: null }, { current_node: null }));
    if (!element || !('conversation' in element)) throw new Error('not read');
    const [message] = element.conversation.messages;
    expect(message?.content).toHaveLength(200_000);
    expect(message?.metadata.imported?.isShortened).toBe(true);
  });

  it("that the database can't store are replaced", () => {
    expect(storableJson({ text: 'a\u0000b\uD800c' })).toBe('{"text":"a\uFFFDb\uFFFDc"}');
  });
});
