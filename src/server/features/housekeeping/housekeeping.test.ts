import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJobKinds } from '~/server/jobs/job-store';
import { startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { housekeepingJob } from './housekeeping.job';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

const run = () =>
  housekeepingJob.run(server.deps, {}, { signal: new AbortController().signal, attempt: 1, isLastAttempt: false });

describe('a task that fails', () => {
  it('does not keep the others from running, and is shown with its error', async () => {
    const { deps } = server;
    await deps.db.sql`DELETE FROM jobs`;
    await deps.db.sql`SELECT enqueue_job('housekeeping', 'housekeeping', NULL, '{}', 0, false)`;
    await deps.db.sql`
      INSERT INTO jobs (kind, key, payload, state, updated_at) VALUES ('file.read', 'old', '{}', 'dead', now() - interval '31 days')`;
    vi.spyOn(deps.store, 'removeLeftovers').mockRejectedValue(new Error('no storage'));
    await deps.jobs.settled();
    const kinds = await readJobKinds(deps.db);
    // The task after it deleted the old failed job.
    expect(kinds).toMatchObject([{ kind: 'housekeeping', error: 'Error: remains of uploads: no storage' }]);
  });
});

it('texts of web pages are deleted if two transactions deleted their last pages at the same time', async () => {
  const { db } = server.deps;
  // The trigger of each transaction still sees the page of the other, and leaves the text.
  await db.pageText.create({ data: { hash: 'unused', text: 'Rates fell.' } });
  await run();
  expect(await db.pageText.count()).toBe(0);
});

describe('the embedded database', () => {
  it('uses the space of deleted rows again, and knows what its tables contain', async ({ skip }) => {
    const { db, database } = server.deps;
    if (!database.isEmbedded) return skip();
    await db.$executeRawUnsafe('CREATE TABLE pieces (id int PRIMARY KEY, long_text text)');
    const size = async () => {
      const [row] = await db.sql<{ bytes: number; rows: number }>`
        SELECT pg_total_relation_size('pieces')::float8 AS bytes, reltuples AS rows FROM pg_class WHERE relname = 'pieces'`;
      return row;
    };
    const sizes: number[] = [];
    for (let round = 1; round <= 3; round++) {
      await db.sql`INSERT INTO pieces
        SELECT n, (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 200) WHERE n > 0) FROM generate_series(1, 100) n`;
      sizes.push((await size())?.bytes ?? 0);
      await db.sql`DELETE FROM pieces WHERE id > 10`;
      await run();
      expect((await size())?.rows).toBe(10);
      await db.sql`DELETE FROM pieces`;
      await run();
    }
    // The first vacuum adds the maps of free space.
    expect(sizes[1]).toBeLessThan(1.1 * (sizes[0] ?? 0));
    expect(sizes[2]).toBe(sizes[1]);
    await db.$executeRawUnsafe('DROP TABLE pieces');
  });

  it('leaves tables without changes alone', async ({ skip }) => {
    const { db, database } = server.deps;
    if (!database.vacuum) return skip();
    const { signal } = new AbortController();
    await database.vacuum(signal);
    expect(await database.vacuum(signal)).not.toContain('public.jobs');
    await db.sql`INSERT INTO jobs (kind, key, payload) VALUES ('none', 'none', '{}')`;
    await db.sql`DELETE FROM jobs WHERE kind = 'none'`;
    expect(await database.vacuum(signal)).toContain('public.jobs');
  });
});
