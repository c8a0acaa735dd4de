import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import type { ZipStream } from '~/server/lib/zip-stream';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { writePages } from './exported-pages';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
});
afterAll(() => server.close());

/** A conversation with one answer for each number, which cites as many pages. Returns their ids. */
async function cite(user: TestUser, counts: number[], more: { temporaryUntil?: Date } = {}): Promise<string[]> {
  const { db } = server.deps;
  const { id: conversationId } = await db.conversation.create({ data: { userId: user.user.id, title: 'x', ...more } });
  const ids: string[] = [];
  for (const count of counts) {
    const answer = await db.message.create({ data: { conversationId, role: 'assistant', content: 'x' } });
    for (let n = 0; n < count; n++) {
      const url = `https://bank.example/${n}`;
      const page = { url, canonicalUrl: url, title: 'Rates', site: 'Bank', readAt: new Date(), text: `Page ${n}` };
      ids.push((await storeSnapshot(db, answer.id, page))?.id ?? '');
    }
  }
  return ids;
}

it('writes each page of the user’s conversations once, however many there are', async () => {
  const { db } = server.deps;
  await db.$executeRaw`
    INSERT INTO conversations (user_id, title) SELECT ${ada.user.id}::uuid, 'Empty' FROM generate_series(1, 250)`;
  const expected = [...(await cite(ada, [12, 0, 3])), ...(await cite(ada, [1])), ...(await cite(ada, [25]))];
  await cite(bob, [2]);
  await cite(ada, [2], { temporaryUntil: new Date() });
  const written = new Map<string, { text: string; messageId: string }>();
  const names: string[] = [];
  const zip: Pick<ZipStream, 'add'> = {
    add: async (name, content) => {
      names.push(name);
      let text = '';
      for await (const part of content) text += part;
      const { id, ...page } = JSON.parse(text);
      written.set(id, page);
    },
  };
  await writePages(server.deps, ada.user.id, zip as ZipStream);
  expect(names.sort()).toEqual(expected.map((id) => `pages/${id}.json`).sort());
  expect([...written.keys()].sort()).toEqual([...expected].sort());
  expect(written.get(expected[11] ?? '')).toMatchObject({ url: 'https://bank.example/11', text: 'Page 11' });
});
