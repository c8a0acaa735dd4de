import { unlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasContainers } from '~/server/testing/worlds/container';
import { databaseServer } from '~/server/testing/worlds/process-database';
import {
  endAllServers,
  ServerDidNotStart,
  startContainer,
  startServer,
  temporaryFolder,
} from '~/server/testing/worlds/server-process';

afterAll(endAllServers);

const containers = hasContainers();
const withoutContainers = containers ? '' : ' (skipped: this account may not create process namespaces)';
const skipped = databaseServer ? ' (skipped: this run is about a PostgreSQL server)' : '';

describe.runIf(!databaseServer)(`the embedded database${skipped}`, () => {
  let settings: { DATA_DIR: string };
  beforeAll(() => {
    settings = { DATA_DIR: temporaryFolder() };
  });

  it('is opened by exactly one of several servers that start at once after a crash', async () => {
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

  it('rejects a second server with a clear message while the first runs, and accepts it afterwards', async () => {
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

  it('ends its server if the lock file is deleted, because another process could take the lock', async () => {
    const server = await startServer(settings);
    unlinkSync(path.join(settings.DATA_DIR, 'database.lock'));
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.log()).toMatch(/The lock .*database\.lock was deleted or replaced/);
  });

  it.runIf(containers)(
    `is opened by one of two containers, and by the next after a crash${withoutContainers}`,
    async () => {
      const first = await startContainer(settings);
      const refusal = await startContainer(settings, ['--net', '--uts', '--ipc']).catch((error) => error);
      expect(refusal).toBeInstanceOf(ServerDidNotStart);
      expect(refusal.exit).toEqual({ code: 1, signal: null });
      expect(refusal.log).toContain('is in use by a process of another container or machine. It allows one process');
      expect(refusal.log).not.toMatch(/^\s+at /m);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);

      await first.end('SIGKILL');
      const next = await startContainer(settings);
      await next.end('SIGKILL');
      const outside = await startServer(settings);
      expect(await outside.end('SIGTERM')).toEqual({ code: 0, signal: null });
    },
  );
});
