/** Completions that use the installation's search and collections, through the official client. */
import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { smallestLimits } from '~/server/providers/llm/types';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
let server: TestServer;
let vendor: ModelServer;
let search: SearchServer;
let site: SiteServer;
let ada: TestUser;
let bob: TestUser;
let client: OpenAI;

beforeAll(async () => {
  [vendor, search, site] = await Promise.all([startModelServer(), startSearchServer(), startSite()]);
  const model = { AI_BASE_URL: vendor.baseUrl, AI_MODEL: 'house', AI_API_KEY: 'sk-house' };
  server = await startTestServer({ env: { ...model, SEARXNG_URL: search.baseUrl, FETCH_ALLOW_PRIVATE: site.host } });
  const address = await server.listen();
  [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
  const input = { name: 'Program', scope: 'write', password: testPassword } as const;
  const { token } = await createToken(server.deps, { by: ada.user, caller: null }, input);
  client = new OpenAI({ apiKey: token, baseURL: `${address}/v1`, maxRetries: 0 });
});
beforeEach(() => {
  vendor.reset();
  site.pages = {
    '/rates': '<title>Key rates</title><article><p>The deposit rate is 2.00% from 1 January.</p></article>',
  };
  search.serve({ url: `${site.origin}/rates`, title: 'Key rates', content: 'The deposit rate' });
});
afterAll(async () => {
  await server.close();
  await Promise.all([vendor.close(), search.close(), site.close()]);
});

const question = (content: string, qinsight: object) => ({
  model: 'house',
  messages: [{ role: 'user' as const, content }],
  qinsight,
});
const fromTheWeb = (thought = '') => [
  { toolCalls: [{ name: 'web_search', input: { query: 'deposit rate' } }] },
  { toolCalls: [{ name: 'read_page', input: { url: `${site.origin}/rates` } }] },
  { text: `${thought}It is 2.00% [[1]](${site.origin}/rates).` },
];
const asked = () => JSON.stringify(vendor.requests.map(({ body }) => body));
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error as InstanceType<typeof OpenAI.APIError>,
  );

async function handbook(user: TestUser, content = policy): Promise<{ id: string; documentId: string }> {
  const { id } = await user.call.collections.create({ name: `Handbook ${randomUUID()}`, scope: 'personal' });
  const document = await user.call.collections.addDocument({ collectionId: id, title: 'Vacation', content });
  const reading = { collectionId: id, documentId: document.id };
  await until(async () => (await user.call.collections.document(reading)).state === 'ready');
  return { id, documentId: document.id };
}

describe('a completion with search', () => {
  it.each([
    ['of the model', 'word '.repeat(20_000)],
    ['of all requests', 'word '.repeat(250_000)],
  ])('rejects messages over the limit %s before they are processed', async (_name, content) => {
    const sent = client.chat.completions.create(question(content, { search: true, collections: true }));
    await expect(sent).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('too long for this AI model'),
    });
    expect(vendor.requests).toEqual([]);
  });

  it('is answered from web pages, which are its annotations', async () => {
    vendor.queue(...fromTheWeb());
    const asks = { ...question('Which rate?', { search: true }), n: 1, tools: [], stop: null };
    const { choices, usage } = await client.chat.completions.create(asks);
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: expect.stringContaining('2.00%') } });
    const { content = '', annotations = [] } = choices[0]?.message ?? {};
    expect(annotations).toMatchObject([
      { type: 'url_citation', url_citation: { url: `${site.origin}/rates`, title: 'Key rates' } },
    ]);
    const { start_index, end_index } = annotations[0]?.url_citation ?? {};
    expect(content?.slice(start_index, end_index)).toBe(`[[1]](${site.origin}/rates)`);
    expect(usage?.total_tokens).toBeGreaterThan(0);
    expect(asked()).toContain('The deposit rate is 2.00% from 1 January.');
    expect(asked()).not.toContain('qinsight');
  });

  it('is streamed, with its annotations and usage at the end', async () => {
    vendor.queue(...fromTheWeb());
    const options = { stream: true as const, stream_options: { include_usage: true } };
    const chunks = [];
    const stream = await client.chat.completions.create({ ...question('Which rate?', { search: true }), ...options });
    for await (const chunk of stream) chunks.push(chunk);
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect(text).toBe(`It is 2.00% [[1]](${site.origin}/rates).`);
    const annotated = chunks.flatMap(
      ({ choices }) => (choices[0]?.delta as { annotations?: object[] })?.annotations ?? [],
    );
    expect(annotated).toMatchObject([{ type: 'url_citation' }]);
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop']);
    expect(chunks.at(-1)?.usage?.prompt_tokens).toBeGreaterThan(0);
    const rows = await server.deps.db.usageEvent.findMany({ where: { userId: ada.user.id, settledAt: null } });
    expect(rows).toEqual([]);
  });
});

it('places the annotations of a stream in all text that was sent, thoughts included', async () => {
  vendor.queue(...fromTheWeb('The page says two.\n</think>'));
  const asks = { ...question('Which rate?', { search: true }), stream: true as const };
  let text = '';
  let cited: { start_index: number; end_index: number } | undefined;
  for await (const { choices } of await client.chat.completions.create(asks)) {
    const delta = choices[0]?.delta as { content?: string; annotations?: { url_citation: typeof cited }[] } | undefined;
    text += delta?.content ?? '';
    cited ??= delta?.annotations?.[0]?.url_citation;
  }
  expect(text).toContain('The page says two.');
  expect(text.slice(cited?.start_index, cited?.end_index)).toBe(`[[1]](${site.origin}/rates)`);
});

it.each([
  ['none', 'minimal'],
  ['minimal', 'minimal'],
  ['xhigh', 'high'],
])('an effort of %s counts as %s, and text as no format', async (effort, sent) => {
  vendor.queue({ text: 'They rose.' });
  const asks = { ...question('Which rate?', { collections: true }), reasoning_effort: effort as 'high' };
  await client.chat.completions.create({ ...asks, response_format: { type: 'text' } });
  expect(vendor.requests.at(-1)?.body).toMatchObject({ reasoning_effort: sent });
});

describe('a completion with collections', () => {
  it('is answered from the enabled or the named collections, and cites their documents', async () => {
    const { id, documentId } = await handbook(ada);
    for (const collections of [true, [id]]) {
      vendor.queue({ text: `The handbook says: "${policy}"` });
      const asks = question('How many vacation days do employees have?', { collections });
      const { choices } = await client.chat.completions.create(asks);
      expect(vendor.requests.at(-1)?.body).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] });
      expect(asked()).toContain(policy);
      expect(choices[0]?.message.annotations).toMatchObject([
        { type: 'file_citation', file_citation: { document_id: documentId, filename: 'Vacation', verdict: 'quote' } },
      ]);
    }
  });

  it('leaves most of a small window to the rest, in scripts with a token per character, too', async () => {
    const { id } = await handbook(ada, '员工每年有三十一天假期，由主管批准。'.repeat(2000));
    vendor.queue({ text: '三十一天。' });
    await client.chat.completions.create(question('员工每年有多少天假期？', { collections: [id] }));
    const [system] = vendor.requests.map(({ body }) => (body.messages as { content: string }[])[0]?.content ?? '');
    expect(system).toContain('三十一天假期');
    const [tokens = 0] = await countTokens([system ?? '']);
    // An eighth of the window, and the sentences around the passages.
    expect(tokens).toBeLessThan(smallestLimits.contextTokens / 8 + 250);
  });

  it('rejects those of another user exactly like unknown ones, and never reads them', async () => {
    const { id } = await handbook(bob, 'Employees have vacation days until the secret palace opens.');
    const asks = (collections: unknown) =>
      failure(client.chat.completions.create(question('How many vacation days do employees have?', { collections })));
    const [foreign, unknown] = [await asks([id]), await asks([randomUUID()])];
    expect(foreign?.status).toBe(404);
    expect(foreign?.error).toEqual(unknown?.error);
    expect(vendor.requests).toEqual([]);
    await asks(true);
    expect(asked()).toContain('vacation days');
    expect(asked()).not.toContain('palace');
  });
});

describe('a page that wants words of the caller in an address', () => {
  const leak = '/ruritania-holdings-have-31-days';
  const refusal = 'This address may not be read.';
  // The search has found another page of its host.
  const readLeak = () =>
    vendor.queue(
      { toolCalls: [{ name: 'web_search', input: { query: 'deposit rate' } }] },
      { toolCalls: [{ name: 'read_page', input: { url: `${site.origin}${leak}` } }] },
      { text: 'Done.' },
    );

  it.each<[string, () => Promise<object>]>([
    [
      'a collection',
      async () => {
        await handbook(ada);
        return question('How many vacation days do employees have?', { search: true, collections: true });
      },
    ],
    [
      'the system prompt',
      async () => {
        const asks = question('Which rate?', { search: true });
        return { ...asks, messages: [{ role: 'system', content: policy }, ...asks.messages] };
      },
    ],
  ])('gets none of %s', async (_name, asks) => {
    const body = (await asks()) as OpenAI.ChatCompletionCreateParamsNonStreaming;
    readLeak();
    site.requests.length = 0;
    await client.chat.completions.create(body);
    expect(site.requests).toEqual([]);
    expect(asked()).toContain(refusal);
  });

  it('does not keep the model from pages that the system prompt names', async () => {
    const content = `The rules are at ${site.origin}/rates?year=2026 and nowhere else.`;
    const asks = question('Which rate?', { search: true });
    vendor.queue(
      { toolCalls: [{ name: 'read_page', input: { url: `${site.origin}/rates?year=2026` } }] },
      { text: 'Done.' },
    );
    await client.chat.completions.create({ ...asks, messages: [{ role: 'system', content }, ...asks.messages] });
    expect(asked()).not.toContain(refusal);
  });
});

const imageAt = (url: string) => ({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] });

describe('an unsupported combination', () => {
  const tools = [{ type: 'function' as const, function: { name: 'get_price', parameters: {} } }];
  it.each<[string, object]>([
    ['tools of its own', { tools }],
    ['a format', { response_format: { type: 'json_object' } }],
    ['a wrong field', { qinsight: { serach: true } }],
    ['a collection without a name', { qinsight: { collections: 'all' } }],
    ['results of tools', { messages: [{ role: 'tool', tool_call_id: 'a', content: '180' }] }],
    ['no question', { messages: [{ role: 'assistant', content: 'Yes.' }] }],
    ['an image at an address', { messages: [imageAt('https://example.com/a.png')] }],
  ])('is rejected: %s', async (_name, more) => {
    const body = { ...question('Which rate?', { search: true }), ...more } as never;
    expect(await failure(client.chat.completions.create(body))).toBeInstanceOf(OpenAI.BadRequestError);
    expect(vendor.requests).toEqual([]);
  });
});

describe('an answer whose text is written', () => {
  const callAfter = (text: string) => ({
    text,
    toolCalls: [{ name: 'web_search', input: { query: 'deposit rate' } }],
  });

  it('is complete if the model only ends its turn without any text after a search', async () => {
    vendor.queue(callAfter('It is 2.00%.'), { text: [] }, { text: [] });
    const { choices } = await client.chat.completions.create(question('Which rate?', { search: true }));
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'It is 2.00%.' } });
  });

  it('is kept if the rest fails, and the failure is reported', async () => {
    const body = JSON.stringify({ error: { message: 'The model crashed.' } });
    vendor.queue(callAfter('It is 2.00%.'), { fault: { kind: 'status', status: 400, body } });
    const { choices, usage } = await client.chat.completions.create(question('Which rate?', { search: true }));
    expect(choices[0]).toMatchObject({
      finish_reason: 'error',
      error: { code: 'refused', message: expect.stringContaining('rejected this request') },
      message: { content: 'It is 2.00%.' },
    });
    expect(usage?.total_tokens).toBeGreaterThan(0);
  });
});

it.each([
  ['too long', 'context_length_exceeded', "This model's maximum context length is 8192 tokens."],
  ['rejected', 'refused', 'The logit bias is out of range.'],
])('a request that is %s is a request error, which the client does not repeat', async (_name, code, message) => {
  const body = JSON.stringify({ error: { message, type: 'invalid_request_error' } });
  const refuse = async (maxRetries: number) => {
    vendor.reset();
    vendor.queue(...Array.from({ length: 20 }, () => ({ fault: { kind: 'status' as const, status: 400, body } })));
    const retrying = client.withOptions({ maxRetries });
    const failed = await failure(retrying.chat.completions.create(question('Which rate?', { search: true })));
    return { failed, count: vendor.requests.length };
  };
  const [once, byDefault] = [await refuse(0), await refuse(2)];
  expect(byDefault.failed).toBeInstanceOf(OpenAI.BadRequestError);
  expect(byDefault.failed?.code).toBe(code);
  expect(byDefault.count).toBe(once.count);
});

it('an endpoint error keeps its status', async () => {
  vendor.queue({ fault: { kind: 'status', status: 429, retryAfter: '70' } });
  const busy = await failure(client.chat.completions.create(question('Which rate?', { search: true })));
  expect(busy).toBeInstanceOf(OpenAI.RateLimitError);
  expect(busy?.headers?.get('retry-after')).toBe('70');
});
