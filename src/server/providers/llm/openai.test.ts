import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelScript, scriptedTokens } from '~/server/testing/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/model-server';
import { ask, collect, describeModelContract, textOf } from './contract-suite';
import { createOpenAiModel } from './openai';
import { ModelError, type ModelEvent } from './types';

const apiKey = 'sk-test-0123456789abcdef';
const slow: ModelScript = { text: scriptedTokens(20), delayMs: 5, searches: ['web_search'] };

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ script: slow });
});
afterAll(() => server.close());

describe.each(['responses', 'chat'] as const)('through the %s API', (api) => {
  const modelWith = (idleTimeoutMs?: number) =>
    createOpenAiModel({
      apiKey,
      baseUrl: server.baseUrl,
      model: 'grok-test',
      api,
      ...(idleTimeoutMs && { idleTimeoutMs }),
    });
  const stream = (idleTimeoutMs?: number, signal = new AbortController().signal) =>
    modelWith(idleTimeoutMs).stream(ask('How is the economy?'), signal);
  const answer = (script: ModelScript) => {
    server.queue(script);
    return collect(stream());
  };
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

  describeModelContract(`openai (${api})`, () => ({ model: modelWith(), question: 'How is the economy?' }));

  it('sends instructions, history and key, and asks the vendor to keep nothing', async () => {
    server.queue({ text: 'Fine.' });
    const turns = [
      { role: 'user' as const, content: 'Hello' },
      { role: 'assistant' as const, content: 'Hi' },
      { role: 'user' as const, content: 'And now?' },
    ];
    await collect(modelWith().stream({ ...ask(''), turns }, new AbortController().signal));
    const sent = server.requests.at(-1);
    const expected = [{ role: 'system', content: 'You are an analyst.' }, ...turns];
    expect(sent?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(sent?.body).toMatchObject(
      api === 'responses'
        ? { model: 'grok-test', stream: true, store: false, input: expected }
        : { model: 'grok-test', stream: true, stream_options: { include_usage: true }, messages: expected },
    );
  });

  it('streams the text as it comes, then usage and the model that answered', async () => {
    const events = await answer({
      text: 'Zinsen fielen – überall. 📉',
      usage: { inputTokens: 7, outputTokens: 5 },
      model: 'grok-9',
    });
    expect(textOf(events)).toBe('Zinsen fielen – überall. 📉');
    expect(events.slice(-2)).toEqual([
      { type: 'usage', usage: { inputTokens: 7, outputTokens: 5 } },
      { type: 'done', model: 'grok-9' },
    ]);
  });

  it('cites annotations with all that they carry', async () => {
    const events = await answer({
      text: 'Rates fell.',
      citations: [{ url: 'https://www.ecb.europa.eu/press', title: 'ECB press', start: 0, end: 11 }],
    });
    expect(events.filter(({ type }) => type === 'citation')).toEqual([
      {
        type: 'citation',
        citation: {
          source: 'ecb.europa.eu',
          url: 'https://www.ecb.europa.eu/press',
          title: 'ECB press',
          start: 0,
          end: 11,
        },
      },
    ]);
  });

  it('reads a stream cut into single bytes, across characters and events', async () => {
    const events = await answer({ text: ['Ä', ' – ', '📉\n'], bytesPerWrite: 1 });
    expect(textOf(events)).toBe('Ä – 📉\n');
  });

  it('reads one token of a megabyte', async () => {
    const text = 'x'.repeat(1 << 20);
    expect(textOf(await answer({ text: [text] }))).toBe(text);
  });

  it('reads 10,000 tiny tokens, all of them and in order', async () => {
    const tokens = scriptedTokens(10_000);
    expect(textOf(await answer({ text: tokens }))).toBe(tokens.join(''));
  });

  it('asks again on the same connection', async () => {
    const model = modelWith();
    const sockets = new Set<string | undefined>();
    for (let round = 0; round < 3; round += 1) {
      server.queue({ text: 'One two three.' });
      await collect(model.stream(ask('Hi'), new AbortController().signal));
      sockets.add(server.requests.at(-1)?.clientPort);
      // The end of the stream follows the end of the answer.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(sockets.size).toBe(1);
  });

  it('closes the upstream request at once when it is aborted before the headers', async () => {
    server.queue({ fault: { kind: 'hang_before_headers' } });
    const abort = new AbortController();
    const arrival = server.request(server.requests.length);
    const collected = collect(stream(undefined, abort.signal));
    const request = await arrival;
    const abortedAt = performance.now();
    abort.abort();
    expect(await collected).toEqual([]);
    await request.aborted;
    expect((request.abortedAt ?? 0) - abortedAt).toBeLessThan(200);
  });

  it('closes the upstream request at once when it is aborted in the middle, even while nobody reads', async () => {
    server.queue({ text: scriptedTokens(100), delayMs: 5 });
    const abort = new AbortController();
    const events = stream(undefined, abort.signal)[Symbol.asyncIterator]();
    await events.next();
    const request = server.requests.at(-1);
    const abortedAt = performance.now();
    abort.abort();
    await request?.aborted;
    expect((request?.abortedAt ?? 0) - abortedAt).toBeLessThan(200);
    expect(request?.finished).toBe(false);
    expect((await events.next()).done).toBe(true);
  });

  it('closes the upstream request when the reader leaves', async () => {
    server.queue({ text: scriptedTokens(100), delayMs: 5 });
    for await (const event of stream()) if (event.type === 'text') break;
    await server.requests.at(-1)?.aborted;
  });

  it('does not take a slow reader for a dead model', async () => {
    server.queue({ text: scriptedTokens(5) });
    let text = '';
    for await (const event of stream(100)) {
      if (event.type === 'text') text += event.text;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(text).toBe(scriptedTokens(5).join(''));
  });

  it('fails with unauthorized when the key is refused, without trying again', async () => {
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

  it('passes a long Retry-After on instead of waiting for it', async () => {
    const { error, requests } = await failure([{ fault: { kind: 'status', status: 429, retryAfter: '120' } }]);
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 120 });
    expect(error.message).toContain('120 s');
    expect(requests).toBe(1);
  });

  it('does not wait when the quota is used up', async () => {
    const body = JSON.stringify({ error: { message: 'You exceeded your quota', code: 'insufficient_quota' } });
    const { error, requests } = await failure([{ fault: { kind: 'status', status: 429, body } }]);
    expect(error.code).toBe('refused');
    expect(requests).toBe(1);
  });

  it.each([500, 503])('gives up on %i after two more tries', async (status) => {
    const fault: ModelScript = { fault: { kind: 'status', status } };
    const { error, requests } = await failure([fault, fault, fault]);
    expect(error.code).toBe('unavailable');
    expect(requests).toBe(3);
  });

  it('stops waiting for a retry when it is aborted', async () => {
    server.queue({ fault: { kind: 'status', status: 429, retryAfter: '9' } });
    const abort = new AbortController();
    const collected = collect(stream(undefined, abort.signal));
    await server.request(server.requests.length);
    setTimeout(() => abort.abort(), 50);
    const startedAt = performance.now();
    expect(await collected).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it('explains an unknown model in the words of the vendor, cleaned of addresses and keys', async () => {
    const message = `The model grok-test does not exist at http://10.0.0.7/v1, see /srv/app/main.py (key ${apiKey})\n  at main.js:1`;
    const { error } = await failure([
      { fault: { kind: 'status', status: 404, body: JSON.stringify({ error: { message } }) } },
    ]);
    expect(error.code).toBe('refused');
    expect(error.message).toContain('The model grok-test does not exist');
    expect(error.message).not.toMatch(/10\.0\.0\.7|srv|main/);
  });

  it('does not follow a redirect with the key', async () => {
    const location = `${server.baseUrl}/elsewhere`;
    const { error, requests } = await failure([{ fault: { kind: 'status', status: 307, location } }]);
    expect(error.code).toBe('refused');
    expect(requests).toBe(1);
  });

  it('times out when no headers come', async () => {
    const { error } = await failure([{ fault: { kind: 'hang_before_headers' } }], 100);
    expect(error.code).toBe('timed_out');
    await server.requests.at(-1)?.aborted;
  });

  it('times out in mid-stream and keeps what was said', async () => {
    const { error, text } = await failure([{ text: 'One two three.', fault: { kind: 'hang', afterTokens: 2 } }], 100);
    expect(error.code).toBe('timed_out');
    expect(text).toBe('One two ');
    await server.requests.at(-1)?.aborted;
  });

  it.each(['cut', 'end'] as const)(
    'reports a stream that breaks off (%s) and does not say the start twice',
    async (kind) => {
      const { error, text, requests } = await failure([{ text: 'One two three.', fault: { kind, afterTokens: 2 } }]);
      expect(error.code).toBe('cut_off');
      expect(text).toBe('One two ');
      expect(requests).toBe(1);
    },
  );

  it('tries again when a stream breaks off before the first word', async () => {
    server.queue({ fault: { kind: 'cut', afterTokens: 0 } }, { text: 'There you are.' });
    expect(textOf(await collect(stream()))).toBe('There you are.');
  });

  it('reports a chunk that is not JSON', async () => {
    const { error, text } = await failure([{ text: 'One two.', fault: { kind: 'invalid_chunk', afterTokens: 1 } }]);
    expect(error.code).toBe('bad_answer');
    expect(text).toBe('One ');
  });

  it('reports a web page where a model should be', async () => {
    const { error, requests } = await failure([{ fault: { kind: 'wrong_content_type' } }]);
    expect(error.code).toBe('bad_answer');
    expect(requests).toBe(1);
  });

  it.each([
    ['server_error', 'unavailable'],
    ['rate_limit_exceeded', 'rate_limited'],
    ['invalid_prompt', 'refused'],
  ] as const)('translates the failure %s inside a stream', async (code, expected) => {
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

  it('reports an endpoint where nothing listens', async () => {
    const gone = await startModelServer();
    await gone.close();
    const model = createOpenAiModel({ apiKey, baseUrl: gone.baseUrl, model: 'm', api });
    const failed = collect(model.stream(ask('Hi'), new AbortController().signal));
    await expect(failed).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Nothing answers'),
    });
  });

  it('sends no key where there is none', async () => {
    server.queue({ text: 'Local.' });
    const local = createOpenAiModel({ apiKey: '', baseUrl: server.baseUrl, model: 'llama', api });
    await collect(local.stream(ask('Hi'), new AbortController().signal));
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe('answers as xAI sends them', () => {
  let xai: ModelServer;
  beforeAll(async () => {
    xai = await startModelServer({ flavour: 'xai' });
  });
  afterAll(() => xai.close());
  afterEach(() => expect(xai.requests.at(-1)?.path).toBe('/v1/responses'));

  const answer = async (script: ModelScript) => {
    xai.queue(script);
    const model = createOpenAiModel({ apiKey, baseUrl: xai.baseUrl, model: 'grok', api: 'responses' });
    return collect(model.stream(ask('What is new?'), new AbortController().signal));
  };
  const cited = (events: readonly ModelEvent[]) =>
    events.flatMap((event) => (event.type === 'citation' ? (event.citation.url ?? '') : []));

  it('shows X search, which comes as a custom tool call, and web search as activities', async () => {
    const events = await answer({ text: 'Done.', searches: ['x_search', 'web_search'] });
    expect(events.filter(({ type }) => type === 'activity')).toEqual(
      [
        { kind: 'x_search', label: 'Searching X', state: 'running' },
        { kind: 'x_search', label: 'Searching X', state: 'done' },
        { kind: 'web_search', label: 'Searching the web', state: 'running' },
        { kind: 'web_search', label: 'Searching the web', state: 'done' },
      ].map((activity) => ({ type: 'activity', activity })),
    );
  });

  it('accepts an annotation that has only its address, and drops a number for a title', async () => {
    const events = await answer({
      text: 'A.',
      citations: [{ url: 'https://a.example/1' }, { url: 'https://b.example/2', title: '2' }],
    });
    expect(events.filter(({ type }) => type === 'citation')).toEqual([
      { type: 'citation', citation: { source: 'a.example', url: 'https://a.example/1' } },
      { type: 'citation', citation: { source: 'b.example', url: 'https://b.example/2' } },
    ]);
  });

  it('does not count sources seen beside annotations', async () => {
    const events = await answer({
      text: 'A.',
      citations: [{ url: 'https://a.example/1' }],
      sourcesSeen: ['https://a.example/1', 'https://b.example/2'],
    });
    expect(cited(events)).toEqual(['https://a.example/1']);
  });

  it('takes numbered links in the text as citations when there are no annotations', async () => {
    const text = 'Rates fell [[1]](https://en.wikipedia.org/wiki/Rate_(finance)) again.[[2]](https://b.example/2)';
    const events = await answer({ text, sourcesSeen: ['https://b.example/2', 'https://c.example/3'] });
    expect(cited(events)).toEqual(['https://en.wikipedia.org/wiki/Rate_(finance)', 'https://b.example/2']);
    const first = events.find((event) => event.type === 'citation');
    expect(first?.type === 'citation' && text.slice(first.citation.start, first.citation.end)).toBe(
      '[[1]](https://en.wikipedia.org/wiki/Rate_(finance))',
    );
  });

  it('takes a source seen as cited when its address stands in the text, and only then', async () => {
    const events = await answer({
      text: 'See https://a.example/report. Nothing else.',
      sourcesSeen: ['https://a.example/report', 'https://a.example/', 'https://b.example/2'],
    });
    expect(cited(events)).toEqual(['https://a.example/report']);
  });

  it('cites nothing when the model cites nothing', async () => {
    expect(cited(await answer({ text: 'I think so.', sourcesSeen: ['https://a.example/'] }))).toEqual([]);
  });

  it('ignores an address that no reader can open', async () => {
    const citations = [{ url: 'collections://c/files/f' }, { url: 'javascript:alert(1)' }, { url: 'no address' }];
    expect(cited(await answer({ text: 'A.', citations }))).toEqual([]);
  });
});
