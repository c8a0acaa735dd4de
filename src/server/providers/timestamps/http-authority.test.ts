import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openssl, startTimestampServer, type TimestampServer } from '~/server/testing/fakes/timestamp-server';
import { createTestFolder } from '~/server/testing/test-folder';
import { createTimestampAuthority } from './http-authority';

const never = new AbortController().signal;
const text = '{"seq":1,"name":"Tésla"}';

describe('the name of a timestamp authority', () => {
  it('is its host and path, without credentials', () => {
    expect(createTimestampAuthority('https://me:secret@tsa.example.com/tsr?key=1').name).toBe('tsa.example.com/tsr');
    expect(createTimestampAuthority('http://tsa.example.com').name).toBe('tsa.example.com');
  });
});

describe.skipIf(!openssl)('a timestamp authority', () => {
  let server: TimestampServer;
  const folder = createTestFolder();
  beforeAll(async () => {
    server = await startTimestampServer();
  });
  afterAll(() => server.close());
  afterEach(() => {
    server.fault = undefined;
    server.edit = undefined;
  });
  const stamp = (words = text) => createTimestampAuthority(server.url).stamp(words, never);

  it('signs a timestamp that openssl verifies, for this text only', async () => {
    const before = Date.now();
    const { response, time } = await stamp();
    expect(Math.abs(time.getTime() - before)).toBeLessThan(3_600_000);
    const [file, request] = ['token.tsr', 'request.tsq'].map((name) => path.join(folder, name)) as [string, string];
    await writeFile(file, response);
    await writeFile(request, server.requests.at(-1) as Buffer);
    const verify = (...about: string[]) =>
      promisify(execFile)(openssl as string, ['ts', '-verify', '-in', file, '-CAfile', server.caFile, ...about]).then(
        ({ stdout, stderr }) => stdout + stderr,
      );
    const digest = createHash('sha256').update(text).digest('hex');
    expect(await verify('-digest', digest)).toContain('Verification: OK');
    expect(await verify('-queryfile', request)).toContain('Verification: OK');
    await expect(verify('-digest', 'f'.repeat(64))).rejects.toThrow('message imprint mismatch');
  });

  it('is rejected if it returns the timestamp of another text or request', async () => {
    const other = await stamp('another text');
    server.fault = { status: 200, body: Buffer.from(other.response) };
    await expect(stamp()).rejects.toThrow('The timestamp is for another hash.');
    await expect(stamp('another text')).rejects.toThrow('The timestamp belongs to another request.');
  });

  it('is rejected if a byte of the time or signature was changed', async () => {
    const words = "The timestamp's signature is invalid.";
    const year = String(new Date().getUTCFullYear());
    server.edit = (reply) => void reply.write('2001', reply.indexOf(year), 'latin1');
    await expect(stamp()).rejects.toThrow(words);
    server.edit = (reply) => void reply.writeUInt8(reply.readUInt8(reply.length - 5) ^ 1, reply.length - 5);
    await expect(stamp()).rejects.toThrow(words);
  });

  it.each([
    ['an HTTP error', { status: 503, body: Buffer.from('down') }, 'The authority returned HTTP 503.'],
    ['a web page', { status: 200, body: Buffer.from('<html>') }, 'The response is not a timestamp.'],
    ['nothing', { status: 200, body: Buffer.alloc(0) }, 'The response is not a timestamp.'],
    ['too much', { status: 200, body: Buffer.alloc(100_000) }, 'The response is too large.'],
    ['a rejection', { status: 200, body: Buffer.from('30053003020102', 'hex') }, 'rejected the request (status 2)'],
  ])('fails with a message on %s', async (_what, fault, words) => {
    server.fault = fault;
    await expect(stamp()).rejects.toThrow(words);
  });

  it('fails with a message if it is unreachable, but not if the process stops', async () => {
    const away = createTimestampAuthority('http://127.0.0.1:1/');
    await expect(away.stamp(text, never)).rejects.toThrow("The authority can't be reached.");
    await expect(away.stamp(text, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  });
});
