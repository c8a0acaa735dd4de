import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readerCount } from '~/server/reading/pool/reader-pool';
import { type S3Server, s3Settings, startS3Server } from '~/server/testing/fakes/s3-server';
import { makeEndlessPdf, makePdf, makeScannedPdf } from '~/server/testing/inputs/make-files';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { countFiles, ended, startWithReaders, uploadPdf } from '~/server/testing/worlds/reading-world';
import { signUp, type TestServer } from '~/server/testing/worlds/test-server';
import { sweep } from './sweeper';

const folder = createTestFolder();
let s3: S3Server;
let server: TestServer;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
afterEach(() => server.close());

describe('files waiting to be processed', () => {
  it('of one user hardly delay another user’s', async () => {
    // A slow file: its text recognition runs until the test ends it, one file at a time.
    const [ocrProgram, leave] = [path.join(folder, 'slow'), path.join(folder, 'leave')];
    writeFileSync(ocrProgram, `#!/bin/sh\nuntil rm ${leave} 2>/dev/null; do sleep 0.1; done\n`);
    chmodSync(ocrProgram, 0o755);
    server = await startWithReaders({ timeoutMs: 60_000, ocrProgram, ocrMs: 300_000 });
    const [ann, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const slow: string[] = [];
    for (let n = 0; n < 8; n++) slow.push(await uploadPdf(server, ann, `slow ${n}.pdf`, makeScannedPdf()));
    await until(async () => (await countFiles(server, slow, ['reading'])) === readerCount);
    const small = await uploadPdf(server, bob, 'small.pdf', makePdf([['Small.']]));
    let left = 0;
    await until(async () => {
      if (!existsSync(leave) && (await countFiles(server, [small], ['queued'])) === 1) {
        writeFileSync(leave, '');
        left++;
      }
      return (await countFiles(server, [small], ['ready'])) === 1;
    });
    // Files already in progress, and at most one more round.
    expect(left).toBeLessThanOrEqual(2 * readerCount);
  });

  it('stay in the storage: at most one per reader is loaded, and none twice', async () => {
    server = await startWithReaders({ timeoutMs: 500 }, { env: s3Settings(s3) });
    const ann = await signUp(server.deps);
    const { store, db, jobs } = server.deps;
    const read = store.read.bind(store);
    const loaded: string[] = [];
    let max = 0;
    store.read = async (key, range) => {
      if (!range) {
        loaded.push(key);
        const waiting = await db.storedObject.count({ where: { id: { in: loaded }, readState: { notIn: ended } } });
        max = Math.max(max, waiting);
      }
      return read(key, range);
    };
    const slow: string[] = [];
    for (let n = 0; n < 6; n++) slow.push(await uploadPdf(server, ann, `slow ${n}.pdf`, makeEndlessPdf()));
    // The sweeper looks for files without a job, which queued files are not.
    await db.sql`UPDATE objects SET claimed_at = now() - interval '10 minutes'`;
    await sweep(server.deps);
    await jobs.settled();
    expect(await countFiles(server, slow, ['failed'])).toBe(6);
    expect(loaded.sort()).toEqual(slow.sort());
    expect(max).toBeLessThanOrEqual(readerCount);
  });
});
