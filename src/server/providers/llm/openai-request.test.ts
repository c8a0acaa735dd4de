import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { ask, collect, textOf } from './contract-suite';
import { createOpenAiModel } from './openai';
import type { OpenAiSettings } from './openai-endpoint';
import { createAsk } from './openai-request';

const signal = () => new AbortController().signal;

describe('a request to a model endpoint', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function modelServer(): Promise<ModelServer> {
    const server = await startModelServer({
      script: { text: 'Rates fell.', usage: { inputTokens: 7, outputTokens: 3 } },
    });
    closing.push(() => server.close());
    return server;
  }

  const settingsFor = (baseUrl: string): OpenAiSettings => ({ apiKey: 'k', baseUrl, model: 'm', api: 'chat' });

  it('has the extra headers of the settings, which override the defaults', async () => {
    const server = await modelServer();
    const headers = { 'X-Team': 'research', authorization: 'Token t' };
    await collect(createOpenAiModel({ ...settingsFor(server.baseUrl), headers }).stream(ask('?'), signal()));
    expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'research', authorization: 'Token t' });
  });

  it('keeps the query of the URL after the path', async () => {
    const server = await modelServer();
    await collect(
      createOpenAiModel(settingsFor(`${server.baseUrl}/?api-version=2024-10-21`)).stream(ask('?'), signal()),
    ).catch(() => []);
    expect(server.requests[0]?.path).toBe('/v1/chat/completions?api-version=2024-10-21');
  });

  it('sends Azure its key in a separate header', async () => {
    const seen: IncomingMessage[] = [];
    // The proxy routes Azure's host name to a local server.
    const azure = createServer((req, res) => {
      seen.push(req);
      res.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    });
    const azurePort = await serve(azure);
    const proxy = await startProxy(() => azurePort);
    const baseUrl = 'http://house.openai.azure.com/openai/deployments/gpt?api-version=2024-10-21';
    const message = await createAsk({ ...settingsFor(baseUrl), proxyUrl: proxy.url }, '/chat/completions')(
      {},
      signal(),
    );
    message.resume();
    expect(seen[0]?.url).toBe('/openai/deployments/gpt/chat/completions?api-version=2024-10-21');
    expect(seen[0]?.headers).toMatchObject({ 'api-key': 'k', host: 'house.openai.azure.com' });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('goes through the proxy of the settings', async () => {
    const server = await modelServer();
    const proxy = await startProxy((target) => Number(target.split(':')[1]));
    const settings = { ...settingsFor(server.baseUrl), proxyUrl: proxy.url.replace('://', '://user:pass@') };
    const events = await collect(createOpenAiModel(settings).stream(ask('?'), signal()));
    expect(textOf(events)).toBe('Rates fell.');
    expect(proxy.tunnels).toEqual([new URL(server.baseUrl).host]);
    expect(proxy.authorization).toBe(`Basic ${Buffer.from('user:pass').toString('base64')}`);
  });

  it('reports a proxy that rejects requests as an unreachable endpoint', async () => {
    const server = await modelServer();
    const settings = { ...settingsFor(server.baseUrl), proxyUrl: 'http://127.0.0.1:9' };
    await expect(collect(createOpenAiModel(settings).stream(ask('?'), signal()))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('contains the parameters of the message, in each protocol', async () => {
    const server = await modelServer();
    const parameters = { effort: 'low', temperature: 0.2, maxOutputTokens: 500 } as const;
    const request = { ...ask('?'), parameters };
    await collect(createOpenAiModel(settingsFor(server.baseUrl)).stream(request, signal()));
    await collect(createOpenAiModel({ ...settingsFor(server.baseUrl), api: 'responses' }).stream(request, signal()));
    expect(server.requests[0]?.body).toMatchObject({ reasoning_effort: 'low', temperature: 0.2, max_tokens: 500 });
    expect(server.requests[1]?.body).toMatchObject({
      reasoning: { effort: 'low' },
      temperature: 0.2,
      max_output_tokens: 500,
    });
  });

  async function serve(server: Server): Promise<number> {
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return listen(server);
  }

  async function startProxy(portOf: (target: string) => number) {
    const tunnels: string[] = [];
    const proxy = { url: '', tunnels, authorization: undefined as string | undefined };
    const server = createServer();
    server.on('connect', (req: IncomingMessage, socket) => {
      tunnels.push(req.url ?? '');
      proxy.authorization = req.headers['proxy-authorization'];
      const far = connect(portOf(req.url ?? ''), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        far.pipe(socket).pipe(far);
      });
      socket.on('error', () => far.destroy());
      far.on('error', () => socket.destroy());
    });
    proxy.url = `http://127.0.0.1:${await serve(server)}`;
    return proxy;
  }
});
