import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSmallDisk } from '~/server/testing/fakes/small-disk';
import { until } from '~/server/testing/until';
import { isDatabaseFull } from './database-unavailable';
import { openEmbedded } from './embedded';

const disk = createSmallDisk(200);
const dataDir = path.join(disk?.folder ?? '', 'data');
const reserve = path.join(dataDir, 'disk-reserve');
const lost: unknown[] = [];
const open = () => openEmbedded({ dataDir, create: 'if new', onLost: (error) => lost.push(error) });
const why = disk ? '' : ' (skipped: needs root)';

afterAll(() => disk?.remove());

it.runIf(disk)(`is read-only while the log has no space, and loses nothing${why}`, async () => {
  let { pglite, close } = await open();
  // Free space in each page, so that the table itself never grows.
  await pglite.exec(`
    CREATE TABLE notes (id int PRIMARY KEY, words text) WITH (fillfactor = 20);
    INSERT INTO notes SELECT n, repeat('x', 200) FROM generate_series(1, 200) n;
    CHECKPOINT`);
  disk?.fill();
  let written = 0;
  const write = (words: string, id: number) =>
    `BEGIN; UPDATE notes SET words = rpad('${words}', 200) WHERE id = ${id}; COMMIT;`;
  const refusal = await (async () => {
    for (; written < 1000; written++) {
      const batch = Array.from({ length: 100 }, (_, n) => write(`batch ${written}`, ((written * 100 + n) % 200) + 1));
      await pglite.exec(batch.join(''));
    }
  })().catch((error: unknown) => error);
  await pglite.exec('ROLLBACK');
  expect(isDatabaseFull(refusal)).toBe(true);
  expect(statSync(reserve).size).toBeLessThan(32 * 1024 * 1024);
  const rows = async () => (await pglite.query<{ id: number }>('SELECT * FROM notes ORDER BY id')).rows;
  const before = await rows();
  expect(before).toHaveLength(200);
  await expect(pglite.query(`INSERT INTO notes VALUES (1000, 'late')`)).rejects.toSatisfy(isDatabaseFull);

  disk?.makeRoom();
  const insert = () => pglite.query(`INSERT INTO notes VALUES (1001, 'again')`);
  await until(async () => (await insert().catch(() => null)) !== null);
  expect(statSync(reserve).size).toBe(32 * 1024 * 1024);
  await close();
  ({ pglite, close } = await open());
  expect(await rows()).toEqual([...before, { id: 1001, words: 'again' }]);
  await close();
  expect(lost).toEqual([]);
});

it.runIf(disk)(`reports that the disk is full when a server starts on it${why}`, async () => {
  disk?.fill();
  await expect(open()).rejects.toThrow(/disk is full/);
  disk?.makeRoom();
  await (await open()).close();
});
