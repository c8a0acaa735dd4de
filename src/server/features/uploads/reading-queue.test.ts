import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readerCount } from '~/server/reading/pool/reader-pool';
import { type S3Server, s3Settings, startS3Server } from '~/server/testing/fakes/s3-server';
import { makeEndlessPdf, makePdf } from '~/server/testing/inputs/make-files';
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

describe('files that wait to be read', () => {
  it('of one user hardly delay another user’s', async () => {
    // Long enough for a reader to start and read a small file on a busy machine.
    server = await startWithReaders({ timeoutMs: 3000 });
    const [ann, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const slow: string[] = [];
    for (let n = 0; n < 8; n++) slow.push(await uploadPdf(server, ann, `slow ${n}.pdf`, makeEndlessPdf()));
    const already = await countFiles(server, slow, ended);
    const small = await uploadPdf(server, bob, 'small.pdf', makePdf([['Small.']]));
    await until(async () => (await countFiles(server, [small], ['ready'])) === 1);
    // Those that were being read, and one more round at most.
    expect((await countFiles(server, slow, ended)) - already).toBeLessThanOrEqual(2 * readerCount);
  });

  it('are in the store alone: at most one for each reader is loaded, and none twice', async () => {
    server = await startWithReaders({ timeoutMs: 500 }, { env: s3Settings(s3) });
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
    for (let n = 0; n < 6; n++) slow.push(await uploadPdf(server, ann, `slow ${n}.pdf`, makeEndlessPdf()));
    // The sweeper finds files without a job; those that wait in the queue are none of them.
    await db.sql`UPDATE objects SET claimed_at = now() - interval '10 minutes'`;
    await sweep(server.deps);
    await jobs.settled();
    expect(await countFiles(server, slow, ['failed'])).toBe(6);
    expect(loaded.sort()).toEqual(slow.sort());
    expect(most).toBeLessThanOrEqual(readerCount);
  });
});
