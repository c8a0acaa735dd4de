import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { createSecretBox } from '~/server/features/models/endpoint-secrets';
import { checkEndpoints } from './model-endpoints';

let server: Server;
let baseUrl: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-doctor-'));
  server = createServer((request, response) => {
    if (!request.url?.startsWith('/v1/models')) return void response.writeHead(404).end();
    response.writeHead(request.headers.authorization === 'Bearer right' ? 200 : 401);
    response.end(JSON.stringify({ data: [{ id: 'large' }, { id: 'small:latest' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const env = (DATA_DIR = folder) => parseEnv({ DATA_DIR, SECRET_KEY: 'k'.repeat(32) });
async function check(endpoint: { apiKey?: string; baseUrl?: string; models?: string[] }) {
  const { apiKey = 'right', models = ['large', 'small'] } = endpoint;
  const address = endpoint.baseUrl ?? baseUrl;
  const secrets = createSecretBox(env()).seal(address, { apiKey });
  const [finding] = await checkEndpoints(env(), [{ name: 'Lab', baseUrl: address, secrets, models }]);
  return finding;
}

it('passes an endpoint that accepts its key and has the models', async () => {
  expect(await check({})).toMatchObject({ state: 'ok', message: expect.stringContaining('large, small') });
});

it('names the model that an endpoint does not have', async () => {
  expect(await check({ models: ['huge'] })).toMatchObject({ state: 'warn', message: expect.stringContaining('huge') });
});

it('fails an endpoint that rejects its key, or is not there', async () => {
  expect(await check({ apiKey: 'wrong' })).toMatchObject({ state: 'fail', message: expect.stringContaining('401') });
  const away = await check({ baseUrl: 'http://127.0.0.1:9/v1' });
  expect(away).toMatchObject({ state: 'fail', message: expect.stringContaining('ECONNREFUSED') });
});

it('warns of an endpoint without a list', async () => {
  const wrong = baseUrl.replace('/v1', '');
  expect(await check({ baseUrl: wrong })).toMatchObject({ state: 'warn', fix: expect.stringContaining('/v1') });
});

it('fails an endpoint whose key cannot be decrypted, and creates no secret', async () => {
  const withoutSecret = parseEnv({ DATA_DIR: path.join(folder, 'data') });
  const secrets = createSecretBox(env()).seal(baseUrl, { apiKey: 'right' });
  const [finding] = await checkEndpoints(withoutSecret, [{ name: 'Lab', baseUrl, secrets, models: [] }]);
  expect(finding).toMatchObject({ state: 'fail', message: 'the key of Lab cannot be decrypted' });
  expect(readdirSync(folder)).toEqual([]);
});
