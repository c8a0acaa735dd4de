import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, question, registerAt } from '~/server/testing/clients/api-client';
import { type ChaosProxy, startChaosProxy } from '~/server/testing/fakes/chaos-proxy';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer } from '~/server/testing/worlds/server-process';

const missing = databaseServer ? '' : ' (skipped: needs a PostgreSQL server; set TEST_DATABASE_URL)';
const title = 'How rates move';

describe.runIf(databaseServer !== '')(`a database outage while a job runs${missing}`, () => {
  let model: ModelServer;
  let database: ProcessDatabase;
  /** The proxy between the server and PostgreSQL. */
  let line: ChaosProxy;
  /** A direct connection, without the proxy. */
  let direct: pg.Client;

  beforeAll(async () => {
    [model, database] = await Promise.all([
      startModelServer({ title: { text: title, pauseAfterTokens: 0 } }),
      createProcessDatabase(),
    ]);
    direct = new pg.Client({ connectionString: database.settings.DATABASE_URL });
    await direct.connect();
  });
  afterAll(async () => {
    await endAllServers();
    await direct?.end();
    await Promise.all([line?.close(), model?.close()]);
    await database?.drop();
  });

  const titleJobs = async () =>
    (await direct.query("SELECT state, attempts FROM jobs WHERE kind = 'conversation.title'")).rows;

  it('stores its result afterwards: the job is neither lost nor counted as failed', async () => {
    const url = new URL(database.settings.DATABASE_URL);
    line = await startChaosProxy(Number(url.port || 5432), url.hostname);
    url.hostname = '127.0.0.1';
    url.port = String(line.port);
    const settings = { ...database.settings, DATABASE_URL: url.href, AI_BASE_URL: model.baseUrl, AI_MODEL: 'test' };
    const server = await startServer(settings);
    const user = await registerAt(server.url);
    const client = apiClient(server.url, user.cookie);
    const { conversation } = await client.messages.send.mutate(question());
    await until(async () => (await titleJobs())[0]?.state === 'running', 'the title is asked for');

    line.refuse(true);
    line.cut('reset');
    // The model may not have been called yet: release everything that waits for it.
    await until(
      () => {
        model.release();
        return server.log().includes('failed to save the result of a job');
      },
      'the job ends without a database',
      { details: server.log },
    );
    expect(await titleJobs()).toEqual([{ state: 'running', attempts: 1 }]);
    line.refuse(false);

    // Its lease expires, and it runs again, because it has two attempts.
    await until(
      async () => {
        model.release();
        return (await titleJobs()).length === 0;
      },
      'the job is done',
      { withinMs: 120_000, details: server.log },
    );
    const { rows } = await direct.query('SELECT title, titled_by FROM conversations WHERE id = $1', [conversation.id]);
    expect(rows).toEqual([{ title, titled_by: 'model' }]);
    await server.end('SIGTERM');
  });
});
