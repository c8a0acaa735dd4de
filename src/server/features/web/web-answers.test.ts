/** Answers with web sources by a model whose provider hosts no search, from the message to the stored answer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inputBudget } from '~/server/features/context/budget';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { smallestLimits } from '~/server/providers/llm/types';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, type RecordedRequest, startModelServer } from '~/server/testing/fakes/model-server';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage } from '~/shared/schemas/messages';
import { WebSession } from './web-session';

let model: ModelServer;
let search: SearchServer;
let site: SiteServer;
let server: TestServer;
let ada: TestUser;

const connect = (baseUrl: string, abilities = {}) =>
  createOpenAiModel({ apiKey: 'none', baseUrl, model: 'm', api: 'chat', abilities });

beforeAll(async () => {
  [model, search, site] = await Promise.all([startModelServer(), startSearchServer(), startSite()]);
  const env = { SEARXNG_URL: search.baseUrl, FETCH_ALLOW_PRIVATE: site.host };
  server = await startTestServer({ model: connect(model.baseUrl), env });
  ada = await signUp(server.deps);
});
beforeEach(() => {
  (model.requests as unknown[]).length = 0;
  search.requests.length = 0;
  site.requests.length = 0;
  site.pages = {
    '/rates': '<title>Key rates</title><article><p>The deposit rate is 2.00% from 1 January.</p></article>',
    '/other': '<title>Other</title><article><p>Something else.</p></article>',
  };
  search.serve({ url: `${site.origin}/rates`, title: 'Key rates', content: 'The deposit rate' });
});
afterAll(async () => {
  await server.close();
  await Promise.all([model.close(), search.close(), site.close()]);
});

const page = (path: string) => `${site.origin}${path}`;
const searching = { name: 'web_search', input: { query: 'ECB deposit rate December' } };
const reading = (path: string, more = {}) => ({ name: 'read_page', input: { url: page(path), ...more } });

/** The tool results of all rounds. */
function given(): string[] {
  const said = model.requests.at(-1)?.body.messages as { role: string; content: string }[];
  return said.flatMap(({ role, content }) => (role === 'tool' ? content : []));
}

const send = (content: string, user = ada) => user.call.messages.send({ clientRequestId: randomUUID(), content });
const stored = async (conversationId: string): Promise<ChatMessage> => {
  const { items } = await ada.call.messages.list({ conversationId });
  return items.at(-1) as ChatMessage;
};

async function answerTo(question: string, ...scripts: ModelScript[]): Promise<ChatMessage> {
  model.queue(...scripts);
  const { conversation } = await send(question);
  await until(async () => (await stored(conversation.id)).metadata.processing !== true);
  return stored(conversation.id);
}

it('leaves room for web pages beside a file that would fill the window', async () => {
  const text = 'The harbor was dredged in May. '.repeat(5000);
  const { objectPath: url, name, type, size } = await ada.call.uploads.attachText({ name: 'report.txt', text });
  model.queue({ text: 'Dredged.' });
  const { conversation } = await ada.call.messages.send({
    clientRequestId: randomUUID(),
    content: 'What does the report say?',
    attachments: [{ url, name, type, size }],
  });
  await until(async () => (await stored(conversation.id)).metadata.processing !== true);
  const { body } = model.requests[0] as RecordedRequest;
  const { messages, tools } = body as unknown as {
    messages: { content: string }[];
    tools: { function: { name: string; description: string; parameters: object } }[];
  };
  const described = tools.map(
    ({ function: tool }) => `${tool.name}\n${tool.description}\n${JSON.stringify(tool.parameters)}`,
  );
  const counts = await countTokens([...messages.map(({ content }) => content), ...described]);
  const sent = counts.reduce((sum, count) => sum + count, 0);
  const { contextTokens } = smallestLimits;
  const { reservedTokens } = new WebSession(contextTokens);
  expect(tools.map(({ function: tool }) => tool.name)).toContain('read_page');
  expect(sent).toBeLessThanOrEqual(inputBudget({ contextTokens: contextTokens - reservedTokens }));
  expect(sent).toBeGreaterThan(inputBudget({ contextTokens: contextTokens - reservedTokens }) * 0.8);
});

it("an answer with the provider's search keeps its steps and how much it has read", async () => {
  const hosted = await startModelServer({ flavour: 'xai' });
  const model = createOpenAiModel({ apiKey: 'none', baseUrl: hosted.baseUrl, model: 'm', api: 'responses' });
  const other = await startTestServer({ model, env: { FETCH_ALLOW_PRIVATE: site.host } });
  const bob = await signUp(other.deps);
  const text = `The deposit rate is 2.00% [[1]](${page('/rates')}).`;
  const citations = [{ url: page('/rates'), start: 25, end: text.length - 1 }];
  hosted.queue({ text, searches: ['web_search', 'x_search'], citations });
  const { conversation } = await send('What is the deposit rate?', bob);
  const read = async () => (await bob.call.messages.list({ conversationId: conversation.id })).items.at(-1);
  await until(async () => (await read())?.metadata.processing === false);
  expect((await read())?.metadata).toMatchObject({
    activities: [
      { kind: 'web_search', label: "Searching 'query 0'", state: 'done' },
      { kind: 'x_search', label: "Searching X for 'query 1'", state: 'done' },
    ],
    webReading: { pages: 1, milliseconds: expect.any(Number) },
    liveSearchUsed: true,
  });
  await other.close();
  await hosted.close();
});

describe('an answer with web sources', () => {
  it('searches, reads and cites what it has read', async () => {
    const answer = await answerTo(
      'What is the deposit rate?',
      { toolCalls: [searching] },
      { toolCalls: [reading('/rates')] },
      { text: `It is 2.00% [[1]](${page('/rates')}).` },
    );
    expect(search.requests.map(({ parameters }) => parameters.q)).toEqual(['ECB deposit rate December']);
    const [results, text] = given();
    expect(results).toContain(page('/rates'));
    expect(text).toContain('The deposit rate is 2.00% from 1 January.');
    expect(answer.metadata).toMatchObject({
      liveSearchUsed: true,
      numSourcesUsed: 1,
      citations: [{ url: page('/rates'), title: 'Key rates' }],
      webReading: { pages: 1, milliseconds: expect.any(Number) },
      activities: [
        { kind: 'web_search', label: "Searching 'ECB deposit rate December'", state: 'done' },
        { kind: 'web_page', label: 'Reading 127.0.0.1', state: 'done' },
      ],
    });
  });

  it('does not cite a result that was not read, or an unreadable page', async () => {
    const answer = await answerTo(
      'What is the deposit rate?',
      { toolCalls: [searching] },
      { toolCalls: [reading('/gone')] },
      { text: `It is 2.00% [[1]](${page('/rates')}) [[2]](${page('/gone')}).` },
    );
    expect(given().at(-1)).toContain('The page no longer exists.');
    expect(answer.metadata.citations).toBeUndefined();
    expect(answer.metadata.webReading).toMatchObject({ pages: 0 });
  });

  it('reads a long page in parts, and finds words in it', async () => {
    site.pages['/long'] = `<article><p>${'Nothing of note. '.repeat(2000)}</p><p>The answer is 42.</p></article>`;
    await answerTo(
      `Read ${page('/long')}`,
      { toolCalls: [reading('/long'), { name: 'find_in_page', input: { url: page('/long'), text: 'answer is' } }] },
      { text: 'Fine.' },
    );
    const [part = '', found = ''] = given();
    const from = Number(/read it again with from: (\d+)/.exec(part)?.[1]);
    expect(from).toBeGreaterThan(1000);
    expect(part).not.toContain('The answer is 42.');
    expect(found).toContain('The answer is 42.');
    await answerTo(`Read ${page('/long')}`, { toolCalls: [reading('/long', { from })] }, { text: 'Fine.' });
    expect(given().at(-1)).toContain('Nothing of note.');
  });

  it('finds no more in a page than one call may return, in any language', async () => {
    site.pages['/reserves'] = `<article>${`<p>${'央行的外汇储备增加。'.repeat(120)}</p>`.repeat(5)}</article>`;
    await answerTo(
      `Read ${page('/reserves')}`,
      { toolCalls: [{ name: 'find_in_page', input: { url: page('/reserves'), text: '储备 央行的外汇储备增加' } }] },
      { text: 'Fine.' },
    );
    const [found = ''] = given();
    expect(found).toContain('央行的外汇储备增加');
    expect((await countTokens([found]))[0]).toBeLessThan(smallestLimits.contextTokens / 8);
  });

  it('returns an error message for an invalid call, and continues', async () => {
    search.answer = { results: 'nonsense' };
    const answer = await answerTo(
      'Hello',
      {
        toolCalls: [
          { name: 'web_search', input: {} },
          { name: 'web_search', input: { query: 'x', site: 'no site' } },
          { name: 'read_page', input: { url: 'http://169.254.169.254/latest' } },
          { name: 'read_page', input: { url: page('/rates?x=1') } },
          searching,
        ],
      },
      { text: 'I could not find out.' },
    );
    expect(given().map((result) => JSON.parse(result).error)).toEqual([
      'Give the words to search for.',
      'Give the site as a host, like ecb.europa.eu.',
      "This address can't be read.",
      'This address may not be read. Use an address from the search results or from the user.',
      'Web search is unavailable at the moment.',
    ]);
    expect(answer.content).toBe('I could not find out.');
  });

  it('has a budget of pages', async () => {
    for (let n = 0; n < 24; n++) site.pages[`/p${n}`] = `<p>Page ${n}</p>`;
    const pages = Array.from({ length: 24 }, (_, n) => reading(`/p${n}`));
    await answerTo(
      'Read much',
      { toolCalls: [searching] },
      { toolCalls: pages.slice(0, 8) },
      { toolCalls: pages.slice(8, 16) },
      { toolCalls: pages.slice(16) },
      { text: 'Fine.' },
    );
    expect(given().filter((result) => result.includes('budget of'))).not.toHaveLength(0);
    expect(site.requests.length).toBeLessThanOrEqual(16);
  });

  it('shows its steps to a reader who joins later, and stops at once', async () => {
    site.pages['/slow'] = () => {};
    model.queue({ toolCalls: [searching, { name: 'read_page', input: { url: page('/slow') } }] });
    const { conversation, assistantMessage } = await send(`Read ${page('/slow')}`);
    await until(() => site.requests.length > 0);
    const events: ConversationEvent[] = [];
    const watching = await ada.call.messages.watch({ conversationId: conversation.id });
    for await (const event of watching as AsyncIterable<[string, ConversationEvent] | ConversationEvent>) {
      const data = Array.isArray(event) ? event[1] : event;
      events.push(data);
      if (data.type === 'progress') break;
    }
    expect(events.at(-1)).toMatchObject({
      activities: [
        { label: "Searching 'ECB deposit rate December'" },
        { label: 'Reading 127.0.0.1', state: 'running' },
      ],
    });
    await ada.call.messages.stop({ messageId: assistantMessage.id });
    const message = await stored(conversation.id);
    expect(message.metadata).toMatchObject({ status: 'stopped', activities: [{ state: 'done' }, { state: 'done' }] });
  });
});

describe('web access is available', () => {
  const offered = () =>
    ((model.requests.at(-1)?.body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);

  it('to a model that can call tools if a provider is set up, and the composer shows it', async () => {
    await answerTo('Hello', { text: 'Fine.' });
    expect(offered()).toEqual(expect.arrayContaining(['web_search', 'read_page', 'find_in_page']));
    expect((await ada.call.auth.config()).model.canSearchWeb).toBe(true);
    expect((await ada.call.models.list())[0]?.abilities.webSearch).toBe(true);
  });

  it.each([
    ['no provider is set up', {}, {}],
    ['web search is turned off', { SEARCH_PROVIDER: 'none' }, {}],
    ['the model cannot call tools', {}, { tools: false }],
  ])('nowhere if %s', async (name, env, abilities) => {
    const settings = name.startsWith('no') ? {} : { SEARXNG_URL: search.baseUrl, ...env };
    const other = await startTestServer({ model: connect(model.baseUrl, abilities), env: settings });
    const bob = await signUp(other.deps);
    model.queue({ text: 'Fine.' });
    await send('Hello', bob);
    await until(() => model.requests.length > 0);
    expect(offered()).not.toContain('web_search');
    expect((await bob.call.auth.config()).model.canSearchWeb).toBe(false);
    await other.close();
  });

  it('from the provider if it hosts a search', async () => {
    const hosted = createOpenAiModel({ apiKey: 'none', baseUrl: 'https://api.x.ai/v1', model: 'm', api: 'auto' });
    const other = await startTestServer({ model: hosted, env: { SEARXNG_URL: search.baseUrl } });
    const [chosen] = await other.deps.models.list({ id: '', isAdmin: false });
    const { webOf } = await import('./web.service');
    expect(chosen && (await webOf(other.deps, chosen))).toBe('hosted');
    await other.close();
  });
});
