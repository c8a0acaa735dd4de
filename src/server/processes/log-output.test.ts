import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signUpAt } from '~/server/testing/clients/api-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { processWorld } from '~/server/testing/worlds/process-world';
import { type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

const world = processWorld();

/** Every one of them is logged. */
async function requests(server: ServerProcess, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 50)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => statusOf(`${server.url}/livez`)))));
  return statuses;
}

describe('the log of a server', () => {
  it('may have a reader that stops reading: the server goes on and stops when it is asked to', async () => {
    const server = await startServer({ ...world.settings(), LOG_LEVEL: 'debug' });
    server.stallLog();
    expect(new Set(await requests(server, 2000))).toEqual(new Set([200]));
    await signUpAt(server.url);
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('may be on a full disk: the server goes on and stops when it is asked to', async () => {
    const full = openSync('/dev/full', 'w');
    const settings = { ...world.settings(), LOG_LEVEL: 'debug', PORT: String(await freePort()) };
    const server = await startServer(settings, { stdout: full });
    closeSync(full);
    expect(new Set(await requests(server, 500))).toEqual(new Set([200]));
    await signUpAt(server.url);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
