import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxPassages, partsOfBranch } from '~/server/features/messages/conversation-passages';
import { searchConversation } from '~/server/features/messages/search-conversation';
import { storePassages } from '~/server/features/uploads/store-passages';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { checkAnswer } from './check-answer';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

/** Creates a conversation with one message per file; returns its last message and the ids of the files. */
async function conversationWith(
  ...files: { name: string; passages: { text: string; page?: number; start?: number }[] }[]
) {
  const { db } = server.deps;
  const { id: conversationId } = await ada.call.conversations.create({});
  const ids: string[] = [];
  let questionId = '';
  for (const { name, passages } of files) {
    const message = await db.message.create({
      data: { conversationId, role: 'user', content: '', attachments: [{ name }] },
    });
    questionId = message.id;
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
  return { conversationId, questionId, ids };
}

/**
 * How many concurrent queries are answered while some work runs, as the best of five runs, because they may be late on
 * a busy machine. A single statement only lets one or two through, however often it runs.
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
    // Like a request from outside. Otherwise this loop would block the work.
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

const check = (questionId: string, text: string) =>
  checkAnswer(server.deps, { questionId, text, citations: [], isByModel: true });

describe('a quotation', () => {
  it('is found across the line breaks and passages of a file, and cited as written in the file', async () => {
    const first = 'In the north, revenue grew by\nfour percent, less than';
    const second = 'its assessors had guessed.';
    const { questionId, ids } = await conversationWith({
      name: 'report.pdf',
      passages: [
        { text: first, page: 3, start: 0 },
        { text: second, page: 4, start: first.length + 2 },
      ],
    });
    const said = 'It says "revenue grew by four percent, less than its assessors had guessed" there.';
    expect(await check(questionId, said)).toMatchObject([
      {
        source: 'report.pdf',
        title: 'report.pdf, page 3',
        quote: 'revenue grew by\nfour percent, less than\n\nits assessors had guessed',
        objectId: ids[0],
        page: 3,
        sourceStart: 14,
        start: 8,
        end: 75,
        check: { verdict: 'quote' },
      },
    ]);
    for (const other of [
      'revenue grew by five percent, less than its assessors had guessed',
      'Revenue grew by four percent, less than its assessors',
    ])
      expect(await check(questionId, `It says "${other}" there.`)).toMatchObject([
        { quote: other, check: { verdict: 'differs' } },
      ]);
  });

  it('is cited from the first file that contains it, within this conversation only', async () => {
    const sentence = 'The bridge across the river was opened in spring.';
    const { questionId, ids } = await conversationWith(
      { name: 'first.txt', passages: [...filler, { text: `Known: ${sentence}`, start: 450_000 }] },
      { name: 'second.txt', passages: [{ text: sentence }] },
    );
    const other = await conversationWith({ name: 'other.txt', passages: filler.slice(0, 3) });
    const said = `> ${sentence}\n\nand «${sentence}» and “Passage 1 says nothing of use.”`;
    const found = (await check(questionId, said)).map(({ objectId, quote }) => [objectId, quote]);
    expect(found).toEqual([
      [ids[0], sentence],
      [ids[0], sentence],
      [ids[0], 'Passage 1 says nothing of use.'],
    ]);
    expect(await check(other.questionId, `"${sentence}"`)).toMatchObject([
      { source: 'other.txt', check: { verdict: 'absent' } },
    ]);
  });

  it("from the user's messages is not cited and not flagged", async () => {
    const { conversationId } = await conversationWith({ name: 'a.txt', passages: [{ text: 'Nothing of it.' }] });
    const content = 'Is it true that the moon is made of green cheese?';
    const asked = await server.deps.db.message.create({ data: { conversationId, role: 'user', content } });
    expect(await check(asked.id, 'You ask whether "the moon is made of green cheese".')).toEqual([]);
  });

  it('already cited by the model is cited once', async () => {
    const { questionId, ids } = await conversationWith({
      name: 'a.txt',
      passages: [{ text: 'The harbor was dredged\nlast year.' }],
    });
    const citation = { source: 'a.txt', quote: 'The harbor was dredged\nlast year.', objectId: ids[0] ?? '' };
    const text = '> The harbor was dredged last year.\n>\n> — **a.txt**';
    const checked = await checkAnswer(server.deps, { questionId, text, citations: [citation], isByModel: false });
    expect(checked).toMatchObject([{ ...citation, start: 0, check: { verdict: 'quote' } }]);
  });

  it('in a question suggested by the offline analyst is not flagged, unlike one by a model', async () => {
    const { questionId } = await conversationWith({ name: 'a.txt', passages: [{ text: 'Nothing of it.' }] });
    const text = 'Ask me “Which position performs best?”.';
    expect(await checkAnswer(server.deps, { questionId, text, citations: [], isByModel: false })).toEqual([]);
    expect(await check(questionId, text)).toMatchObject([{ check: { verdict: 'absent' } }]);
  });
});

describe('a conversation with long files', () => {
  it('is stored, searched and checked for quotations without blocking other queries', async () => {
    const { conversationId, questionId, ids } = await conversationWith(
      { name: 'one.txt', passages: [] },
      { name: 'two.txt', passages: [...filler.slice(0, 10), { text: 'The lighthouse keeper retired.' }] },
    );
    // Long enough that even a fast machine yields several times.
    const long = Array.from({ length: 4 }, () => filler).flat();
    expect(await othersServedDuring(() => storePassages(server.deps, ids[0] ?? '', long))).toBeGreaterThanOrEqual(5);
    const falsehoods = Array.from({ length: 50 }, (_, index) => `"Nobody has ever written sentence ${index}."`).join(
      ' ',
    );
    expect(await othersServedDuring(() => check(questionId, falsehoods))).toBeGreaterThanOrEqual(3);
    const place = { conversationId, questionId };
    const search = () => searchConversation(server.deps, place, 'When did the lighthouse keeper retire?', { limit: 4 });
    expect(await othersServedDuring(search)).toBeGreaterThanOrEqual(3);
    expect(await search()).toMatchObject([{ objectId: ids[1], text: 'The lighthouse keeper retired.' }]);
  });

  it('is searched from its newest file back up to the limit', async () => {
    const { db } = server.deps;
    const { questionId, ids } = await conversationWith(
      { name: 'old.txt', passages: filler.slice(0, 5) },
      { name: 'middle.txt', passages: filler.slice(0, 5) },
      { name: 'new.txt', passages: filler.slice(0, 5) },
    );
    // Only the index of the last passage counts.
    await db.objectPassage.update({
      where: { objectId_place: { objectId: ids[2] ?? '', place: 4 } },
      data: { place: maxPassages - 3 },
    });
    const parts = await partsOfBranch(server.deps, questionId);
    const ranges = parts.flatMap(({ ids: files, from, to }) =>
      files.map((id, index) => ({ id, from: from[index], to: to[index] })),
    );
    expect(ranges[0]).toEqual({ id: ids[1], from: 0, to: 2 });
    expect(ranges.at(-1)).toEqual({ id: ids[2], from: maxPassages - 102, to: maxPassages - 2 });
  });
});

describe('the passages of a file', () => {
  it('can be stored repeatedly, can become fewer, and are not stored for a deleted file', async () => {
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
