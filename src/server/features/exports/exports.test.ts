/** Exported conversations over plain HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { until } from '~/server/testing/until';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import { answer } from './document-example';

let world: RestWorld;
let ada: TestUser;
beforeAll(async () => {
  world = await startRestWorld();
  ada = await world.person();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.server.close());

const fetchExport = (path: string, user: TestUser = ada) => world.rest.call('GET', path, undefined, user);

/** Inserts a conversation with this many messages directly into the database. */
async function conversation(title: string, contents: string[], over: object = {}): Promise<string> {
  const { db } = world.server.deps;
  const { id } = await db.conversation.create({ data: { userId: ada.user.id, title } });
  const role = (n: number) => (n % 2 ? 'assistant' : 'user');
  const rows = contents.map((content, n) => ({ conversationId: id, role: role(n), content, ...over }));
  await db.message.createMany({ data: rows });
  return id;
}

describe('an exported conversation', () => {
  it('is a file with its own name and media type in each format', async () => {
    const id = await conversation('Rätsel: a/b', ['Hi', 'Hello']);
    const types = {
      md: 'text/markdown; charset=utf-8',
      json: 'application/json; charset=utf-8',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      pdf: 'application/pdf',
      html: 'text/html; charset=utf-8',
    };
    for (const [format, type] of Object.entries(types)) {
      const { status, headers } = await fetchExport(`/api/conversations/${id}/export?format=${format}`);
      expect({ format, status, type: headers.get('content-type') }).toEqual({ format, status: 200, type });
      expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''R%C3%A4tsel%20a%20b.${format}`);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('has each message once and in order, however long it is', async () => {
    const contents = Array.from({ length: 250 }, (_, n) => `message ${n}`);
    const id = await conversation('Long', contents);
    const { text } = await fetchExport(`/api/conversations/${id}/export`);
    expect([...text.matchAll(/^message \d+$/gm)].map(([line]) => line)).toEqual(contents);
    const { body } = await fetchExport(`/api/conversations/${id}/export?format=json`);
    expect((body as { messages: { content: string }[] }).messages.map(({ content }) => content)).toEqual(contents);
  });

  it('as Markdown begins with a summary of all messages, however many there are', async () => {
    const id = await conversation(
      'Late',
      Array.from({ length: 110 }, (_, n) => `message ${n}`),
    );
    const { items } = await ada.call.messages.list({ conversationId: id });
    const { metadata } = answer;
    const where = { id: items.findLast(({ role }) => role === 'assistant')?.id ?? '' };
    await world.server.deps.db.message.update({ where, data: { metadata: { ...metadata, isAboutInvestments: true } } });
    const { text } = await fetchExport(`/api/conversations/${id}/export`);
    const head = text.slice(0, text.indexOf('## '));
    expect(head).toContain(`AI model: ${metadata.model}`);
    expect(head).toContain('Checks of sources: 1 verified quote');
    expect(head).toContain('Not investment advice');
  });

  it.each(['金利は上昇した。', '금리가 올랐다', 'ราคา', 'ދިވެހި', 'ᏣᎳᎩ', 'ꦗꦮ', 'ⲕⲏⲙⲉ'])(
    'is not a PDF if its fonts lack the script: %s',
    async (content) => {
      const id = await conversation('Rates', ['Why?', content]);
      const { status, body } = await fetchExport(`/api/conversations/${id}/export?format=pdf`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          message: "PDFs can't show Chinese, Japanese, Korean and some other scripts. Export to Word or HTML instead.",
        },
      });
      for (const format of ['docx', 'html'])
        expect((await fetchExport(`/api/conversations/${id}/export?format=${format}`)).status).toBe(200);
    },
  );

  it('waits for the others of its user, up to a limit, and not for those of other users', async () => {
    const bob = await world.person();
    const id = await conversation('Rates', ['Why?', 'Because.']);
    const bobs = await world.conversationOf(bob);
    const { texts } = world.server.deps.db;
    const read = texts.openMessages.bind(texts);
    let goOn: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    vi.spyOn(texts, 'openMessages').mockImplementationOnce(async (rows) => {
      await held;
      return read(rows);
    });
    const path = (of: string) => `/api/conversations/${of}/export?format=html`;
    const statuses: number[] = [];
    const exports = Array.from({ length: 6 }, async () => {
      const { status } = await fetchExport(path(id));
      statuses.push(status);
    });
    await until(() => statuses.length > 0);
    expect(statuses).toEqual([429]);
    expect((await fetchExport(path(bobs), bob)).status).toBe(200);
    expect(statuses).toEqual([429]);
    goOn();
    await Promise.all(exports);
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
  });

  it('of an empty conversation has a title, and is valid JSON', async () => {
    const id = await conversation('Empty', []);
    expect((await fetchExport(`/api/conversations/${id}/export`)).text).toMatch(/^# Empty\n/);
    expect((await fetchExport(`/api/conversations/${id}/export?format=json`)).body).toMatchObject({ messages: [] });
  });

  it('contains the active branch, and as JSON all branches', async () => {
    const id = await conversation('Branches', ['First', 'One answer']);
    const { items } = await ada.call.messages.list({ conversationId: id });
    const parentId = items[0]?.id ?? '';
    const metadata = { reasoning: { text: 'A private thought', milliseconds: 1 } };
    await world.server.deps.db.message.create({
      data: { conversationId: id, role: 'assistant', content: 'Hidden answer', metadata, parentId, isActive: false },
    });
    expect((await fetchExport(`/api/conversations/${id}/export`)).text).not.toContain('Hidden answer');
    const { text } = await fetchExport(`/api/conversations/${id}/export?format=json`);
    expect(text).toContain('Hidden answer');
    expect(text).not.toContain('A private thought');
  });

  it('names deleted files', async () => {
    const attachments = [{ type: 'application/pdf', name: 'plan.pdf', size: 1, url: `/objects/${randomUUID()}` }];
    const id = await conversation('Files', ['See the plan'], { attachments });
    expect((await fetchExport(`/api/conversations/${id}/export`)).text).toContain('plan.pdf – deleted');
  });

  it('rejects an unknown format', async () => {
    const id = await conversation('Formats', []);
    const { status, body } = await fetchExport(`/api/conversations/${id}/export?format=exe`);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: 'The format must be one of md, json, docx, pdf, html' },
    });
  });
});

describe('an exported answer', () => {
  it('contains no other message', async () => {
    const { metadata } = answer;
    const id = await conversation('One', ['A private question', answer.content], { metadata });
    const { items } = await ada.call.messages.list({ conversationId: id });
    const path = `/api/messages/${items[1]?.id}/export`;
    for (const format of ['md', 'json']) {
      const { text } = await fetchExport(`${path}?format=${format}`);
      expect(text).toContain('4.5%');
      expect(text).not.toContain('A private question');
    }
  });
});
