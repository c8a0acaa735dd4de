import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseEnv } from '~/server/env';
import type { EndpointSecrets } from '~/server/features/models/endpoint-secrets';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { listen } from '~/server/testing/fakes/free-port';
import { createTestFolder } from '~/server/testing/test-folder';
import { checkEndpoints, checkModel } from './model-endpoints';

let server: Server;
let origin: string;
const folder = createTestFolder();
/** The requests that the endpoint received during the test. */
let received: { path: string; headers: IncomingMessage['headers']; body: string }[];
let tunnels: number;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  // Also acts as a proxy that routes every host to this server.
  server.on('connect', (_, socket) => {
    tunnels += 1;
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  const port = await listen(server);
  origin = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  received = [];
  tunnels = 0;
});
afterAll(() => void server.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  received.push({ path: request.url ?? '', headers: request.headers, body });
  const send = (status: number, value: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const rejected = { error: { message: 'Your account is not active, please check your billing details.' } };
  if (request.url?.startsWith('/silent/')) return;
  if (request.headers.authorization !== 'Bearer right') return send(401, rejected);
  if (request.url === '/v1/models') return send(200, { data: [{ id: 'large' }, { id: 'small:latest' }] });
  if (!request.url?.endsWith('/chat/completions')) return send(404, {});
  if ((JSON.parse(body) as { model: string }).model === 'huge')
    return send(404, { error: { message: 'The model huge does not exist' } });
  send(200, { model: 'large', choices: [{ message: { content: 'I am\nlarge.' }, finish_reason: 'stop' }] });
}

const env = (DATA_DIR = folder) => parseEnv({ DATA_DIR, SECRET_KEY: 'k'.repeat(32) });
interface Checked extends EndpointSecrets {
  baseUrl?: string;
  models?: string[];
}
async function check({ baseUrl = `${origin}/v1`, models = ['large', 'small'], ...secrets }: Checked) {
  const sealed = createSecretBox(env()).seal(baseUrl, { apiKey: 'right', ...secrets });
  const [finding] = await checkEndpoints(env(), [{ name: 'Lab', baseUrl, api: 'auto', secrets: sealed, models }]);
  return finding;
}

it('sends one message and shows the answer', async () => {
  const finding = await check({});
  expect(finding?.state).toBe('ok');
  expect(finding?.message).toMatch(/^large of Lab at 127\.0\.0\.1:\d+ answered in \d+\.\d s: "I am large\."$/);
  expect(received.map(({ path: asked }) => asked).sort()).toEqual(['/v1/chat/completions', '/v1/models']);
});

it('uses the headers and the proxy of the endpoint', async () => {
  const finding = await check({
    baseUrl: 'http://models.example/v1',
    headers: { 'X-Team': 'research' },
    proxyUrl: origin,
  });
  expect(finding).toMatchObject({ state: 'ok', message: expect.stringContaining('large of Lab at models.example') });
  expect(tunnels).toBe(2);
  expect(received.map(({ headers }) => headers['x-team'])).toEqual(['research', 'research']);
});

it('uses the headers and the proxy of the settings for their model', async () => {
  const settings = {
    DATA_DIR: folder,
    AI_BASE_URL: 'http://models.example/v1',
    AI_MODEL: 'small',
    AI_API_KEY: 'right',
    AI_HEADERS: '{"X-Team":"research"}',
    AI_PROXY_URL: origin,
  };
  const [finding] = await checkModel(parseEnv(settings));
  expect(finding).toMatchObject({ state: 'ok', message: expect.stringContaining('small of models.example answered') });
  expect(received.map(({ headers }) => headers['x-team'])).toEqual(['research', 'research']);
  expect(await checkModel(env())).toMatchObject([
    { state: 'ok', message: expect.stringContaining('none in the settings; without a model endpoint') },
  ]);
});

it('shows the endpoint’s own error message', async () => {
  const wrong = await check({ apiKey: 'wrong-key' });
  expect(wrong).toMatchObject({ state: 'fail', message: expect.stringContaining('rejected the API key') });
  expect(wrong?.message).toContain('"Your account is not active, please check your billing details."');
  expect(JSON.stringify(wrong)).not.toContain('wrong-key');
  const away = await check({ baseUrl: 'http://127.0.0.1:9/v1' });
  expect(away).toMatchObject({ state: 'fail', message: expect.stringContaining('refused the connection') });
});

it('names the models that an endpoint lists if the offered ones are missing', async () => {
  const missing = await check({ models: ['huge'] });
  expect(missing).toMatchObject({ state: 'fail', message: expect.stringContaining('The model huge does not exist') });
  expect(missing?.fix).toContain('It lists: large, small:latest');
  const another = await check({ models: ['large', 'huge'] });
  expect(another).toMatchObject({ state: 'warn', message: expect.stringContaining('Not listed: huge') });
});

it('accepts an endpoint that answers but has no list', async () => {
  expect(await check({ baseUrl: `${origin}/other` })).toMatchObject({ state: 'ok' });
});

it('checks the list of an endpoint without models', async () => {
  expect(await check({ models: [] })).toMatchObject({ state: 'ok', message: expect.stringContaining('no models') });
  expect(await check({ models: [], apiKey: 'wrong' })).toMatchObject({ state: 'fail' });
  expect(await check({ models: [], baseUrl: `${origin}/other` })).toMatchObject({ state: 'warn' });
  const away = await check({ models: [], baseUrl: 'http://127.0.0.1:9/v1' });
  expect(away).toMatchObject({ state: 'fail', message: expect.stringContaining('ECONNREFUSED') });
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.timeout(100));
  const silent = await check({ models: [], baseUrl: `${origin}/silent` });
  expect(silent).toMatchObject({ state: 'fail', message: expect.stringContaining('no response within 10 seconds') });
  expect(received.some(({ path: asked }) => asked.includes('chat'))).toBe(false);
});

it('fails for an endpoint whose key cannot be decrypted, and creates no secret', async () => {
  const withoutSecret = parseEnv({ DATA_DIR: path.join(folder, 'data') });
  const baseUrl = `${origin}/v1`;
  const secrets = createSecretBox(env()).seal(baseUrl, { apiKey: 'right' });
  const [finding] = await checkEndpoints(withoutSecret, [{ name: 'Lab', baseUrl, api: 'auto', secrets, models: [] }]);
  expect(finding).toMatchObject({ state: 'fail', message: 'the key of Lab cannot be decrypted' });
  expect(readdirSync(folder)).toEqual([]);
});
