/** Files are read in the end, whatever happens to the process that reads them. */
import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, s3Settings, startS3Server } from '~/server/testing/fakes/s3-server';
import { makeBombPdf, makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { countFiles, ended, startWithReaders, uploadPdf } from '~/server/testing/worlds/reading-world';
import { signUp, type TestServer } from '~/server/testing/worlds/test-server';
import { sweep } from './sweeper';

let s3: S3Server;
let server: TestServer;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
afterEach(() => server.close());

/** The readers of this process, by id. */
const readers = (): number[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='])
    .toString()
    .split('\n')
    .filter((row) => row.trim().startsWith(`${process.pid} `) && row.includes('reading-worker'))
    .map((row) => Number(row.trim().split(/\s+/)[1]));

it('files without a job, as an older version leaves them, are queued by the sweeper', async () => {
  server = await startWithReaders({});
  const ann = await signUp(server.deps);
  const id = await uploadPdf(server, ann, 'a.pdf', makePdf([['Found.']]));
  await server.deps.jobs.settled();
  await server.deps.db.sql`
    UPDATE objects SET read_state = 'reading', extracted_text = NULL, claimed_at = now() - interval '10 minutes'
    WHERE id = ${id}::uuid`;
  await sweep(server.deps);
  await server.deps.jobs.settled();
  const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ readState: 'ready', extractedText: 'Found.' });
});

describe('an upload without a declared size, on S3', () => {
  it('comes through this server, stops at the limit, and is claimed and read like any other', async () => {
    server = await startWithReaders({}, { env: s3Settings(s3) });
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
    await until(async () => (await countFiles(server, [id], ['ready'])) === 1);
  });
});

describe('a reader that dies', () => {
  it('because it was killed does not harm the file', async () => {
    server = await startWithReaders({ timeoutMs: 20_000 });
    const ann = await signUp(server.deps);
    const warm = await uploadPdf(server, ann, 'warm.pdf', makePdf([['Warm.']]));
    await until(async () => (await countFiles(server, [warm], ['ready'])) === 1);
    const [reader] = readers();
    process.kill(reader ?? 0, 'SIGSTOP');
    const id = await uploadPdf(server, ann, 'a.pdf', makePdf([['Read after all.']]));
    await until(async () => (await countFiles(server, [id], ['reading'])) === 1);
    process.kill(reader ?? 0, 'SIGKILL');
    await until(async () => (await countFiles(server, [id], ended)) === 1);
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'ready', extractedText: 'Read after all.' });
  });

  it('twice because of the file makes the file fail with an explanation', async () => {
    server = await startWithReaders({ memoryMb: 64, timeoutMs: 20_000 });
    const ann = await signUp(server.deps);
    const id = await uploadPdf(server, ann, 'bomb.pdf', makeBombPdf(2000));
    await until(async () => (await countFiles(server, [id], ended)) === 1).catch(() => {});
    await until(async () => (await countFiles(server, [id], ended)) === 1);
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'failed', processingError: 'This file is too complex to process.' });
    expect(await server.deps.db.job.count()).toBe(0);
  });
});
