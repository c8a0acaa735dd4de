import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';
import { deleteUnusedTexts, snapshotFor, storeResearchPage, storeSnapshot } from './snapshot-store';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
});
afterAll(() => server.close());

async function newAnswer({ user }: TestUser): Promise<{ id: string; conversationId: string }> {
  const { db } = server.deps;
  const { id: conversationId } = await db.conversation.create({ data: { userId: user.id } });
  const { id } = await db.message.create({ data: { conversationId, role: 'assistant', content: 'Rates fell.' } });
  return { id, conversationId };
}

const url = 'https://ecb.example/rates';
/** Each is read a second after the previous one. */
let seconds = 0;
const pageWith = (text: string) => {
  seconds += 1;
  const readAt = new Date(Date.now() + seconds * 1000);
  return { url, canonicalUrl: url, title: 'Rates', site: 'ECB', text, readAt };
};
const texts = (text: string) => server.deps.db.pageText.count({ where: { text } });
const store = (messageId: string, text: string) => storeSnapshot(server.deps.db, messageId, pageWith(text));

describe('snapshots of web pages', () => {
  it('share the text of a page, which is deleted with the last answer that needs it', async () => {
    const text = `Shared ${randomUUID()}`;
    const [first, second] = [await newAnswer(ada), await newAnswer(grace)];
    await store(first.id, text);
    await store(second.id, text);
    expect(await texts(text)).toBe(1);
    await ada.call.conversations.delete({ conversationId: first.conversationId });
    expect(await texts(text)).toBe(1);
    await server.deps.db.user.delete({ where: { id: grace.user.id } });
    expect(await texts(text)).toBe(0);
    grace = await signUp(server.deps);
  });

  it('leave no text behind when the last two answers are deleted at the same time', async () => {
    const { db } = server.deps;
    const { id } = await newAnswer(ada);
    const { id: conversationId } = await db.conversation.create({ data: { userId: ada.user.id } });
    const row = { conversationId, userId: ada.user.id, question: 'Rates?', modelId: 'm', minutes: 1, pages: 1 };
    const { id: researchId } = await db.research.create({ data: row });
    const [used, researched] = [`Used ${randomUUID()}`, `Researched ${randomUUID()}`];
    await store(id, used);
    await storeResearchPage(db, researchId, pageWith(researched));
    // As two transactions leave them, each of which still sees the other's answer.
    const left = Array.from({ length: 3 }, () => ({ hash: randomUUID(), text: 'Left behind' }));
    await db.pageText.createMany({ data: left });
    await deleteUnusedTexts(db, new AbortController().signal, 2);
    expect(await texts('Left behind')).toBe(0);
    expect([await texts(used), await texts(researched)]).toEqual([1, 1]);
  });

  it('are reused when a page is unchanged, and new when it has changed', async () => {
    const { id } = await newAnswer(ada);
    const [first, same, changed] = [await store(id, 'One'), await store(id, 'One'), await store(id, 'Two')];
    expect(same?.id).toBe(first?.id);
    expect(changed?.id).not.toBe(first?.id);
    expect(await snapshotFor(server.deps.db, id, url)).toMatchObject({ id: changed?.id, text: 'Two' });
    expect(await snapshotFor(server.deps.db, id, 'https://other.example')).toBeUndefined();
  });

  it('are found by requested URL, final URL and canonical URL', async () => {
    const { id } = await newAnswer(ada);
    const [asked, finalUrl, canonicalUrl] = ['https://a.example/r', 'https://a.example/new', 'https://a.example/rates'];
    const db = server.deps.db;
    const readAt = new Date('2026-01-01');
    const stored = await storeSnapshot(db, id, { ...pageWith('Old'), url: asked, finalUrl, canonicalUrl, readAt });
    for (const address of [asked, finalUrl, canonicalUrl])
      expect(await snapshotFor(db, id, address)).toMatchObject({ id: stored?.id });
    // A page read at exactly this URL takes precedence.
    const other = await storeSnapshot(db, id, {
      ...pageWith('Own'),
      url: canonicalUrl,
      finalUrl: canonicalUrl,
      readAt,
    });
    expect(await snapshotFor(db, id, canonicalUrl)).toMatchObject({ id: other?.id });
  });

  it('belong to the user of the answer', async () => {
    const { id } = await newAnswer(ada);
    const snapshotId = (await store(id, 'Mine'))?.id ?? '';
    expect(await ada.call.messages.snapshot({ messageId: id, snapshotId })).toMatchObject({
      id: snapshotId,
      url,
      title: 'Rates',
      site: 'ECB',
      text: 'Mine',
      isCut: false,
    });
    const other = await newAnswer(grace);
    for (const messageId of [id, other.id])
      await expect(grace.call.messages.snapshot({ messageId, snapshotId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await expect(ada.call.messages.snapshot({ messageId: other.id, snapshotId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('show that a later answer of the user read another text at the URL', async () => {
    const changing = `https://ecb.example/${randomUUID()}`;
    const read = async (user: TestUser, text: string) => {
      const { id: messageId } = await newAnswer(user);
      const page = { ...pageWith(text), url: changing };
      const snapshotId = (await storeSnapshot(server.deps.db, messageId, page))?.id ?? '';
      return { page, changedAt: async () => (await user.call.messages.snapshot({ messageId, snapshotId })).changedAt };
    };
    const first = await read(ada, '2.00%');
    await read(ada, '2.00%');
    await read(grace, '1.75%');
    expect(await first.changedAt()).toBeNull();
    const second = await read(ada, '1.50%');
    await read(ada, '1.25%');
    expect(await first.changedAt()).toEqual(second.page.readAt);
  });

  it("are limited in size, and contain nothing that a database can't store", async () => {
    const { id } = await newAnswer(ada);
    const stored = await store(id, `a\u0000b\ud800${'x'.repeat(limits.snapshotCharacters)}`);
    expect(stored?.text).toHaveLength(limits.snapshotCharacters);
    const snapshot = await ada.call.messages.snapshot({ messageId: id, snapshotId: stored?.id ?? '' });
    expect(snapshot).toMatchObject({ isCut: true });
    expect(snapshot.text.slice(0, 3)).toBe('ab\ufffd');
  });

  it('of a deleted answer are not stored', async () => {
    const text = `Late ${randomUUID()}`;
    expect(await store(randomUUID(), text)).toBeUndefined();
    expect(await texts(text)).toBe(0);
  });
});
