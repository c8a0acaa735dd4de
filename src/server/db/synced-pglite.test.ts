import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { type EmbeddedDatabase, openEmbedded } from './embedded';

/** Syncs of the log, off and on the event loop. While `held`, those off the loop do not finish. */
const syncs = vi.hoisted(() => ({
  files: [] as string[],
  onLoop: 0,
  held: null as Promise<void> | null,
  error: null as Error | null,
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const nameOf = (descriptor: number) => fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  return {
    ...fs,
    fdatasync: (descriptor: number, done: (error: Error | null) => void) => {
      syncs.files.push(path.basename(nameOf(descriptor)));
      const { error } = syncs;
      void Promise.resolve(syncs.held).then(() => (error ? done(error) : fs.fdatasync(descriptor, done)));
    },
    fdatasyncSync: (descriptor: number) => {
      syncs.onLoop++;
      fs.fdatasyncSync(descriptor);
    },
  };
});

const folder = createTestFolder();
let database: EmbeddedDatabase;
const lost: unknown[] = [];
const open = () => openEmbedded({ dataDir: folder, create: 'if new', onLost: (error) => lost.push(error) });

/**
 * Which statements have returned once everything that does not wait for the disk is done: PGlite runs statements one
 * after the other, and the last one here does not wait.
 */
async function answeredSoFar(...statements: Promise<unknown>[]): Promise<boolean[]> {
  const answered = statements.map(() => false);
  for (const [n, statement] of statements.entries())
    statement.then(
      () => {
        answered[n] = true;
      },
      () => {},
    );
  await PGlite.prototype.query.call(database.pglite, 'SELECT 1');
  await new Promise((resolve) => setImmediate(resolve));
  return answered;
}

function hold(): () => void {
  let release = () => {};
  syncs.held = new Promise((resolve) => {
    release = resolve;
  });
  syncs.files.length = 0;
  syncs.onLoop = 0;
  return () => {
    syncs.held = null;
    release();
  };
}

describe.runIf(existsSync('/proc/self/fd'))('the embedded database', () => {
  beforeAll(async () => {
    database = await open();
    await database.pglite.exec('CREATE TABLE notes (id int PRIMARY KEY, words text)');
  }, 60_000);
  afterEach(() => {
    syncs.held = null;
  });

  it('returns from a write when its log is on the disk, and not before', async () => {
    const release = hold();
    const write = database.pglite.query(`INSERT INTO notes VALUES (1, 'a')`);
    expect(await answeredSoFar(write)).toEqual([false]);
    expect(syncs.files).toHaveLength(1);
    expect(syncs.files[0]).toMatch(/^[0-9A-F]{24}$/);
    release();
    await write;
  });

  it('returns from a transaction when its log is on the disk, and not before', async () => {
    const release = hold();
    const write = database.pglite.transaction((tx) => tx.query(`INSERT INTO notes VALUES (2, 'a')`));
    expect(await answeredSoFar(write)).toEqual([false]);
    release();
    await write;
  });

  it('neither shows nor reports a row that is not on the disk yet', async () => {
    const release = hold();
    const write = database.pglite.query(`INSERT INTO notes VALUES (3, 'a')`);
    const read = database.pglite.query('SELECT * FROM notes WHERE id = 3');
    const again = database.pglite.query(`INSERT INTO notes VALUES (3, 'a')`);
    expect(await answeredSoFar(write, read, again)).toEqual([false, false, false]);
    release();
    expect((await read).rows).toHaveLength(1);
    await expect(again).rejects.toThrow(/duplicate key/);
  });

  it('syncs once for all waiting writes', async () => {
    const release = hold();
    const first = database.pglite.query(`INSERT INTO notes VALUES (10, 'a')`);
    await answeredSoFar(first);
    const writes = Array.from({ length: 20 }, (_, n) =>
      database.pglite.query(`INSERT INTO notes VALUES (${11 + n}, 'a')`),
    );
    await answeredSoFar(...writes);
    release();
    await Promise.all([first, ...writes]);
    expect(syncs.files).toHaveLength(2);
  });

  it('syncs its log before it changes a data file', async () => {
    const release = hold();
    const write = database.pglite.query(`INSERT INTO notes VALUES (40, 'a')`);
    expect(await answeredSoFar(write)).toEqual([false]);
    expect(syncs.onLoop).toBe(0);
    const checkpoint = database.pglite.exec('CHECKPOINT');
    await until(() => syncs.onLoop > 0);
    release();
    await Promise.all([write, checkpoint]);
  });

  it('writes checkpoints, so that its log does not grow forever', async () => {
    const checkpoint = async () =>
      (await database.pglite.query<{ at: string }>('SELECT redo_lsn::text AS at FROM pg_control_checkpoint()')).rows[0]
        ?.at;
    const before = await checkpoint();
    // Some 75 MB of log.
    await database.pglite.query(
      `INSERT INTO notes SELECT g, repeat(md5(g::text), 60) FROM generate_series(1000, 35000) g`,
    );
    await until(async () => (await checkpoint()) !== before);
  });

  it('is closed to other accounts, after each start', async () => {
    expect(statSync(path.join(folder, 'database')).mode & 0o777).toBe(0o700);
  });

  it('reports a PANIC, after which PostgreSQL would have ended, and no other error', async () => {
    const fails = (severity: string) =>
      database.pglite.transaction(() => Promise.reject(Object.assign(new Error(severity), { severity })));
    await expect(fails('ERROR')).rejects.toThrow('ERROR');
    expect(lost).toEqual([]);
    await expect(fails('PANIC')).rejects.toThrow('PANIC');
    expect(lost.splice(0)).toMatchObject([{ severity: 'PANIC' }]);
  });

  it('fails for good when a sync fails, and reports it', async () => {
    syncs.error = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    await expect(database.pglite.query(`INSERT INTO notes VALUES (50, 'a')`)).rejects.toThrow('EIO');
    syncs.error = null;
    // Pages of the failed write that the system still has cached are not on the disk.
    await expect(database.pglite.query('SELECT 1')).rejects.toThrow('EIO');
    expect(lost).toHaveLength(1);
  });
});
