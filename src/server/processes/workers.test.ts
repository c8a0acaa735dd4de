import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, openSocket, question, signUpAt, watchOver } from '~/server/testing/clients/api-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

const missing = databaseServer ? '' : ' (skipped: several processes need a PostgreSQL server; set TEST_DATABASE_URL)';

let model: ModelServer;
let database: ProcessDatabase;

beforeAll(async () => {
  [model, database] = await Promise.all([startModelServer(), createProcessDatabase()]);
});
afterAll(async () => {
  await endAllServers();
  await Promise.all([model.close(), database.drop()]);
});

const settings = async (more: Record<string, string> = {}) => ({
  ...database.settings,
  PORT: String(await freePort()),
  AI_BASE_URL: model.baseUrl,
  AI_MODEL: 'test',
  WEB_CONCURRENCY: '2',
  ...more,
});

/** The processes under the supervisor. */
const workersOf = ({ pid }: ServerProcess): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
const isGone = (pid: number) => parentOf(String(pid)) === undefined;

const untilReady = (server: ServerProcess, times: number) =>
  until(() => (server.log().match(/"msg":"ready"/g)?.length ?? 0) >= times, `a process was ready ${times} times`, {
    details: server.log,
  });

async function startWorkers(more?: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(await settings(more));
  await untilReady(server, 2);
  return server;
}

describe.runIf(missing === '')(`two processes from one command${missing}`, () => {
  it('respond on one port, announce it once, and are replaced when they exit', async () => {
    const server = await startWorkers();
    expect(server.log().match(/open it and create an account/g)).toHaveLength(1);
    const user = await signUpAt(server.url);
    model.queue({ text: scriptedTokens(30), pauseAfterTokens: 5 });
    const index = model.requests.length;
    const sent = await apiClient(server.url, user.cookie).messages.send.mutate(question());
    const { id, conversationId } = sent.assistantMessage;
    await model.request(index);
    const before = workersOf(server);
    expect(before).toHaveLength(2);
    for (const [index, pid] of before.entries()) {
      process.kill(pid, 'SIGKILL');
      await untilReady(server, 3 + index);
      expect(await statusOf(`${server.url}/readyz`)).toBe(200);
    }
    expect(workersOf(server).filter((pid) => before.includes(pid))).toEqual([]);
    expect(server.log()).toContain('process ended; starting another');
    // One of the two was generating the answer; another process has closed it.
    await until(async () => {
      const { items } = await apiClient(server.url, user.cookie).messages.list.query({ conversationId });
      return items.find((message) => message.id === id)?.metadata.processing === false;
    }, 'the answer is closed');
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    // The last lines of the processes may arrive after the end of their supervisor.
    await until(() => server.log().match(/"msg":"stopped"/g)?.length === 2, 'both have stopped', {
      details: server.log,
    });
  });

  it('show an answer live on both, without Redis and without reading it from the database', async () => {
    const server = await startWorkers();
    const user = await signUpAt(server.url);
    const tokens = scriptedTokens(30);
    model.queue({ text: tokens, pauseAfterTokens: 5 });
    const sent = await apiClient(server.url, user.cookie).messages.send.mutate(question());
    const { id, conversationId } = sent.assistantMessage;
    // Connections are distributed in turn, so each process has subscribers, and one of them generates the answer.
    const sockets = Array.from({ length: 6 }, () => openSocket({ port: server.port, cookie: user.cookie }));
    const watches = sockets.map((socket) => watchOver(socket, conversationId));
    const allHave = (text: string) =>
      until(() => watches.every((watch) => watch.text(id) === text), 'all have the text');
    await allHave(tokens.slice(0, 5).join(''));
    const blocker = new pg.Client({ connectionString: database.settings.DATABASE_URL });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE answer_pieces IN ACCESS EXCLUSIVE MODE');
    model.release();
    await allHave(tokens.join(''));
    await blocker.query('ROLLBACK');
    await blocker.end();
    await until(() => watches.every((watch) => watch.finished(id)), 'all have the end');
    expect(watches.flatMap(({ misplaced }) => misplaced)).toEqual([]);
    for (const watch of watches) watch.stop();
    await Promise.all(sockets.map((socket) => socket.close()));
    await server.end('SIGTERM');
  });

  it('end with the supervisor when it is killed, and forward a change of the log level', async () => {
    const server = await startWorkers({ METRICS_PORT: '0' });
    const workers = workersOf(server);
    process.kill(server.pid, 'SIGUSR2');
    await until(() => server.log().match(/"logLevel":"debug"/g)?.length === 2, 'both have another level');
    await server.end('SIGKILL');
    await until(() => workers.every(isGone), 'no process is left');
    expect(workers).toHaveLength(2);
  });

  it('report once that the port is in use, and exit', async () => {
    const server = await startServer(await settings());
    const second = await startServer(await settings({ PORT: String(server.port) }));
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.log().match(/Another program uses this port/g)).toHaveLength(1);
    await server.end('SIGTERM');
  });
});

it('are rejected with the embedded database, which supports one process', async () => {
  const refused = await startServer({ WEB_CONCURRENCY: '2', METRICS_TOKEN: 'a'.repeat(16) }).catch(String);
  expect(refused).toContain('DATABASE_URL: required with WEB_CONCURRENCY above 1');
  expect(refused).toContain('METRICS_PORT: required with METRICS_TOKEN and WEB_CONCURRENCY above 1');
});
