import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationSummary } from '~/shared/schemas/conversations';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterAll(() => server.close());

const start = Date.UTC(2026, 0, 1);
/** Conversations with times `start` plus the given milliseconds. */
const create = (userId: string, milliseconds: number[]) =>
  server.deps.db.conversation.createManyAndReturn({
    data: milliseconds.map((ms) => ({ userId, title: `at ${ms}`, updatedAt: new Date(start + ms) })),
    select: { id: true, updatedAt: true },
  });

async function readAll(user: TestUser, limit: number, between?: (page: ConversationSummary[]) => Promise<void>) {
  const items: ConversationSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof user.call.conversations.list>> = await user.call.conversations.list({
      cursor,
      limit,
    });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.nextCursor;
    await between?.(page.items);
  } while (cursor);
  return items;
}

describe('the list', () => {
  it('is empty at first, and contains only the user’s own', async () => {
    const eve = await signUp(server.deps);
    await create(bob.user.id, [1, 2]);
    expect(await eve.call.conversations.list({})).toEqual({ items: [], nextCursor: null });
  });

  it('contains every conversation once and in order, regardless of equal times and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        async (moments, limit) => {
          const reader = await signUp(server.deps);
          const rows = await create(reader.user.id, moments);
          const expected = rows
            .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? 1 : -1))
            .map(({ id }) => id);
          expect((await readAll(reader, limit)).map(({ id }) => id)).toEqual(expected);
        },
      ),
      { numRuns: 15, seed: 5 },
    );
  });

  it('finds only the user’s own titles that contain all words, ignoring case and accents', async () => {
    const reader = await signUp(server.deps);
    const titled = async (userId: string, title: string, ms: number) =>
      server.deps.db.conversation.create({ data: { userId, title, updatedAt: new Date(start + ms) } });
    await titled(reader.user.id, 'Zinsen in Zürich', 1);
    await titled(reader.user.id, 'Rates in 100% of Zurich', 2);
    await titled(reader.user.id, 'Growth_stocks', 3);
    await titled(bob.user.id, 'Zurich, but another’s', 4);
    const found = async (search: string, limit = 50) =>
      (await reader.call.conversations.list({ search, limit })).items.map(({ title }) => title);

    expect(await found('zurich')).toEqual(['Rates in 100% of Zurich', 'Zinsen in Zürich']);
    expect(await found('  ZÜRICH   rates ')).toEqual(['Rates in 100% of Zurich']);
    // LIKE wildcards are literal.
    expect(await found('%')).toEqual(['Rates in 100% of Zurich']);
    expect(await found('_')).toEqual(['Growth_stocks']);
    expect(await found('\\')).toEqual([]);
    expect(await found('   ')).toHaveLength(3);
    expect(await found('another')).toEqual([]);

    const first = await reader.call.conversations.list({ search: 'in', limit: 1 });
    const second = await reader.call.conversations.list({ search: 'in', limit: 1, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
      'Rates in 100% of Zurich',
      'Zinsen in Zürich',
    ]);
    expect(second.nextCursor).toBe(null);
    await expect(reader.call.conversations.list({ search: 'x'.repeat(1000) })).rejects.toThrow('too long');
  });

  it('repeats no row and misses none that stays, while others are used, created and deleted', async () => {
    const reader = await signUp(server.deps);
    const rows = await create(
      reader.user.id,
      Array.from({ length: 60 }, (_, n) => Math.floor(n / 3)),
    );
    const moved = new Set<string>();
    const seen = await readAll(reader, 7, async (page) => {
      // A listed and an unlisted conversation are used, one is deleted, one is created.
      const shown = page[0]?.id as string;
      const coming = rows[moved.size % 5]?.id as string;
      for (const id of [shown, coming]) {
        moved.add(id);
        await server.deps.db.conversation.update({ where: { id }, data: { updatedAt: new Date() } });
      }
      await reader.call.conversations.create({});
    });
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of rows) if (!moved.has(id)) expect(ids).toContain(id);
  });

  it('has fifty rows per page by default, and at most a hundred', async () => {
    const reader = await signUp(server.deps);
    await create(
      reader.user.id,
      Array.from({ length: 120 }, (_, n) => n),
    );
    expect((await reader.call.conversations.list({})).items).toHaveLength(50);
    expect((await reader.call.conversations.list({ limit: 100 })).items).toHaveLength(100);
    for (const limit of [0, -1, 101, 1.5, Number.NaN]) {
      await expect(reader.call.conversations.list({ limit })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('rejects an invalid cursor with a message', async () => {
    const id = randomUUID();
    const odd = [
      'x',
      '.',
      `.${id}`,
      `zzzzzzzzzz.${id}`,
      `-1.${id}`,
      `0.${id}.more`,
      '0.not-an-id',
      `0.${id.toUpperCase()}`,
      `1_0.${id}`,
    ];
    for (const cursor of odd) {
      await expect(ada.call.conversations.list({ cursor }), cursor).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Invalid cursor. Reload the list.',
      });
    }
    await expect(ada.call.conversations.list({ cursor: 'x'.repeat(101) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    // A cursor to a deleted row, or to another user's, is only a position in the list.
    expect(await ada.call.conversations.list({ cursor: `0.${id}` })).toEqual({ items: [], nextCursor: null });
  });
});

describe('creating', () => {
  it('uses the given title, or New Chat', async () => {
    expect(await ada.call.conversations.create({ title: '  Rates ' })).toMatchObject({ title: 'Rates' });
    for (const input of [{}, { title: '' }, { title: '  ' }]) {
      expect(await ada.call.conversations.create(input)).toMatchObject({ title: 'New Chat' });
    }
    expect(await ada.call.conversations.create({ title: 'x'.repeat(200) })).toMatchObject({ title: 'x'.repeat(200) });
    const tooLong = ada.call.conversations.create({ title: 'x'.repeat(201) });
    await expect(tooLong).rejects.toThrow('Titles can have at most 200 characters');
  });

  it('ignores other fields of the request', async () => {
    const input = { title: 'Mine', userId: bob.user.id, id: randomUUID(), updatedAt: new Date(0) };
    const { id, updatedAt } = await ada.call.conversations.create(input);
    expect(id).not.toBe(input.id);
    expect(updatedAt.getTime()).toBeGreaterThan(start);
    expect(await server.deps.db.conversation.findUnique({ where: { id } })).toMatchObject({ userId: ada.user.id });
  });
});

describe('renaming', () => {
  it("changes the title and keeps the conversation's position", async () => {
    const { id, updatedAt } = await ada.call.conversations.create({});
    const renamed = await ada.call.conversations.rename({ conversationId: id, title: ' 利率 <b>&amp;</b> ' });
    expect(renamed).toMatchObject({ id, title: '利率 <b>&amp;</b>', updatedAt });
    expect(await ada.call.conversations.get({ conversationId: id })).toEqual(renamed);
  });

  it('requires a title of one to two hundred characters', async () => {
    const { id: conversationId } = await ada.call.conversations.create({ title: 'Before' });
    for (const [title, words] of [
      ['', 'Title is required'],
      [' \n ', 'Title is required'],
      ['x'.repeat(201), 'Titles can have at most 200 characters'],
      ['a\u0000', 'The text contains invalid characters'],
    ] as const) {
      const refused = ada.call.conversations.rename({ conversationId, title });
      await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      await expect(refused).rejects.toThrow(words);
    }
    expect(await ada.call.conversations.get({ conversationId })).toMatchObject({ title: 'Before' });
  });
});

describe('deleting', () => {
  it('deletes the conversation with its messages, once', async () => {
    const { conversation } = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Gone soon' });
    const conversationId = conversation.id;
    expect(await ada.call.conversations.delete({ conversationId })).toEqual({ message: 'Conversation deleted' });
    expect(await server.deps.db.message.count({ where: { conversationId } })).toBe(0);
    const calls = await Promise.allSettled([
      ada.call.conversations.delete({ conversationId }),
      ada.call.conversations.get({ conversationId }),
      ada.call.messages.list({ conversationId }),
    ]);
    for (const call of calls) {
      expect(call).toMatchObject({ reason: { code: 'NOT_FOUND', message: 'Conversation not found' } });
    }
  });

  it("can't delete conversations of other users", async () => {
    const mine = await ada.call.conversations.create({});
    const theirs = await bob.call.conversations.create({ title: 'Bob’s' });
    await expect(ada.call.conversations.delete({ conversationId: theirs.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await ada.call.conversations.delete({ conversationId: mine.id });
    expect(await bob.call.conversations.get({ conversationId: theirs.id })).toEqual(theirs);
  });
});
