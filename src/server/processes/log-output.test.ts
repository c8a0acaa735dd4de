import { closeSync, openSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { until } from '~/server/testing/until';
import { wasmFlags } from '~/server/testing/wasm-flags';
import { processWorld } from '~/server/testing/worlds/process-world';
import { type ServerProcess, startServer, startUnder, statusOf } from '~/server/testing/worlds/server-process';

const world = processWorld();

/** Every request is logged. */
async function requests(server: ServerProcess, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 50)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => statusOf(`${server.url}/livez`)))));
  return statuses;
}

/** Sends SIGUSR2 to a server when it reads its settings, before it has a log. */
const signalAtSettings = `data:text/javascript,${encodeURIComponent(`
  const settings = process.env;
  let isSent = false;
  process.env = new Proxy(settings, {
    get(_settings, name) {
      if (name === 'LOG_LEVEL' && !isSent) isSent = process.kill(process.pid, 'SIGUSR2');
      return settings[name];
    },
  });
`)}`;

type Line = Record<string, unknown>;

/** The second table lists the fields of each line; the first one all fields of the lines that every server writes. */
function documented(): { fields: Set<string>; lines: Map<string, string[]> } {
  const section = /\n## Logs\n([\s\S]*?)\n## /.exec(readFileSync('docs/monitoring.md', 'utf8'))?.[1] ?? '';
  const [fieldTable = '', lineTable = ''] = section.split('| line | fields |');
  const rows = (table: string) =>
    [...table.matchAll(/^\| (`[^|]*) \| ([^|]*) \|/gm)].map(([, first = '', second = '']) => ({ first, second }));
  const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return {
    fields: new Set(rows(fieldTable).flatMap(({ first }) => names(first))),
    lines: new Map(rows(lineTable).map(({ first, second }) => [names(first)[0] ?? '', names(second)])),
  };
}

describe('the log of a server', () => {
  it('has the documented fields and no text that a user entered', async () => {
    const server = await startServer({ ...world.settings(), LOG_LEVEL: 'debug' });
    const user = await signUpAt(server.url);
    const client = apiClient(server.url, user.cookie);
    world.model.queue({ text: 'A private answer.' });
    const { assistantMessage } = await client.messages.send.mutate(question('A private question?'));
    const isEnded = () => server.log().includes('"msg":"answer ended"');
    await until(isEnded, 'the line of the answer is there');
    expect(await statusOf(`${server.url}/api/unknown?secret=words`)).toBe(404);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });

    // The start message for the operator is not part of the log.
    const lines = server
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line)
      // Warnings are about rare events, which a busy machine may cause.
      .filter(({ level }) => level === 'info' || level === 'debug');
    const known = documented();
    expect(known.fields.size).toBeGreaterThan(15);
    expect(lines.flatMap((line) => Object.keys(line).filter((field) => !known.fields.has(field)))).toEqual([]);
    for (const line of lines) {
      const fields = ['level', 'time', 'process', 'msg', ...(known.lines.get(String(line.msg)) ?? [])];
      expect(Object.keys(line)).toEqual(expect.arrayContaining(fields));
    }
    expect(new Set(lines.map((line) => line.process)).size).toBe(1);
    const answer = lines.find(({ msg }) => msg === 'answer ended');
    expect(answer).toMatchObject({ messageId: assistantMessage.id, outcome: 'complete', level: 'info' });
    // The request that started the answer has the same id.
    const asked = lines.find(({ msg, requestId }) => msg === 'request' && requestId === answer?.requestId);
    expect(asked).toMatchObject({ method: 'POST', status: 200 });
    expect([...known.lines.keys()]).toEqual(['request', 'answer ended']);
    expect(server.log()).not.toMatch(/private|secret=words/);
    expect(server.log()).not.toContain(user.email);
  });

  it('has debug lines from the start if the level was changed before there was a log', async () => {
    const command = [process.execPath, ...wasmFlags, '--import', signalAtSettings, 'dist/server/main.js'];
    const server = await startUnder(command, world.settings());
    expect(server.log().match(/"logLevel":"debug"/g)).toHaveLength(1);
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
    await until(() => server.log().includes('"level":"debug"'), 'a debug line is there');
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('may have a reader that stops reading: the server keeps running and stops on request', async () => {
    const server = await startServer({ ...world.settings(), LOG_LEVEL: 'debug' });
    server.stallLog();
    expect(new Set(await requests(server, 2000))).toEqual(new Set([200]));
    await signUpAt(server.url);
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('may be on a full disk: the server keeps running and stops on request', async () => {
    const full = openSync('/dev/full', 'w');
    const settings = { ...world.settings(), LOG_LEVEL: 'debug', PORT: String(await freePort()) };
    const server = await startServer(settings, { stdout: full });
    closeSync(full);
    expect(new Set(await requests(server, 500))).toEqual(new Set([200]));
    await signUpAt(server.url);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
