import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { type S3Server, type S3ServerOptions, startS3Server } from '~/server/testing/fakes/s3-server';
import { describeLinkContract } from './contract-links';
import { describePartContract } from './contract-parts';
import { describeStoreContract, type StoreHarness } from './contract-suite';
import { S3Store } from './s3';
import { ObjectExists } from './types';

const sizeLimit = { maxBytes: 10 * 1024 ** 2 };
const pageOrigin = 'https://insight.example';
const terms = { userId: 'someone', maxBytes: 1000, baseUrl: pageOrigin };
let servers: S3Server[] = [];
let server: S3Server;
let store: S3Store;

const storeOf = ({ endpoint, bucket, account }: Pick<S3Server, 'endpoint' | 'bucket' | 'account'>) =>
  new S3Store({ endpoint, bucket, ...account, forcePathStyle: true });

async function start(options: S3ServerOptions = {}) {
  const started = await startS3Server(options);
  servers.push(started);
  return started;
}

const send = async (url: string, body: Buffer, headers?: Record<string, string>) =>
  (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: headers ?? {} })).status;

beforeEach(async () => {
  const cors = [{ origins: [pageOrigin], methods: ['PUT'], headers: ['content-type', 'if-none-match'] }];
  server = await start({ cors });
  store = storeOf(server);
});
afterEach(async () => {
  await Promise.all(servers.map((started) => started.close()));
  servers = [];
});

let discardingStore: S3Store;
beforeEach(async () => {
  discardingStore = storeOf(await start({ storesBodies: false }));
});

const harness = (): StoreHarness => ({
  store,
  discardingStore,
  baseUrl: pageOrigin,
  advance: (ms) => server.advance(ms),
  send,
});
describeStoreContract('S3', harness);
describeLinkContract('S3', harness);
describePartContract('S3', harness);

it('answers while many readers take their files slowly', async () => {
  const key = randomUUID();
  const { size } = await store.write(key, Buffer.alloc(4 * 1024 ** 2), sizeLimit);
  const bodies = await Promise.all(Array.from({ length: 60 }, () => store.read(key)));
  expect(await store.stat(key)).toEqual({ size });
  await store.delete(key);
  for (const body of bodies) body.destroy();
});

describe('links to S3', () => {
  it('sign the length, the type, the host and that the key is unused', async () => {
    const { url, headers } = await store.signUpload({ ...terms, key: randomUUID(), size: 5, type: 'image/png' });
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
    expect(headers).toEqual({ 'Content-Type': 'image/png', 'If-None-Match': '*' });
    expect(await send(url, Buffer.from('12345'), { ...headers, 'Content-Type': 'text/html' })).toBe(403);
    expect(await send(url, Buffer.from('12345'), { 'Content-Type': 'image/png' })).toBe(403);
    expect(await send(url, Buffer.from('12345'), headers)).toBe(200);
    expect(await send(url, Buffer.from('54321'), headers)).toBe(412);
  });

  it('may be requested only by pages of the product', async () => {
    const { url } = await store.signUpload({ ...terms, key: randomUUID() });
    const preflight = (origin: string, names: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': names,
        },
      });
    const allowed = await preflight(pageOrigin, 'content-type,if-none-match');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(pageOrigin);
    expect((await preflight('https://evil.example', 'content-type')).status).toBe(403);
    expect((await preflight(pageOrigin, 'x-other')).status).toBe(403);
  });

  it('have an origin that pages may connect to', async () => {
    expect(store.browserOrigins).toEqual([server.endpoint]);
  });
});

describe.each(['refused', 'ignored'] as const)('a store where conditional writes are %s', (conditions) => {
  it('is written anyway, and existing objects are found first', async () => {
    const older = await start({ conditions });
    const its = storeOf(older);
    const key = randomUUID();
    await its.write(key, Buffer.from('first'), sizeLimit);
    await expect(its.write(key, Buffer.from('second'), sizeLimit)).rejects.toThrow(ObjectExists);
    const { url, headers } = await its.signUpload({ ...terms, key: randomUUID(), type: 'image/png' });
    expect(headers).toEqual({ 'Content-Type': 'image/png' });
    expect(await send(url, Buffer.from('x'), headers)).toBe(200);
  });
});

describe('S3 with faults', () => {
  const body = Buffer.alloc(300_000, 3);
  const key = randomUUID();
  // Detects support for conditional writes before the faults begin.
  beforeEach(() => store.write(key, body, sizeLimit));

  it('retries every operation while the store is busy', async () => {
    const other = randomUUID();
    server.fail('busy', { times: 2 });
    expect(await store.stat(key)).toEqual({ size: body.length });
    server.fail('busy', { times: 2 });
    expect(await buffer(await store.read(key))).toEqual(body);
    server.fail('busy', { times: 2 });
    expect(await store.write(other, Readable.from([body]), sizeLimit)).toEqual({ size: body.length });
    expect(await buffer(await store.read(other))).toEqual(body);
    server.fail('busy', { times: 2 });
    await store.delete(other);
    expect(await store.stat(other)).toBeNull();
  });

  it('detects conditional writes later if the store was busy for long', async () => {
    const fresh = storeOf(server);
    server.fail('busy', { times: 'always' });
    await expect(fresh.signUpload({ ...terms, key: randomUUID() })).rejects.toMatchObject({ code: 'upstream' });
    server.fail(null);
    expect((await fresh.signUpload({ ...terms, key: randomUUID() })).headers).toEqual({ 'If-None-Match': '*' });
  });

  it('end in an error that names neither key, endpoint nor account', async () => {
    server.fail('busy', { times: 'always' });
    const stranger = storeOf({ ...server, account: { ...server.account, secretAccessKey: 'wrong' } });
    const elsewhere = storeOf({ ...server, endpoint: 'http://127.0.0.1:1' });
    const noBucket = storeOf({ ...server, bucket: 'another' });
    const failures = [await store.read(key).catch((error) => error), await store.check().catch((error) => error)];
    server.fail(null);
    for (const other of [stranger, elsewhere, noBucket]) {
      failures.push(await other.check().catch((error) => error));
      failures.push(await other.read(key).catch((error) => error));
      failures.push(await other.write(key, body, sizeLimit).catch((error) => error));
      failures.push(await other.signUpload({ ...terms, key }).catch((error) => error));
    }
    const secrets = [key, server.endpoint, '127.0.0.1', server.account.accessKeyId, server.account.secretAccessKey];
    for (const failure of failures) {
      expect(failure, String(failure)).toMatchObject({ code: 'upstream' });
      expect(failure.message).toMatch(/^The file storage/);
      // The logger writes all fields of the cause.
      const json = JSON.stringify([failure.message, failure.cause, failure.cause.message, { ...failure.cause }]);
      for (const secret of secrets) expect(json).not.toContain(secret);
    }
  });

  it('are noticed by a check that does not write, after a recent one that did', async () => {
    const earlier = server.requests.length;
    const asked = () => server.requests.slice(earlier).map(({ method }) => method);
    for (let check = 0; check < 100; check++) await store.check(60_000);
    expect(asked().filter((method) => method === 'PUT')).toHaveLength(1);
    expect(asked().filter((method) => method === 'HEAD')).toHaveLength(99);
    server.fail('full', { times: 'always' });
    await expect(store.check(60_000)).rejects.toMatchObject({ code: expect.any(String) });
    server.fail(null);
    const before = asked().length;
    await store.check(60_000);
    expect(asked().slice(before)).toEqual(['PUT']);
    await store.delete('readiness');
    await store.check(60_000);
    expect(asked().slice(-2)).toEqual(['HEAD', 'PUT']);
  });

  it('report a full store, without a retry', async () => {
    server.fail('full', { times: 'always' });
    const asked = server.requests.length;
    const full = { code: 'storage_full', message: "The file storage is full, so this file can't be saved right now." };
    await expect(store.write(randomUUID(), Readable.from([body]), sizeLimit)).rejects.toMatchObject(full);
    await expect(store.check()).rejects.toMatchObject(full);
    expect(server.requests.length - asked).toBe(2);
    server.fail(null);
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('cannot pass off half an object as a whole one', async () => {
    server.fail('cut');
    const stream = await store.read(key);
    await expect(buffer(stream)).rejects.toMatchObject({ code: 'upstream' });
  });

  it('cannot pass off its first bytes as another range', async () => {
    server.fail('whole', { times: 'always' });
    const words = { code: 'upstream', message: 'The file storage returned an invalid response.' };
    await expect(store.read(key, { start: 100, end: 199 })).rejects.toMatchObject(words);
    await expect(store.read(key, { start: 0, end: 99 })).rejects.toMatchObject(words);
    expect(await buffer(await store.read(key))).toEqual(body);
  });

  it('may lose the response to a write, which still happens once', async () => {
    const other = randomUUID();
    server.fail('silent', { method: 'PUT' });
    expect(await store.write(other, Readable.from([body]), sizeLimit)).toEqual({ size: body.length });
    expect(server.requests.filter(({ method, path }) => method === 'PUT' && path.includes(other))).toHaveLength(2);
    await expect(store.write(other, body, sizeLimit)).rejects.toThrow(ObjectExists);
  });

  it('include a server that accepts everything', async () => {
    server.fail('page', { times: 'always' });
    const words = { code: 'upstream', message: 'The file storage returned an invalid response.' };
    await expect(store.check()).rejects.toMatchObject(words);
    await expect(store.write(randomUUID(), body, sizeLimit)).rejects.toMatchObject(words);
    await expect(storeOf(server).signUpload({ ...terms, key: randomUUID() })).rejects.toMatchObject(words);
  });
});

it('is not loaded, and not requested, before the file storage is used', async () => {
  const silent = createServer();
  const port = await listen(silent);
  let connections = 0;
  silent.on('connection', () => {
    connections++;
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const idle = storeOf({ ...server, endpoint });
  expect(idle.keyOfUpload(`${endpoint}/${server.bucket}/some-key?X-Amz-Signature=1`)).toBe('some-key');
  expect(connections).toBe(0);
  silent.close();
});
