/** Pages are stored as the model received them, so that later changes affect no check. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { researchAnswers } from '~/server/testing/fakes/research-model';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ChatMessage } from '~/shared/schemas/messages';

const first = 'The deposit rate is 2.00% from 1 January 2026.';
const question = 'What is the deposit rate?';

let model: ModelServer;
let search: SearchServer;
let site: SiteServer;
let server: TestServer;
let ada: TestUser;
let path: string;
const page = (where = path) => `${site.origin}${where}`;
const reading = (where = path) => ({ name: 'read_page', input: { url: page(where) } });

beforeAll(async () => {
  [search, site] = await Promise.all([startSearchServer(), startSite()]);
  const script = researchAnswers({
    plan: [question],
    note: () => ({ url: page(), text: `It is 2.00% [[1]](${page()}).` }),
    review: 'Nothing is open.',
    get report() {
      return `${first} [[1]](${page()})`;
    },
  });
  model = await startModelServer({ script });
  server = await startTestServer({
    model: createOpenAiModel({ apiKey: 'none', baseUrl: model.baseUrl, model: 'm', api: 'chat', abilities: {} }),
    env: { SEARXNG_URL: search.baseUrl, FETCH_ALLOW_PRIVATE: site.host },
  });
  ada = await signUp(server.deps);
  // On a busy machine, the process that cleans pages may take longer to start than the time limit of a page.
  site.pages['/warm'] = '<p>Ready.</p>';
  const warm = () => server.deps.pages.read(page('/warm'), new AbortController().signal);
  await until(async () => (await warm()).state === 'read');
});
beforeEach(() => {
  site.requests.length = 0;
  path = `/${randomUUID()}`;
  site.pages[path] = changing(first);
  search.serve({ url: page(), title: 'Rates', content: 'The deposit rate' });
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), search.close(), site.close()]);
});

/** A page that must not be cached, and whose text changes from the second request on. */
function changing(text: string) {
  let times = 0;
  return (_request: unknown, response: import('node:http').ServerResponse) => {
    times += 1;
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    response.end(`<title>Rates</title><article><p>${times === 1 ? text : 'Nothing of this any more.'}</p></article>`);
  };
}

const messages = async (conversationId: string): Promise<ChatMessage[]> =>
  (await ada.call.messages.list({ conversationId })).items;

async function ask(...scripts: ModelScript[]): Promise<string> {
  model.queue(...scripts);
  const { conversation } = await ada.call.messages.send({
    clientRequestId: randomUUID(),
    content: ['Read', page(), page('/other'), page('/slow')].join(' '),
  });
  return conversation.id;
}

async function checkedAnswer(conversationId: string): Promise<ChatMessage> {
  await until(async () => (await messages(conversationId)).at(-1)?.metadata.processing === false);
  await server.deps.jobs.settled();
  return (await messages(conversationId)).at(-1) as ChatMessage;
}

const keptFor = async (messageId: string) =>
  (
    await server.deps.db.pageSnapshot.findMany({
      where: { messageId },
      include: { text: true },
      orderBy: [{ readAt: 'asc' }, { url: 'asc' }],
    })
  ).map(({ url, text }) => [url, text.text]);

describe('an answer', () => {
  it('is checked against the page as the model received it, and keeps the others that were read', async () => {
    site.pages['/other'] = '<title>Other</title><article><p>Of no use.</p></article>';
    const conversationId = await ask(
      { toolCalls: [reading(), reading(), reading('/other')] },
      { toolCalls: [{ name: 'find_in_page', input: { url: page(), text: 'deposit' } }] },
      { text: `${first} [[1]](${page()})` },
    );
    const { id, metadata } = await checkedAnswer(conversationId);
    const check = metadata.citations?.[0]?.check;
    expect(check).toMatchObject({ verdict: 'quote', passage: first });
    expect(new Map((await keptFor(id)) as [string, string][])).toEqual(
      new Map([
        [page(), expect.stringContaining(first)],
        [page('/other'), expect.stringContaining('Of no use.')],
      ]),
    );
    // Requested three times, fetched once, and not again for the check.
    expect(site.requests.filter((request) => request.path === path)).toHaveLength(1);
    const snapshot = await ada.call.messages.snapshot({ messageId: id, snapshotId: check?.snapshotId ?? '' });
    expect(snapshot.text).toContain(first);
    await ada.call.conversations.delete({ conversationId });
    expect(await server.deps.db.pageText.count({ where: { text: { contains: 'Of no use.' } } })).toBe(0);
  });

  it('keeps the pages it has read when it is stopped', async () => {
    site.pages['/slow'] = () => {};
    const conversationId = await ask({ toolCalls: [reading()] }, { toolCalls: [reading('/slow')] });
    await until(() => site.requests.some((request) => request.path === '/slow'));
    const { id } = (await messages(conversationId)).at(-1) as ChatMessage;
    await ada.call.messages.stop({ messageId: id });
    expect(await keptFor(id)).toEqual([[page(), expect.stringContaining(first)]]);
  });

  it("is written even if its pages can't be stored, and checked once they can", async () => {
    const { db } = server.deps;
    await db.$executeRawUnsafe(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
    );
    await db.$executeRawUnsafe(
      'CREATE TRIGGER full_disk BEFORE INSERT ON page_texts FOR EACH ROW EXECUTE FUNCTION full_disk()',
    );
    site.pages[path] = `<title>Rates</title><article><p>${first}</p></article>`;
    const conversationId = await ask({ toolCalls: [reading()] }, { text: `${first} [[1]](${page()})` });
    const answer = await checkedAnswer(conversationId);
    expect(answer).toMatchObject({
      content: expect.stringContaining(first),
      metadata: { status: 'complete', citations: [{ check: { verdict: 'pending' } }] },
    });
    await db.$executeRawUnsafe('DROP TRIGGER full_disk ON page_texts');
    await db.$executeRawUnsafe('DROP FUNCTION full_disk()');
    await db.job.updateMany({ data: { runAt: new Date(0) } });
    const { metadata } = await checkedAnswer(conversationId);
    expect(metadata.citations?.[0]?.check?.verdict).toBe('quote');
  });
});

it('the report of a research run is checked against the pages of its notes, which are deleted with it', async () => {
  const { id } = await ada.call.research.start({ question, budget: { minutes: 5, pages: 5, usd: null } });
  const isIn = (state: string) => until(async () => (await ada.call.research.get({ id })).state === state);
  await isIn('planned');
  await ada.call.research.run({ id });
  await isIn('done');
  const { conversationId, messageId } = await ada.call.research.get({ id });
  const { metadata } = await checkedAnswer(conversationId);
  expect(metadata.citations?.[0]?.check).toMatchObject({ verdict: 'quote', passage: first });
  expect(await keptFor(messageId ?? '')).toEqual([[page(), expect.stringContaining(first)]]);
  expect(site.requests).toHaveLength(1);
  // Rewritten, it is another answer with the same pages.
  const { assistantMessage: again } = await ada.call.messages.retry({ messageId: messageId ?? '' });
  const rewritten = await checkedAnswer(conversationId);
  expect(rewritten).toMatchObject({ id: again.id, metadata: { citations: [{ check: { verdict: 'quote' } }] } });
  expect(site.requests).toHaveLength(1);
  const { db } = server.deps;
  expect(await db.researchPage.count({ where: { researchId: id } })).toBe(1);
  await ada.call.conversations.delete({ conversationId });
  expect(await db.researchPage.count({ where: { researchId: id } })).toBe(0);
  expect(await db.pageSnapshot.count({ where: { messageId: { in: [messageId ?? '', again.id] } } })).toBe(0);
});
