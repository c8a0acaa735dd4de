import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseServer } from '~/server/testing/process-database';
import { endAllServers, ServerDidNotStart, startServer, temporaryFolder } from '~/server/testing/server-process';

afterAll(endAllServers);

const skipped = databaseServer ? ' (skipped: this run is about a PostgreSQL server)' : '';

describe.runIf(!databaseServer)(`the embedded database${skipped}`, () => {
  let settings: { DATA_DIR: string };
  beforeAll(() => {
    settings = { DATA_DIR: temporaryFolder() };
  });

  it('goes to exactly one of several servers that start at once after a crash', async () => {
    await (await startServer(settings)).end('SIGKILL');
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => startServer(settings)));
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(ServerDidNotStart);
      expect(refusal.log).toContain('is in use by process');
    }
    const first = starts.find((start) => start.status === 'fulfilled')?.value;
    expect(await first?.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('refuses a second server in clear words while the first runs, and takes it afterwards', async () => {
    const first = await startServer(settings);
    const refusal = await startServer(settings).catch((error) => error);
    expect(refusal).toBeInstanceOf(ServerDidNotStart);
    expect(refusal.exit).toEqual({ code: 1, signal: null });
    expect(refusal.log).toContain(
      `is in use by process ${first.pid}. It allows one process at a time: stop that process,`,
    );
    expect(refusal.log).not.toMatch(/^\s+at /m);
    await first.end('SIGTERM');
    const second = await startServer(settings);
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
