import { gzipSync } from 'node:zlib';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let vendor: ModelServer;
let address: string;
let ada: TestUser;
let client: OpenAI;

beforeAll(async () => {
  vendor = await startModelServer({ script: { text: 'Rates follow expected inflation.' } });
  server = await startTestServer({ env: { AI_BASE_URL: vendor.baseUrl, AI_MODEL: 'house', AI_API_KEY: 'sk-house' } });
  address = await server.listen();
  ada = await signUp(server.deps);
  const admin = await signUp(server.deps, { isAdmin: true });
  const { id: endpointId } = await admin.call.models.createEndpoint({ name: 'Lab', baseUrl: vendor.baseUrl });
  await admin.call.models.add({ endpointId, name: 'lab', access: 'administrators' });
  client = clientWith(await tokenOf(ada));
});
afterAll(async () => {
  await server.close();
  await vendor.close();
});

const tokenOf = async (user: TestUser, scope: 'read' | 'write' = 'write') => {
  const input = { name: 'Program', scope, password: testPassword };
  return (await createToken(server.deps, { by: user.user, caller: null }, input)).token;
};
const clientWith = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${address}/v1`, maxRetries: 0 });
const question = { model: 'house', messages: [{ role: 'user' as const, content: 'What moves rates?' }] };
const tools = [
  {
    type: 'function' as const,
    function: { name: 'get_price', parameters: { type: 'object', properties: { ticker: { type: 'string' } } } },
  },
];
const latest = () => vendor.requests.at(-1);

describe('the official client', () => {
  it('lists the models that its user may use', async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toEqual(['house']);
    expect(await client.models.retrieve('house')).toMatchObject({ id: 'house', object: 'model' });
  });

  it('retrieves a model whose id contains a slash', async () => {
    vi.spyOn(server.deps.models, 'list').mockImplementation(async () => {
      const chosen = await server.deps.models.choose({ ...ada.user }, 'house');
      return [{ ...chosen, id: 'meta-llama/llama 3' }];
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const headers = { authorization: `Bearer ${await tokenOf(ada)}` };
    for (const id of ['meta-llama/llama%203', 'meta-llama%2Fllama%203'])
      expect(await (await fetch(`${address}/v1/models/${id}`, { headers })).json()).toMatchObject({
        id: 'meta-llama/llama 3',
      });
    await expect(client.models.retrieve('meta-llama')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
  });

  it('gets a whole answer, requested with the installation’s key', async () => {
    const { choices } = await client.chat.completions.create(question);
    expect(choices[0]?.message.content).toBe('Red');
    expect(latest()).toMatchObject({ headers: { authorization: 'Bearer sk-house' }, body: { model: 'house' } });
  });

  it('gets an answer as a stream', async () => {
    let text = '';
    for await (const chunk of await client.chat.completions.create({ ...question, stream: true })) {
      expect(chunk.choices).toHaveLength(1);
      text += chunk.choices[0]?.delta.content ?? '';
    }
    expect(text).toBe('Rates follow expected inflation.');
  });

  it('gets the usage of a stream if it requests it', async () => {
    const options = { ...question, stream: true as const, stream_options: { include_usage: true } };
    const chunks = [];
    for await (const chunk of await client.chat.completions.create(options)) chunks.push(chunk);
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: expect.any(Number) });
  });

  it('can use its own tools, and send their results', async () => {
    vendor.queue({ toolCalls: [{ name: 'get_price', input: { ticker: 'TSLA' } }] });
    const stream = client.chat.completions.stream({ ...question, tools });
    const message = await stream.finalMessage();
    expect(message.tool_calls?.[0]).toMatchObject({ function: { name: 'get_price', arguments: '{"ticker":"TSLA"}' } });
    expect(latest()?.body).toMatchObject({ tools });
    const call = message.tool_calls?.[0]?.id ?? '';
    const messages = [...question.messages, message, { role: 'tool' as const, tool_call_id: call, content: '180' }];
    const { choices } = await client.chat.completions.create({ ...question, messages, tools });
    expect(choices[0]?.message.content).toBe('Red');
    expect(latest()?.body).toMatchObject({ messages: [{}, { role: 'assistant' }, { role: 'tool', content: '180' }] });
  });

  it('stores no conversation, but counts its usage', async () => {
    expect((await ada.call.conversations.list({})).items).toEqual([]);
    const rows = await server.deps.db.sql<{ purpose: string }>`
      SELECT purpose FROM usage_events WHERE user_id = ${ada.user.id}::uuid`;
    expect(new Set(rows.map(({ purpose }) => purpose))).toEqual(new Set(['completion']));
  });
});

describe('an error', () => {
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error) => error as InstanceType<typeof OpenAI.APIError>,
    );

  it('is an authentication error unless the API token is valid', async () => {
    for (const wrong of ['qi_wrong', 'x', `qi_${'a'.repeat(43)}`])
      expect(await failure(clientWith(wrong).models.list())).toBeInstanceOf(OpenAI.AuthenticationError);
    const headers = { cookie: `qinsight_session=${ada.sessionToken}` };
    expect((await fetch(`${address}/v1/models`, { headers })).status).toBe(401);
  });

  it('is a permission error for a read-only token, which may list models', async () => {
    const reader = clientWith(await tokenOf(ada, 'read'));
    expect((await reader.models.list()).data).toHaveLength(1);
    expect(await failure(reader.chat.completions.create(question))).toBeInstanceOf(OpenAI.PermissionDeniedError);
  });

  it('is the same for an unavailable model as for an unknown one', async () => {
    const [hidden, unknown] = await Promise.all(
      ['lab', 'unknown'].map((model) => failure(client.chat.completions.create({ ...question, model }))),
    );
    expect(hidden).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: '404 This AI model is not available to you. Choose another one.',
    });
    expect(unknown?.error).toEqual(hidden?.error);
  });

  it('names an unknown URL and an unknown collection, not a model', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(ada)}`, 'content-type': 'application/json' };
    const unknown = await fetch(`${address}/v1/embeddings`, { method: 'POST', headers, body: '{}' });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { code: 'unknown_url', type: 'invalid_request_error' } });
    const collections = ['b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02'];
    const wrong = await failure(client.chat.completions.create({ ...question, qinsight: { collections } } as never));
    expect(wrong).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([{ messages: [] }, { messages: 'x' }, { stream: 'yes' }])('is a request error for %j', async (wrong) => {
    const body = { ...question, ...wrong } as never;
    expect(await failure(client.chat.completions.create(body))).toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("contains the endpoint's message about the request, but nothing about the key", async () => {
    const error = { message: 'temperature is not supported', type: 'invalid_request_error', param: 'temperature' };
    vendor.queue({ fault: { kind: 'status', status: 400, body: JSON.stringify({ error }) } });
    const refused = await failure(client.chat.completions.create({ ...question, stream: true }));
    expect(refused).toMatchObject({ status: 400, param: 'temperature', message: '400 temperature is not supported' });
    const leak = JSON.stringify({ error: { message: 'Incorrect API key provided: sk-house' } });
    vendor.queue({ fault: { kind: 'status', status: 401, body: leak } });
    const failed = await failure(client.chat.completions.create({ ...question, stream: true }));
    expect(failed).toMatchObject({ status: 502, code: 'unauthorized' });
    expect(JSON.stringify(failed?.error)).not.toContain('sk-house');
  });

  it.each([
    // xAI: https://github.com/google/adk-python/issues/952
    {
      code: 'Client specified an invalid argument',
      error: 'Incorrect API key provided: xa***ef. Get one at https://x.ai',
    },
    // Gemini
    [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } }],
    // A quota, with a status of its own
    { error: { message: 'Insufficient Balance', type: 'invalid_request_error' } },
    {
      error: { message: 'Your credit balance is too low to access the Anthropic API.', type: 'invalid_request_error' },
    },
  ])('says nothing about the key or quota that the endpoint rejects with status 400: %j', async (body) => {
    vendor.queue({ fault: { kind: 'status', status: 400, body: JSON.stringify(body) } });
    const failed = await failure(client.chat.completions.create({ ...question, stream: true }));
    expect(failed?.status).toBe(502);
    expect(JSON.stringify(failed?.error)).not.toMatch(/xa\*\*\*ef|x\.ai|API key|Balance|credit/i);
    expect(failed?.message).toContain('administrator');
  });

  it.each([429, 403])('says nothing about credits that are used up with status %i', async (status) => {
    const message = 'Your team has either used all available credits or reached its monthly spending limit.';
    vendor.queue({ fault: { kind: 'status', status, body: JSON.stringify({ code: 'exhausted', error: message }) } });
    const failed = await failure(client.chat.completions.create({ ...question, stream: true }));
    expect(failed?.status).toBe(502);
    expect(JSON.stringify(failed?.error)).not.toMatch(/credits|spending/);
    expect(failed?.message).toContain('administrator');
  });

  it('is passed on without addresses and keys', async () => {
    const error = {
      message: 'Bad image at http://10.0.0.7:8000/v1 for sk-house-123456',
      type: 'invalid_request_error',
    };
    vendor.queue({ fault: { kind: 'status', status: 400, body: JSON.stringify({ error }) } });
    const refused = await failure(client.chat.completions.create({ ...question, stream: true }));
    expect(refused).toMatchObject({ status: 400, message: '400 Bad image at … for …' });
  });

  it('says when to retry after too many requests', async () => {
    vendor.queue({ fault: { kind: 'status', status: 429, retryAfter: '7' } });
    const busy = await failure(client.chat.completions.create({ ...question, stream: true }));
    expect(busy).toBeInstanceOf(OpenAI.RateLimitError);
    expect(busy?.headers?.get('retry-after')).toBe('7');
  });
});

describe('a request body', () => {
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${await tokenOf(ada)}`;
    const init = { method: 'POST', headers: { authorization, 'content-type': 'application/json', ...headers }, body };
    const response = await fetch(`${address}/v1/chat/completions`, init);
    return { status: response.status, body: await response.json() };
  };
  const inUtf16 = { 'content-type': 'application/json; charset=utf-16' };

  it.each<[string, BodyInit, Record<string, string>]>([
    ['compressed', new Uint8Array(gzipSync(JSON.stringify(question))), { 'content-encoding': 'gzip' }],
    ['not UTF-8', new Uint8Array(Buffer.from(JSON.stringify(question), 'utf16le')), inUtf16],
  ])('that is %s is rejected', async (_name, body, headers) => {
    const message = 'The body must be uncompressed JSON in UTF-8.';
    expect(await send(body, headers)).toMatchObject({
      status: 415,
      body: { error: { type: 'invalid_request_error', message } },
    });
  });

  it('with too many values is rejected', async () => {
    const message = 'The request contains too many values.';
    const rejected = await send(JSON.stringify({ ...question, stop: Array(20_000).fill('x') }));
    expect(rejected).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error', message } } });
    // Not even JSON: counted before it is parsed.
    expect(await send('['.repeat(20_000))).toMatchObject({ status: 400, body: { error: { message } } });
  });
});

it.each(['large', 'small'])('limits %s completions in progress per user, not those of another user', async (size) => {
  const url = `data:image/png;base64,${'A'.repeat(1_400_000)}`;
  const large = [{ role: 'user' as const, content: [{ type: 'image_url' as const, image_url: { url } }] }];
  const body = { ...question, ...(size === 'large' && { messages: large }) };
  const [eve, bob] = [await signUp(server.deps), await signUp(server.deps)];
  const [eves, bobs] = [clientWith(await tokenOf(eve)), clientWith(await tokenOf(bob))];
  const before = vendor.requests.length;
  vendor.queue(...Array.from({ length: 20 }, () => ({ fault: { kind: 'hang_before_headers' } as const })));
  const left = new AbortController();
  const held = Array.from({ length: 20 }, () =>
    eves.chat.completions.create({ ...body, stream: true }, { signal: left.signal }).catch(() => {}),
  );
  await until(async () => vendor.requests.length === before + 20);
  const busy = await eves.chat.completions.create(body).catch((error: unknown) => error);
  expect(busy).toMatchObject({
    status: 429,
    type: 'rate_limit_error',
    message: '429 Too many completions in progress. Try again in a moment.',
  });
  expect((busy as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toBe('2');
  expect((await bobs.chat.completions.create(body)).choices).toHaveLength(1);
  left.abort();
  await Promise.all(held);
  await until(() =>
    eves.chat.completions.create(body).then(
      () => true,
      () => false,
    ),
  );
});

it.each(['image_url', 'video_url'])('sends an endpoint inside the network no %s to load', async (type) => {
  const before = vendor.requests.length;
  const content = [{ type, [type]: { url: 'http://127.0.0.1:8080/admin/restart' } }];
  const asks = { ...question, messages: [{ role: 'user', content }] } as never;
  await expect(client.chat.completions.create(asks)).rejects.toMatchObject({ status: 400, param: 'messages' });
  expect(vendor.requests).toHaveLength(before);
});

it('aborts the request to the endpoint when the client disconnects', async () => {
  vendor.queue({ text: 'One two three four', pauseAfterTokens: 2 });
  const stream = await client.chat.completions.create({ ...question, stream: true });
  for await (const _ of stream) break;
  await latest()?.aborted;
  expect(latest()?.finished).toBe(false);
});
