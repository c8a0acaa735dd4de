import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { ask, collect, countIdleSockets, textOf } from './contract-suite';
import { createOpenAiModel } from './openai';
import { ModelError, type ModelEvent } from './types';

/** Long enough for a busy machine to send a request and receive its first tokens; the test waits this long. */
const patientMs = 2000;
const apiKey = 'sk-test-0123456789abcdef';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

describe.each(['responses', 'chat'] as const)('a failure through the %s API', (api) => {
  const stream = (idleTimeoutMs = 30_000, signal = new AbortController().signal) =>
    createOpenAiModel({
      apiKey,
      baseUrl: server.baseUrl,
      model: 'grok-test',
      api,
      firstByteTimeoutMs: idleTimeoutMs,
      idleTimeoutMs,
    }).stream(ask('Hi'), signal);
  /** The error of a stream, with the events before it. */
  const failure = async (scripts: ModelScript[], idleTimeoutMs?: number) => {
    const before = server.requests.length;
    server.queue(...scripts);
    const events: ModelEvent[] = [];
    try {
      for await (const event of stream(idleTimeoutMs)) events.push(event);
    } catch (error) {
      expect(error).toBeInstanceOf(ModelError);
      const { message } = error as ModelError;
      expect(message).not.toMatch(/sk-test|127\.0\.0\.1|https?:|at .*:\d+/);
      return { error: error as ModelError, text: textOf(events), requests: server.requests.length - before };
    }
    throw new Error('The stream should have failed.');
  };

  it('fails with unauthorized if the key is rejected, without a retry', async () => {
    const { error, requests } = await failure([
      { fault: { kind: 'status', status: 401, body: JSON.stringify({ error: { message: `Bad key ${apiKey}` } }) } },
    ]);
    expect(error.code).toBe('unauthorized');
    expect(requests).toBe(1);
  });

  it('waits as long as Retry-After says and then succeeds', async () => {
    const startedAt = performance.now();
    server.queue({ fault: { kind: 'status', status: 429, retryAfter: '1' } }, { text: 'Better now.' });
    expect(textOf(await collect(stream()))).toBe('Better now.');
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  it('passes a long Retry-After on instead of waiting', async () => {
    const { error, requests } = await failure([{ fault: { kind: 'status', status: 429, retryAfter: '120' } }]);
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 120 });
    expect(error.message).toContain('120 s');
    expect(requests).toBe(1);
  });

  it('does not wait if the quota is used up', async () => {
    const body = JSON.stringify({ error: { message: 'You exceeded your quota', code: 'insufficient_quota' } });
    const { error, requests } = await failure([{ fault: { kind: 'status', status: 429, body } }]);
    expect(error.code).toBe('refused');
    expect(requests).toBe(1);
  });

  it.each([500, 503])('gives up on %i after two retries', async (status) => {
    const fault: ModelScript = { fault: { kind: 'status', status } };
    const { error, requests } = await failure([fault, fault, fault]);
    expect(error.code).toBe('unavailable');
    expect(requests).toBe(3);
  });

  it('stops waiting for a retry if aborted', async () => {
    server.queue({ fault: { kind: 'status', status: 429, retryAfter: '9' } });
    const abort = new AbortController();
    const idleSockets = countIdleSockets();
    const asked = server.requests.length + 1;
    const collected = collect(stream(undefined, abort.signal));
    await until(() => idleSockets() > 0);
    abort.abort();
    expect(await collected).toEqual([]);
    // Another request would have arrived by now.
    expect(server.requests).toHaveLength(asked);
  });

  it('explains an unknown model with the vendor’s message, without URLs and keys', async () => {
    const message = `The model grok-test does not exist at http://10.0.0.7/v1, see /srv/app/main.py (key ${apiKey})\n  at main.js:1`;
    const { error } = await failure([
      { fault: { kind: 'status', status: 404, body: JSON.stringify({ error: { message } }) } },
    ]);
    expect(error.code).toBe('refused');
    expect(error.hint).toContain('The model grok-test does not exist');
    expect(error.hint).not.toMatch(/10\.0\.0\.7|srv|main/);
  });

  it('follows a redirect within the endpoint, with the key', async () => {
    const path = api === 'chat' ? '/chat/completions' : '/responses';
    server.queue(
      { fault: { kind: 'status', status: 308, location: `${server.baseUrl}${path}?region=eu` } },
      { text: 'Here now.' },
    );
    expect(textOf(await collect(stream()))).toBe('Here now.');
    expect(server.requests.at(-1)).toMatchObject({
      path: `/v1${path}?region=eu`,
      headers: { authorization: `Bearer ${apiKey}` },
      body: { model: 'grok-test' },
    });
  });

  it('sends neither key nor message to another origin, and names it to the operator', async () => {
    const other = await startModelServer();
    const location = `${other.baseUrl}/chat/completions`;
    const { error, requests } = await failure([{ fault: { kind: 'status', status: 307, location } }]);
    await other.close();
    expect(error).toMatchObject({ code: 'refused', hint: expect.stringContaining(new URL(other.baseUrl).origin) });
    expect([requests, other.requests.length]).toEqual([1, 0]);
  });

  it('times out without headers', async () => {
    const { error } = await failure([{ fault: { kind: 'hang_before_headers' } }], patientMs);
    expect(error.code).toBe('timed_out');
    await server.requests.at(-1)?.aborted;
  });

  it('times out in the middle of a stream and keeps the text so far', async () => {
    const { error, text } = await failure(
      [{ text: 'One two three.', fault: { kind: 'hang', afterTokens: 2 } }],
      patientMs,
    );
    expect(error.code).toBe('timed_out');
    expect(text).toBe('One two ');
    await server.requests.at(-1)?.aborted;
  });

  it.each(['cut', 'end'] as const)(
    'reports a stream that breaks off (%s) and does not repeat its start',
    async (kind) => {
      const { error, text, requests } = await failure([{ text: 'One two three.', fault: { kind, afterTokens: 2 } }]);
      expect(error.code).toBe('cut_off');
      expect(text).toBe('One two ');
      expect(requests).toBe(1);
    },
  );

  it('retries a stream that breaks off before the first token', async () => {
    server.queue({ fault: { kind: 'cut', afterTokens: 0 } }, { text: 'There you are.' });
    expect(textOf(await collect(stream()))).toBe('There you are.');
  });

  it('skips a chunk that is not JSON, and reports a second one', async () => {
    server.queue({ text: 'One two.', fault: { kind: 'invalid_chunk', afterTokens: 1 } });
    expect(textOf(await collect(stream()))).toBe('One ');
    const { error, text } = await failure([
      { text: 'One two.', fault: { kind: 'invalid_chunk', afterTokens: 1, chunks: 2 } },
    ]);
    expect(error.code).toBe('bad_answer');
    expect(text).toBe('One ');
  });

  it('reports a web page instead of a model’s response', async () => {
    const { error, requests } = await failure([{ fault: { kind: 'wrong_content_type' } }]);
    expect(error.code).toBe('bad_answer');
    expect(requests).toBe(1);
  });

  it.each([
    ['server_error', 'unavailable'],
    ['rate_limit_exceeded', 'rate_limited'],
    ['invalid_prompt', 'refused'],
  ] as const)('maps the error %s inside a stream', async (code, expected) => {
    const fault = {
      kind: 'error_event',
      afterTokens: 1,
      code,
      message: 'Internal detail at http://10.0.0.7/',
    } as const;
    const { error, text } = await failure([{ text: ['One '], fault }]);
    expect(error.code).toBe(expected);
    expect(text).toBe('One ');
  });

  it.each(['content_filter', 'max_output_tokens'] as const)('reports an answer stopped by %s', async (reason) => {
    const { error } = await failure([{ text: 'One two.', fault: { kind: 'incomplete', reason } }]);
    expect(error.code).toBe('refused');
  });

  it('reports an endpoint that refuses connections', async () => {
    const gone = await startModelServer();
    await gone.close();
    const model = createOpenAiModel({ apiKey, baseUrl: gone.baseUrl, model: 'm', api });
    const failed = collect(model.stream(ask('Hi'), new AbortController().signal));
    await expect(failed).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('contact your administrator'),
      hint: 'The model endpoint refused the connection. Check that it is running.',
    });
  });
});
