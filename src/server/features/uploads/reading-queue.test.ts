import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReaderPool, readerCount } from '~/server/reading/pool/reader-pool';
import { type S3Server, startS3Server } from '~/server/testing/fakes/s3-server';
import { makeBombPdf, makeEndlessPdf, makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { sweep } from './sweeper';

const pdf = 'application/pdf';
let s3: S3Server;
let server: TestServer;

/** A server whose readers give up soon, so that a slow file costs the test little. */
async function start(
  options: Parameters<typeof startTestServer>[0] = {},
  pool: Parameters<typeof createReaderPool>[0],
) {
  server = await startTestServer(options);
  await server.deps.readers.close();
  server.deps.readers = createReaderPool(pool);
}
const onS3 = () => ({
  env: {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.account.region,
    S3_ACCESS_KEY_ID: s3.account.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
  },
});

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
afterEach(() => server.close());

async function upload(user: TestUser, name: string, bytes: Buffer): Promise<string> {
  const target = await user.call.uploads.create({ size: bytes.length, type: pdf });
  const url = new URL(target.uploadURL, await server.listen());
  const address = url.pathname.startsWith('/objects/')
    ? `${await server.listen()}${url.pathname}${url.search}`
    : url.href;
  const sent = await fetch(address, { method: 'PUT', body: new Uint8Array(bytes), headers: target.headers });
  expect(sent.status).toBe(200);
  return (await user.call.uploads.claim({ fileURL: target.uploadURL, name, type: pdf })).id;
}

const countOf = async (ids: string[], states: string[]) =>
  server.deps.db.storedObject.count({ where: { id: { in: ids }, readState: { in: states } } });
const ended = ['ready', 'failed'];

/** The readers of this process, by id. */
const readers = (): number[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='])
    .toString()
    .split('\n')
    .filter((row) => row.trim().startsWith(`${process.pid} `) && row.includes('reading-worker'))
    .map((row) => Number(row.trim().split(/\s+/)[1]));

describe('files that wait to be read', () => {
  it('of one user hardly delay another user’s', async () => {
    // Long enough for a reader to start and read a small file on a busy machine.
    await start({}, { timeoutMs: 3000 });
    const [ann, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const slow: string[] = [];
    for (let n = 0; n < 8; n++) slow.push(await upload(ann, `slow ${n}.pdf`, makeEndlessPdf()));
    const already = await countOf(slow, ended);
    const small = await upload(bob, 'small.pdf', makePdf([['Small.']]));
    await until(async () => (await countOf([small], ['ready'])) === 1);
    // Those that were being read, and one more round at most.
    expect((await countOf(slow, ended)) - already).toBeLessThanOrEqual(2 * readerCount);
  });

  it('are in the store alone: at most one for each reader is loaded, and none twice', async () => {
    await start(onS3(), { timeoutMs: 500 });
    const ann = await signUp(server.deps);
    const { store, db, jobs } = server.deps;
    const read = store.read.bind(store);
    const loaded: string[] = [];
    let most = 0;
    store.read = async (key, range) => {
      if (!range) {
        loaded.push(key);
        const waiting = await db.storedObject.count({ where: { id: { in: loaded }, readState: { notIn: ended } } });
        most = Math.max(most, waiting);
      }
      return read(key, range);
    };
    const slow: string[] = [];
    for (let n = 0; n < 6; n++) slow.push(await upload(ann, `slow ${n}.pdf`, makeEndlessPdf()));
    // The sweeper finds files without a job; those that wait in the queue are none of them.
    await db.sql`UPDATE objects SET claimed_at = now() - interval '10 minutes'`;
    await sweep(server.deps);
    await jobs.settled();
    expect(await countOf(slow, ['failed'])).toBe(6);
    expect(loaded.sort()).toEqual(slow.sort());
    expect(most).toBeLessThanOrEqual(readerCount);
  });

  it('without a job, as an older version leaves them, are queued by the sweeper', async () => {
    await start({}, {});
    const ann = await signUp(server.deps);
    const id = await upload(ann, 'a.pdf', makePdf([['Found.']]));
    await server.deps.jobs.settled();
    await server.deps.db.sql`
      UPDATE objects SET read_state = 'reading', extracted_text = NULL, claimed_at = now() - interval '10 minutes'
      WHERE id = ${id}::uuid`;
    await sweep(server.deps);
    await server.deps.jobs.settled();
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'ready', extractedText: 'Found.' });
  });
});

describe('an upload without a declared size, on S3', () => {
  it('comes through this server, stops at the limit, and is claimed and read like any other', async () => {
    await start(onS3(), {});
    const base = await server.listen();
    const ann = await signUp(server.deps);
    const send = async (bytes: Buffer) => {
      const { uploadURL } = await ann.call.uploads.create({});
      const { pathname, search } = new URL(uploadURL);
      expect(uploadURL.startsWith(s3.endpoint)).toBe(false);
      const { status } = await fetch(base + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) });
      return { uploadURL, status };
    };
    expect((await send(Buffer.alloc(10_485_761))).status).toBe(413);
    const { uploadURL, status } = await send(makePdf([['Through the server.']]));
    expect(status).toBe(200);
    const { id } = await ann.call.uploads.claim({ fileURL: uploadURL, name: 'a.pdf' });
    await until(async () => (await countOf([id], ['ready'])) === 1);
  });
});

describe('a reader that dies', () => {
  it('by somebody else’s hand costs the file nothing', async () => {
    await start({}, { timeoutMs: 20_000 });
    const ann = await signUp(server.deps);
    const warm = await upload(ann, 'warm.pdf', makePdf([['Warm.']]));
    await until(async () => (await countOf([warm], ['ready'])) === 1);
    const [reader] = readers();
    process.kill(reader ?? 0, 'SIGSTOP');
    const id = await upload(ann, 'a.pdf', makePdf([['Read after all.']]));
    await until(async () => (await countOf([id], ['reading'])) === 1);
    process.kill(reader ?? 0, 'SIGKILL');
    await until(async () => (await countOf([id], ended)) === 1);
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'ready', extractedText: 'Read after all.' });
  });

  it('of the file itself, twice, makes the file fail in words', async () => {
    await start({}, { memoryMb: 64, timeoutMs: 20_000 });
    const ann = await signUp(server.deps);
    const id = await upload(ann, 'bomb.pdf', makeBombPdf(2000));
    await until(async () => (await countOf([id], ended)) === 1).catch(() => {});
    await until(async () => (await countOf([id], ended)) === 1);
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'failed', processingError: 'This file is too complex to process.' });
    expect(await server.deps.db.job.count()).toBe(0);
  });
});
