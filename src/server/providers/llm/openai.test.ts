import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ModelScript, scriptedTokens } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { ask, collect, countIdleSockets, describeModelContract, textOf } from './contract-suite';
import { createOpenAiModel } from './openai';

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
      ...(idleTimeoutMs && { firstByteTimeoutMs: idleTimeoutMs, idleTimeoutMs }),
    });
  const stream = (idleTimeoutMs?: number, signal = new AbortController().signal) =>
    modelWith(idleTimeoutMs).stream(ask('How is the economy?'), signal);
  const answer = (script: ModelScript) => {
    server.queue(script);
    return collect(stream());
  };
  describeModelContract(`openai (${api})`, () => ({ model: modelWith(), question: 'How is the economy?' }));

  it('sends instructions, history and key, and opts out of storage by the vendor', async () => {
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

  it('streams the text as it arrives, then usage and the name of the model', async () => {
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

  it('returns annotations with all their properties', async () => {
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

  it('parses a stream cut into single bytes, across characters and events', async () => {
    const events = await answer({ text: ['Ä', ' – ', '📉\n'], bytesPerWrite: 1 });
    expect(textOf(events)).toBe('Ä – 📉\n');
  });

  it('parses one token of a megabyte', async () => {
    const text = 'x'.repeat(1 << 20);
    expect(textOf(await answer({ text: [text] }))).toBe(text);
  });

  it('parses 10,000 tiny tokens completely and in order', async () => {
    const tokens = scriptedTokens(10_000);
    expect(textOf(await answer({ text: tokens }))).toBe(tokens.join(''));
  });

  it('reuses the connection for the next request', async () => {
    const model = modelWith();
    const sockets = new Set<string | undefined>();
    const idleSockets = countIdleSockets();
    for (let round = 0; round < 3; round += 1) {
      server.queue({ text: 'One two three.' });
      await collect(model.stream(ask('Hi'), new AbortController().signal));
      sockets.add(server.requests.at(-1)?.clientPort);
      // The response ends only after the answer.
      await until(() => idleSockets() > round);
    }
    expect(sockets.size).toBe(1);
  });

  it('closes the upstream request at once if aborted before the headers', async () => {
    server.queue({ fault: { kind: 'hang_before_headers' } });
    const abort = new AbortController();
    const arrival = server.request(server.requests.length);
    const collected = collect(stream(undefined, abort.signal));
    const request = await arrival;
    abort.abort();
    expect(await collected).toEqual([]);
    await request.aborted;
  });

  it('closes the upstream request at once if aborted in the middle, even without a reader', async () => {
    server.queue({ text: scriptedTokens(100), delayMs: 5 });
    const abort = new AbortController();
    const events = stream(undefined, abort.signal)[Symbol.asyncIterator]();
    await events.next();
    const request = server.requests.at(-1);
    abort.abort();
    await request?.aborted;
    // It would have continued for half a second.
    expect(request?.finished).toBe(false);
    expect((await events.next()).done).toBe(true);
  });

  it('closes the upstream request when the reader leaves', async () => {
    server.queue({ text: scriptedTokens(100), delayMs: 5 });
    for await (const event of stream()) if (event.type === 'text') break;
    const request = server.requests.at(-1);
    await request?.aborted;
    expect(request?.finished).toBe(false);
  });

  it('does not time out because of a slow reader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    server.queue({ text: scriptedTokens(5) });
    let text = '';
    for await (const event of stream(100)) {
      if (event.type === 'text') text += event.text;
      await vi.advanceTimersByTimeAsync(150);
    }
    expect(text).toBe(scriptedTokens(5).join(''));
  });

  it('sends no authorization header without a key', async () => {
    server.queue({ text: 'Local.' });
    const local = createOpenAiModel({ apiKey: '', baseUrl: server.baseUrl, model: 'llama', api });
    await collect(local.stream(ask('Hi'), new AbortController().signal));
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
  });
});
