/** The costs of completions: requested from the endpoint, estimated if it reports none, and reserved before. */
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type SearchServer, startSearchServer } from '~/server/testing/fakes/search-server';
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
let search: SearchServer;
let address: string;
let ada: TestUser;
let client: OpenAI;
let models = 0;
let model: string;

beforeAll(async () => {
  vendor = await startModelServer({ script: { text: 'Rates follow expected inflation.' } });
  search = await startSearchServer();
  server = await startTestServer({ env: { SEARXNG_URL: search.baseUrl } });
  address = await server.listen();
});
beforeEach(async () => {
  vendor.reset();
  ada = await signUp(server.deps);
  const admin = await signUp(server.deps, { isAdmin: true });
  const input = { name: 'Program', scope: 'write', password: testPassword } as const;
  const { token } = await createToken(server.deps, { by: ada.user, caller: null }, input);
  client = new OpenAI({ apiKey: token, baseURL: `${address}/v1`, maxRetries: 0 });
  models += 1;
  const { id: endpointId } = await admin.call.models.createEndpoint({
    name: `Lab ${models}`,
    baseUrl: vendor.baseUrl,
    api: 'chat',
  });
  // One dollar for 4,000 input tokens and 1,000 output tokens.
  const prices = { inputPrice: '125', outputPrice: '500' };
  model = (await admin.call.models.add({ endpointId, name: `lab-${models}`, contextTokens: 128_000, ...prices })).id;
});
afterAll(async () => {
  await server.close();
  await Promise.all([vendor.close(), search.close()]);
});

const question = () => ({ model, messages: [{ role: 'user' as const, content: 'What moves rates?' }] });
const asked = () =>
  vendor.requests.filter(({ path }) => path.endsWith('/chat/completions')).map(({ body }) => body as object);
const events = () => server.deps.db.usageEvent.findMany({ where: { userId: ada.user.id } });
const settled = async () => {
  await until(async () => (await events()).every(({ settledAt }) => settledAt !== null));
  return events();
};
async function textOf(stream: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>) {
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  return text;
}

it('an endpoint that rejects the usage option is retried without it, and from then on called without it', async () => {
  const error = { message: "Unrecognized key(s) in object: 'stream_options'", type: 'invalid_request_error' };
  vendor.queue({ fault: { kind: 'status', status: 400, body: JSON.stringify({ error }) } });
  for (const _ of ['refused', 'remembered'])
    expect(await textOf(await client.chat.completions.create({ ...question(), stream: true }))).toBe(
      'Rates follow expected inflation.',
    );
  expect(asked().map((body) => 'stream_options' in body)).toEqual([true, false, false]);
});

const refusing = (message: string) => ({
  fault: { kind: 'status' as const, status: 400, body: JSON.stringify({ error: { message } }) },
});
const usageAsked = () => asked().map((body) => (body as { stream_options?: object }).stream_options);

it('an option that no endpoint knows is rejected, and does not end the request for usage', async () => {
  const body = { ...question(), stream: true as const, stream_options: { x: 1 } };
  await expect(client.chat.completions.create(body as never)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('stream_options can have include_usage'),
  });
  expect(asked()).toEqual([]);
});

it('an endpoint that rejects an option of the caller is still asked for usage', async () => {
  vendor.queue(refusing("Unknown parameter: 'stream_options.include_obfuscation'."));
  const options = { stream: true as const, stream_options: { include_obfuscation: false } };
  await textOf(await client.chat.completions.create({ ...question(), ...options }));
  await textOf(await client.chat.completions.create({ ...question(), stream: true }));
  const usage = { include_usage: true };
  expect(usageAsked()).toEqual([{ ...usage, include_obfuscation: false }, usage, usage]);
});

it('an error about another field that quotes the option does not end the request for usage', async () => {
  const quoted = refusing("'reasoning_effort' does not support 'stream_options' with this model.");
  vendor.queue(quoted, quoted);
  const body = { ...question(), stream: true as const, reasoning_effort: 'stream_options' };
  await expect(client.chat.completions.create(body as never)).rejects.toMatchObject({ status: 400 });
  await textOf(await client.chat.completions.create({ ...question(), stream: true }));
  expect(usageAsked().at(-1)).toEqual({ include_usage: true });
});

it('other errors are passed on', async () => {
  const error = { message: 'temperature is not supported', type: 'invalid_request_error' };
  vendor.queue({ fault: { kind: 'status', status: 400, body: JSON.stringify({ error }) } });
  await expect(client.chat.completions.create({ ...question(), stream: true })).rejects.toMatchObject({ status: 400 });
  expect(asked()).toHaveLength(1);
});

it('a client that disconnects before the usage arrives pays an estimate', async () => {
  vendor.queue({ text: 'Rates follow expected inflation and much more.', pauseAfterTokens: 3 });
  const stream = await client.chat.completions.create({ ...question(), stream: true });
  for await (const { choices } of stream) if (choices[0]?.delta.content?.includes('expected')) break;
  const [event] = await settled();
  expect(event).toMatchObject({ isEstimated: true });
  expect(event?.inputTokens).toBeGreaterThan(5);
  expect(event?.outputTokens).toBeGreaterThan(2);
  expect(Number(event?.cost)).toBeGreaterThan(0);
});

it('a client that disconnects before the answer begins pays for the request', async () => {
  vendor.queue({ fault: { kind: 'hang_before_headers' } });
  const left = new AbortController();
  const answer = client.chat.completions.create({ ...question(), stream: true }, { signal: left.signal });
  await until(async () => asked().length === 1);
  left.abort();
  await expect(answer).rejects.toThrow();
  const [event] = await settled();
  expect(event).toMatchObject({ isEstimated: true, outputTokens: 0 });
  expect(Number(event?.cost)).toBeGreaterThan(0);
});

it('a client that disconnects pays for the text beside a recording, not for its bytes', async () => {
  const recording = { data: 'UklGRiQAAABXQVZF'.repeat(40_000), format: 'wav' as const };
  const content = [
    { type: 'text' as const, text: 'What is said here?' },
    { type: 'input_audio' as const, input_audio: recording },
    { type: 'file' as const, file: { filename: 'a.pdf', file_data: recording.data } },
  ];
  vendor.queue({ fault: { kind: 'hang_before_headers' } });
  const left = new AbortController();
  const answer = client.chat.completions.create(
    { model, messages: [{ role: 'user', content }], stream: true },
    { signal: left.signal },
  );
  await until(async () => asked().length === 1);
  const [reserved] = await events();
  left.abort();
  await expect(answer).rejects.toThrow();
  const [event] = await settled();
  expect(event?.inputTokens).toBeGreaterThan(5);
  expect(event?.inputTokens).toBeLessThan(100);
  // 75 cents are 2,000 tokens for the two files, and 1,000 for the answer.
  expect(Number(reserved?.reserved)).toBeGreaterThan(0.75);
  expect(Number(reserved?.reserved)).toBeLessThan(0.8);
});

it('a client that disconnects pays for at most what the model can read', async () => {
  vendor.queue({ fault: { kind: 'hang_before_headers' } });
  const left = new AbortController();
  const long = {
    model,
    stream: true as const,
    messages: [{ role: 'user' as const, content: 'growth '.repeat(150_000) }],
  };
  const answer = client.chat.completions.create(long, { signal: left.signal });
  await until(async () => asked().length === 1);
  left.abort();
  await expect(answer).rejects.toThrow();
  expect(await settled()).toMatchObject([{ isEstimated: true, inputTokens: 128_000 }]);
});

it('a client that disconnects after a round of tools pays for the round that was cut off, too', async () => {
  search.serve({ url: 'https://example.com/rates', title: 'Key rates', content: 'The deposit rate' });
  const usage = { inputTokens: 40, outputTokens: 7 };
  vendor.queue(
    { toolCalls: [{ name: 'web_search', input: { query: 'rates' } }], usage },
    { text: 'Rates follow expected inflation and much more.', pauseAfterTokens: 3 },
  );
  const body = { ...question(), stream: true as const, qinsight: { search: true } };
  const stream = await client.chat.completions.create(body);
  for await (const { choices } of stream) if (choices[0]?.delta.content?.includes('expected')) break;
  const [event] = await settled();
  expect(event).toMatchObject({ isEstimated: true });
  expect(event?.inputTokens).toBeGreaterThan(usage.inputTokens);
  expect(event?.outputTokens).toBeGreaterThan(usage.outputTokens + 2);
});

it('a client that disconnects while tools run pays for the rounds before only', async () => {
  const usage = { inputTokens: 40, outputTokens: 7 };
  let isSearching = false;
  search.answer = () => {
    isSearching = true;
  };
  vendor.queue({ text: 'One moment.', toolCalls: [{ name: 'web_search', input: { query: 'rates' } }], usage });
  const left = new AbortController();
  const body = { ...question(), stream: true as const, qinsight: { search: true } };
  const answer = client.chat.completions.create(body, { signal: left.signal }).then(textOf);
  await until(async () => isSearching);
  left.abort();
  expect(await answer).toBe('One moment.');
  expect(await settled()).toMatchObject([{ isEstimated: false, ...usage }]);
});

it('an answer that is cut off while its model thinks costs an estimate', async () => {
  const thinking = {
    text: ['<think>', 'Rates follow ', 'inflation. '],
    fault: { kind: 'cut', afterTokens: 3 } as const,
  };
  vendor.queue(thinking, thinking, thinking);
  const body = { ...question(), qinsight: { search: true } };
  await expect(client.chat.completions.create(body)).rejects.toThrow();
  const [event] = await settled();
  expect(event).toMatchObject({ isEstimated: true });
  expect(event?.outputTokens).toBeGreaterThan(2);
});

it('a whole answer after a round of tools costs what the endpoint reported', async () => {
  search.serve({ url: 'https://example.com/rates', title: 'Key rates', content: 'The deposit rate' });
  const usage = { inputTokens: 40, outputTokens: 7 };
  vendor.queue(
    { toolCalls: [{ name: 'web_search', input: { query: 'rates' } }], usage },
    { text: 'They rose.', usage },
  );
  const body = { ...question(), stream: true as const, qinsight: { search: true } };
  expect(await textOf(await client.chat.completions.create(body))).toBe('They rose.');
  expect(await settled()).toMatchObject([{ isEstimated: false, inputTokens: 80, outputTokens: 14 }]);
});

it.each<[string, object]>([
  ['without a limit of their length', { n: 50 }],
  ['with a limit', { n: 50, max_tokens: 1000 }],
  ['whose number is absurd', { n: 1e300 }],
])('several answers reserve the price of each, %s', async (_name, more) => {
  // The answers cost 25 dollars.
  await server.deps.db.userBudget.create({ data: { userId: ada.user.id, monthlyUsd: '20' } });
  vendor.queue({ fault: { kind: 'hang_before_headers' } });
  const left = new AbortController();
  const first = client.chat.completions.create({ ...question(), stream: true, ...more }, { signal: left.signal });
  await until(async () => asked().length === 1);
  // The first request may exceed the budget, because it was not used up before.
  await expect(client.chat.completions.create(question())).rejects.toMatchObject({ status: 402 });
  left.abort();
  await expect(first).rejects.toThrow();
  await settled();
});

it.each<[string, object]>([
  // About 20,000 tokens, for which 3 dollars are reserved.
  ['requests', { messages: [{ role: 'user', content: 'growth '.repeat(11_400) }] }],
  ['answers', { max_completion_tokens: 1, max_tokens: 6000 }],
])('concurrent large %s exceed a budget by at most one of them', async (_what, more) => {
  await server.deps.db.userBudget.create({ data: { userId: ada.user.id, monthlyUsd: '5' } });
  vendor.queue(...Array.from({ length: 10 }, () => ({ fault: { kind: 'hang_before_headers' } as const })));
  const left = new AbortController();
  const large = { ...question(), stream: true as const, ...more };
  const refused: number[] = [];
  const answers = Array.from({ length: 10 }, () =>
    client.chat.completions.create(large, { signal: left.signal }).catch(({ status }: { status?: number }) => {
      if (status) refused.push(status);
    }),
  );
  await until(async () => refused.length === 8 && asked().length === 2);
  left.abort();
  await Promise.all(answers);
  expect(new Set(refused)).toEqual(new Set([402]));
  await settled();
});
