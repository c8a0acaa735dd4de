import { afterEach, describe, expect, it } from 'vitest';
import { until } from '~/server/testing/until';
import { scriptedTokens } from './model-script';
import { type ModelServer, type ModelServerOptions, startModelServer } from './model-server';

let server: ModelServer;
afterEach(() => server.close());

async function start(script: ModelServerOptions['script'] = {}) {
  server = await startModelServer({ script });
}

function post(path = '/responses', body: object = { model: 'm', stream: true }, signal: AbortSignal | null = null) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'x-test': 'yes' }, signal };
  return fetch(server.baseUrl + path, init);
}

describe('the scripted model server', () => {
  it('records its requests', async () => {
    await start();
    await (await post('/responses', { model: 'm', stream: true })).text();
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/responses',
      body: { model: 'm', stream: true },
      headers: { 'x-test': 'yes' },
      finished: true,
      abortedAt: undefined,
    });
  });

  it('speaks the Responses API', async () => {
    await start({ text: 'One two', citations: [{ url: 'https://a.example/' }], searches: ['web_search'] });
    const text = await (await post()).text();
    const events = text.match(/^event: .*$/gm)?.map((line) => line.slice(7));
    expect(events?.[0]).toBe('response.created');
    expect(events?.at(-1)).toBe('response.completed');
    expect(events?.filter((name) => name === 'response.output_text.delta')).toHaveLength(2);
    expect(events).toContain('response.web_search_call.searching');
    expect(events).toContain('response.output_text.annotation.added');
  });

  it('speaks chat completions', async () => {
    await start({ text: ['One ', 'two'] });
    const text = await (await post('/chat/completions')).text();
    expect(text).toContain('"delta":{"content":"One "}');
    expect(text).toContain('"finish_reason":"stop"');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('uses queued scripts first, then chooses by request', async () => {
    await start((request, index) => ({ text: `${request.body.model}${index}` }));
    server.queue({ text: 'queued' });
    expect(await (await post()).text()).toContain('queued');
    expect(await (await post()).text()).toContain('m1');
  });

  it('paces its tokens', async () => {
    await start({ text: scriptedTokens(10), delayMs: 10 });
    const startedAt = performance.now();
    await (await post()).text();
    expect(performance.now() - startedAt).toBeGreaterThan(90);
  });

  it('holds a stream until it is released', async () => {
    await start({ text: scriptedTokens(4), pauseAfterTokens: 2 });
    const text = (await post()).text();
    await until(() => server.requests[0]?.tokensSent === 2);
    server.queue({ text: 'Later.' });
    expect(await (await post()).text()).toContain('Later.');
    expect(server.requests[0]).toMatchObject({ tokensSent: 2, finished: false });
    server.release();
    expect(await text).toContain('word3');
  });

  it('notices when a client disconnects', async () => {
    await start({ text: scriptedTokens(1000), delayMs: 5 });
    const abort = new AbortController();
    const response = await post(undefined, undefined, abort.signal);
    abort.abort();
    await expect(response.text()).rejects.toThrow();
    const request = await server.request(0);
    await request.aborted;
    expect(request.abortedAt).toBeTypeOf('number');
    expect(request.finished).toBe(false);
  });

  it('fails as scripted', async () => {
    await start();
    server.queue(
      { fault: { kind: 'status', status: 429, retryAfter: '7' } },
      { fault: { kind: 'cut', afterTokens: 1 } },
    );
    const limited = await post();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    await limited.text();
    await expect((await post()).text()).rejects.toThrow();
  });

  it('closes with streams open', async () => {
    await start({ text: scriptedTokens(1000), delayMs: 5 });
    const response = await post();
    await server.close();
    await expect(response.text()).rejects.toThrow();
    await start();
  });
});
