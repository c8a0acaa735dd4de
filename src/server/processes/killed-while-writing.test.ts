import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { adminSettings, createAcknowledgedWrites } from '~/server/testing/worlds/acknowledged-writes';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

/** KILLS=40 is the full test; a few find general errors. */
const kills = Number(process.env.KILLS ?? 5);

let model: ModelServer;
let database: ProcessDatabase;

beforeAll(async () => {
  [model, database] = await Promise.all([startModelServer({ script: { text: 'Done.' } }), createProcessDatabase()]);
});
afterAll(async () => {
  await endAllServers();
  await model?.close();
  await database?.drop();
});

it(
  'loses, duplicates or truncates nothing it acknowledged when killed while writing, and starts after each kill',
  async () => {
    const settings = {
      ...database.settings,
      ...adminSettings,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'test',
      MAX_CONCURRENT_ANSWERS: '100',
    };
    let server: ServerProcess = await startServer(settings);
    const writes = await createAcknowledgedWrites(server.url);
    for (let round = 0; round < kills; round++) {
      const sizes = () => Object.values(writes.acknowledged).map(({ size }) => size);
      const before = sizes();
      const writing = writes.write(server.url, round);
      const total = () => sizes().reduce((sum, size) => sum + size, 0);
      // The server is killed after a different number of writes in each round.
      const enough = total() + Math.floor(Math.random() * 60);
      const isEveryKindWritten = () => sizes().every((size, kind) => size > (before[kind] ?? 0));
      await until(() => isEveryKindWritten() && total() >= enough, `writes of every kind in round ${round}`, {
        details: server.log,
      });
      await server.end('SIGKILL');
      await writing;
      server = await startServer(settings);
      expect(await writes.problems(server.url), `round ${round}`).toEqual([]);
    }
  },
  // A kill and a start take two seconds on an idle machine, and much longer on a busy one.
  60_000 + kills * 30_000,
);
