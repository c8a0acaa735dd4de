import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storePassages } from '~/server/features/uploads/store-passages';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { citeQuotes } from './cite-quotes';
import { conversationLibrary, searchPassages } from './conversation-library';
import { mostPassages, partsOfConversation } from './conversation-passages';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

/** A conversation with a message for each file, and the ids of the files. */
async function conversationWith(...files: { name: string; passages: { text: string; page?: number }[] }[]) {
  const { db } = server.deps;
  const { id: conversationId } = await ada.call.conversations.create({});
  const ids: string[] = [];
  for (const { name, passages } of files) {
    const message = await db.message.create({ data: { conversationId, role: 'user', content: '' } });
    const id = crypto.randomUUID();
    await db.storedObject.create({
      data: { id, userId: ada.user.id, messageId: message.id, name, readState: 'ready' },
    });
    await storePassages(
      server.deps,
      id,
      passages.map((passage, start) => ({ start, ...passage })),
    );
    ids.push(id);
  }
  return { conversationId, ids };
}

/**
 * How many queries of others are answered while some work runs, at best of five runs: on a busy machine the others may
 * come late. A single statement lets one or two through, however often it runs.
 */
async function othersServedDuring(work: () => Promise<unknown>): Promise<number> {
  const runs: number[] = [];
  for (let run = 0; run < 5; run++) runs.push(await othersServedInOneRun(work()));
  return Math.max(...runs);
}

async function othersServedInOneRun(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  let served = 0;
  while (!isOver) {
    await server.deps.db.sql`SELECT 1`;
    // As a request from outside would. Without it this loop would block the work.
    await new Promise((resolve) => setImmediate(resolve));
    served += 1;
  }
  await end;
  return served;
}

const filler = Array.from({ length: 450 }, (_, start) => ({
  start,
  text: `Passage ${start} says nothing of use. `.repeat(25),
}));

describe('a quotation', () => {
  it('is found over the line breaks of a file, and cited as it stands there', async () => {
    const text = 'In the north, revenue grew by\nfour percent, less than\n\nits assessors had guessed.';
    const { conversationId, ids } = await conversationWith({ name: 'report.pdf', passages: [{ text, page: 3 }] });
    const said = 'It says "revenue grew by four percent, less than its assessors had guessed" there.';
    expect(await citeQuotes(server.deps, conversationId, said)).toEqual([
      {
        source: 'report.pdf',
        title: 'report.pdf, page 3',
        quote: 'revenue grew by\nfour percent, less than\n\nits assessors had guessed',
        objectId: ids[0],
        page: 3,
        start: 8,
        end: 75,
      },
    ]);
    for (const other of [
      'revenue grew by five percent, less',
      'revenue grew  byfour percent',
      'Revenue grew by four percent',
    ])
      expect(await citeQuotes(server.deps, conversationId, `It says "${other}" there.`)).toEqual([]);
  });

  it('is cited from the first file that contains it, of this conversation alone', async () => {
    const sentence = 'The bridge across the river was opened in spring.';
    const { conversationId, ids } = await conversationWith(
      { name: 'first.txt', passages: [...filler, { text: `Known: ${sentence}` }] },
      { name: 'second.txt', passages: [{ text: sentence }] },
    );
    const other = await conversationWith({ name: 'other.txt', passages: filler.slice(0, 3) });
    const said = `> ${sentence}\n\nand «${sentence}» and “Passage 1 says nothing of use.”`;
    const found = (await citeQuotes(server.deps, conversationId, said)).map(({ objectId, quote }) => [objectId, quote]);
    expect(found).toEqual([
      [ids[0], sentence],
      [ids[0], sentence],
      [ids[0], 'Passage 1 says nothing of use.'],
    ]);
    expect(await citeQuotes(server.deps, other.conversationId, `"${sentence}"`)).toEqual([]);
  });
});

describe('a conversation with long files', () => {
  it('is stored, searched and looked through for quotations while others are served', async () => {
    const { conversationId, ids } = await conversationWith(
      { name: 'one.txt', passages: [] },
      { name: 'two.txt', passages: [...filler.slice(0, 10), { text: 'The lighthouse keeper retired.' }] },
    );
    expect(await othersServedDuring(() => storePassages(server.deps, ids[0] ?? '', filler))).toBeGreaterThanOrEqual(5);
    const falsehoods = Array.from({ length: 50 }, (_, index) => `"Nobody has ever written sentence ${index}."`).join(
      ' ',
    );
    expect(await othersServedDuring(() => citeQuotes(server.deps, conversationId, falsehoods))).toBeGreaterThanOrEqual(
      3,
    );
    const search = () => searchPassages(server.deps, conversationId, 'When did the lighthouse keeper retire?', 4);
    expect(await othersServedDuring(search)).toBeGreaterThanOrEqual(3);
    expect(await search()).toMatchObject([{ objectId: ids[1], text: 'The lighthouse keeper retired.' }]);
  });

  it('is looked at from its newest file back as far as the limit goes, and says so of the files beyond', async () => {
    const { db } = server.deps;
    const { conversationId, ids } = await conversationWith(
      { name: 'old.txt', passages: filler.slice(0, 5) },
      { name: 'middle.txt', passages: filler.slice(0, 5) },
      { name: 'new.txt', passages: filler.slice(0, 5) },
    );
    // Only the number of the last passage counts.
    await db.objectPassage.update({
      where: { objectId_place: { objectId: ids[2] ?? '', place: 4 } },
      data: { place: mostPassages - 3 },
    });
    const parts = await partsOfConversation(server.deps, conversationId);
    const ranges = parts.flatMap(({ ids: files, from, to }) =>
      files.map((id, index) => ({ id, from: from[index], to: to[index] })),
    );
    expect(ranges[0]).toEqual({ id: ids[1], from: 0, to: 2 });
    expect(ranges.at(-1)).toEqual({ id: ids[2], from: mostPassages - 102, to: mostPassages - 2 });
    const documents = await conversationLibrary(server.deps, conversationId, '').documents();
    expect(documents.map(({ problem }) => problem?.slice(0, 42))).toEqual([
      'The files of this conversation have more t',
      'The files of this conversation have more t',
      undefined,
    ]);
  });
});

describe('the passages of a file', () => {
  it('are the same however often they are stored, fewer when there are fewer, and none of a file that is gone', async () => {
    const { db } = server.deps;
    const { ids } = await conversationWith({ name: 'a.txt', passages: filler.slice(0, 120) });
    const id = ids[0] ?? '';
    const stored = () => db.objectPassage.findMany({ where: { objectId: id }, orderBy: { place: 'asc' } });
    const before = await stored();
    expect(before.map(({ text, page }) => ({ text, page }))).toEqual(
      filler.slice(0, 120).map(({ text }) => ({ text, page: null })),
    );
    const again = filler.slice(0, 120);
    await Promise.all([storePassages(server.deps, id, again), storePassages(server.deps, id, again)]);
    expect(await stored()).toEqual(before);
    await storePassages(server.deps, id, [{ start: 7, page: 2, text: 'Now it is short.' }]);
    expect(await stored()).toEqual([{ objectId: id, place: 0, page: 2, start: 7, text: 'Now it is short.' }]);
    await db.storedObject.delete({ where: { id } });
    await storePassages(server.deps, id, again);
    expect(await stored()).toEqual([]);
  });
});
