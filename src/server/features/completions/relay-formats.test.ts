/** What callers of /v1 receive while an endpoint is silent, and from one that mislabels its streams. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { type ScriptedEndpoint, startScriptedEndpoint } from '~/server/providers/llm/vendors/scripted-endpoint';
import { json, type Reply, stream } from '~/server/providers/llm/vendors/vendor-script';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';

let endpoint: ScriptedEndpoint;
let server: TestServer;
let address: string;
let authorization: string;

beforeAll(async () => {
  endpoint = await startScriptedEndpoint();
  const env = { AI_BASE_URL: `${endpoint.proxyUrl}/v1`, AI_MODEL: 'house', AI_API_KEY: 'sk-house' };
  server = await startTestServer({ env });
  address = await server.listen();
  const { user } = await signUp(server.deps);
  const input = { name: 'Program', scope: 'write', password: testPassword } as const;
  authorization = `Bearer ${(await createToken(server.deps, { by: user, caller: null }, input)).token}`;
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await server.close();
  await endpoint.close();
});

const send = (more: object = {}, signal: AbortSignal | null = null) =>
  fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'house', messages: [{ role: 'user', content: 'Rates?' }], stream: true, ...more }),
    signal,
  });
const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const whole = { choices: [{ index: 0, message: { role: 'assistant', content: 'Fell.' }, finish_reason: 'stop' }] };

it.each(['text/event-stream', 'text/plain', 'application/json', undefined])(
  'streams an answer that its endpoint labels as %s',
  async (type) => {
    const body = ['\n', chunk('Rates '), chunk('fell.'), 'data: [DONE]\n\n'];
    endpoint.play({ ...(type && { headers: { 'content-type': type } }), body });
    const response = await send();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe(body.slice(1).join(''));
  },
);

it.each(['application/json', 'text/plain', 'text/event-stream'])(
  'passes a whole answer on that is labeled as %s',
  async (type) => {
    endpoint.play({ headers: { 'content-type': type }, body: ['\ufeff', JSON.stringify(whole)] });
    const response = await send();
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual(whole);
  },
);

it.each(['text/event-stream', 'text/plain'])('streams the first event after a byte order mark as %s', async (type) => {
  endpoint.play({ headers: { 'content-type': type }, body: ['\ufeff', chunk('Rates '), chunk('fell.')] });
  expect(await (await send()).text()).toBe(chunk('Rates ') + chunk('fell.'));
});

it.each<[number, string]>([
  [400, JSON.stringify({ error: { message: 'temperature is wrong', code: 'invalid_value', param: 'temperature' } })],
  [502, '<!doctype html><title>Bad gateway</title>'],
])('reports an error that is labeled as a stream with status %i', async (status, body) => {
  endpoint.play({ headers: { 'content-type': 'text/event-stream' }, body: [body] });
  expect((await send()).status).toBe(status);
});

it.each(['', '<!doctype html>', 'no healthy upstream'])('reports an answer that is not one: %j', async (body) => {
  endpoint.play({ body: [body] });
  expect((await send()).status).toBe(502);
});

const reported = (message: string, more: object = {}) => ({ error: { message, ...more } });
const usageEvents = () => server.deps.db.usageEvent.count();

it.each<[string, number, object, object]>([
  [
    'about the request',
    400,
    reported('temperature is wrong', { code: 'invalid_value', param: 'temperature' }),
    { message: 'temperature is wrong', code: 'invalid_value', param: 'temperature' },
  ],
  ['about its own load', 502, reported('https://10.0.0.7 is overloaded', { code: 503 }), { code: 'unavailable' }],
  ['about its key', 502, reported('Incorrect API key provided: sk-house1'), { code: 'unauthorized' }],
  [
    'in a choice',
    429,
    { choices: [{ index: 0, message: { content: '' }, error: { message: 'Too many requests', code: 429 } }] },
    { code: 'rate_limited' },
  ],
])(
  'reports an error %s with a success status by its own status, and records no usage',
  async (_name, status, body, error) => {
    const before = await usageEvents();
    for (const isStream of [true, false]) {
      endpoint.play(json(200, body));
      const response = await send({ stream: isStream });
      expect(response.status).toBe(status);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ error });
      expect(text).not.toMatch(/sk-house|10\.0\.0\.7/);
    }
    expect(await usageEvents()).toBe(before);
  },
);

it('passes the text before an error on, and the error without the key', async () => {
  const error = { message: 'Incorrect API key provided: sk-house1', code: 401 };
  const failed = { choices: [{ index: 0, message: { content: 'Rates' }, finish_reason: 'error', error }] };
  endpoint.play(json(200, failed));
  const response = await send({ stream: false });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    choices: [
      { message: { content: 'Rates' }, error: { message: expect.stringContaining('AI model'), code: 'unauthorized' } },
    ],
  });
});

it.each<[string, object]>([
  ['of its own', reported('Incorrect API key provided: sk-house1 at https://10.0.0.7/v1')],
  ['of vLLM', { object: 'error', message: 'No route to https://10.0.0.7/v1', code: 502 }],
  [
    'with a chunk',
    { ...reported('https://10.0.0.7 failed'), id: 'x', choices: [{ index: 0, delta: { content: '' } }] },
  ],
  ['of a choice', { choices: [{ index: 0, delta: { content: '' }, ...reported('sk-house1 expired', { code: 401 }) }] }],
])('replaces an error event %s in a stream, after text and before', async (_name, event) => {
  const before = await usageEvents();
  endpoint.play(stream([chunk('Rates '), `data: ${JSON.stringify(event)}\n\n`]));
  const late = await (await send()).text();
  expect(late.startsWith(chunk('Rates '))).toBe(true);
  await until(async () => (await usageEvents()) === before + 1);
  endpoint.play(stream([`data: ${JSON.stringify(event)}\n\n`]));
  const early = await (await send()).text();
  for (const text of [late, early]) {
    expect(text).toMatch(/"error":{"message":"[^"]*AI model[^"]*","type":"api_error"/);
    expect(text).not.toMatch(/sk-house|10\.0\.0\.7/);
  }
  endpoint.play(stream([chunk('Rates')]));
  await (await send()).text();
  // The stream that began with an error counts as little as an error with a status.
  await until(async () => (await usageEvents()) === before + 2);
});

describe('an endpoint that sends no end', () => {
  const endless = Array.from({ length: 34 }, () => 'a'.repeat(1024 * 1024));

  it('of a whole answer gets its connection closed, and the caller an error', async () => {
    endpoint.play({ body: ['{"a":"', ...endless], after: 'silence' });
    expect((await send({ stream: false })).status).toBe(502);
  });

  it('of an event gets its connection closed, as the caller does', async () => {
    endpoint.play({ ...stream([chunk('Rates '), 'data: ', ...endless]), after: 'silence' });
    const response = await send();
    await expect(response.text()).rejects.toThrow();
  });
});

const keepAlive = ': keep-alive\n\n';
const silent = { ...stream([]), after: 'silence' as const };

/** Reads the bytes of a response, which arrive after the timers have been moved on. */
async function firstBytes(response: Response): Promise<string> {
  const { value } = (await response.body?.getReader().read()) ?? {};
  return new TextDecoder().decode(value);
}

it.each<[string, object]>([
  ['an endpoint that thinks', {}],
  ['the tools of the installation', { qinsight: { collections: true } }],
])('sends a comment after 15 seconds of silence of %s', async (_name, more) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  endpoint.play(silent);
  const left = new AbortController();
  const response = send(more, left.signal);
  await until(async () => endpoint.requests.length === 1);
  const read = response.then(firstBytes);
  // The headers of the endpoint may arrive after its request.
  await until(async () => {
    vi.advanceTimersByTime(15_000);
    return Promise.race([read.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
  });
  expect(await read).toMatch(/^(: keep-alive\n\n)+$/);
  left.abort();
});

/** Moves the time on until the first comment was sent, then lets the endpoint respond. */
async function afterComment(reply: Reply): Promise<Response> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let release = () => {};
  const beforeHeaders = new Promise<void>((resolve) => {
    release = resolve;
  });
  endpoint.play({ ...reply, beforeHeaders });
  const response = send();
  await until(async () => endpoint.requests.length === 1);
  vi.advanceTimersByTime(15_000);
  await response;
  release();
  return response;
}

it('sends a comment before an endpoint has begun its response, which then follows', async () => {
  const body = [chunk('Rates '), chunk('fell.'), 'data: [DONE]\n\n'];
  const response = await afterComment(stream(body));
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await response.text()).toBe([keepAlive, ...body].join(''));
});

it('reports an error of an endpoint after a comment within the stream', async () => {
  const before = await usageEvents();
  const error = { message: 'temperature is wrong', code: 'invalid_value', param: 'temperature' };
  for (const reply of [json(400, { error }), json(200, { error: { ...error, code: 400 } })]) {
    const text = await (await afterComment(reply)).text();
    expect(text.startsWith(keepAlive)).toBe(true);
    expect(JSON.parse(text.slice(`${keepAlive}data: `.length))).toMatchObject({
      error: { message: 'temperature is wrong', type: 'invalid_request_error', param: 'temperature' },
    });
  }
  const unreachable = await (await afterComment({ body: ['no healthy upstream'] })).text();
  expect(unreachable).toMatch(/^: keep-alive\n\ndata: {"error":{"message":"The AI model sent an invalid response/);
  expect(await usageEvents()).toBe(before);
});

it('passes a whole answer after a comment on as a chunk', async () => {
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'get_price', arguments: '{}' } }];
  const message = { role: 'assistant', content: 'Fell.', tool_calls };
  const text = await (
    await afterComment(json(200, { choices: [{ index: 0, message, finish_reason: 'stop' }] }))
  ).text();
  const [comment, event, end] = text.split('\n\n');
  expect([comment, end]).toEqual([keepAlive.trim(), 'data: [DONE]']);
  expect(JSON.parse(event?.slice('data: '.length) ?? '')).toEqual({
    object: 'chat.completion.chunk',
    choices: [
      {
        index: 0,
        delta: { role: 'assistant', content: 'Fell.', tool_calls: [{ index: 0, ...tool_calls[0] }] },
        finish_reason: 'stop',
      },
    ],
  });
});

it('reports an error after a comment within the stream, and one before it by its status', async () => {
  const error = json(400, { error: { message: 'temperature is wrong', code: 'invalid_value' } });
  const more = { qinsight: { collections: true } };
  endpoint.play(error);
  expect((await send(more)).status).toBe(400);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const broken = stream(['data: {"error":{"message":"overloaded","code":400}}\n\n']);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  endpoint.play({ ...broken, before: released });
  const response = send(more);
  await until(async () => endpoint.requests.length === 1);
  vi.advanceTimersByTime(15_000);
  release();
  const text = await (await response).text();
  expect(text.startsWith(keepAlive)).toBe(true);
  expect(text).toMatch(/data: {"error":{"message":"[^"]+","type":"api_error"/);
});
