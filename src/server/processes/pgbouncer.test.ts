import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrationFiles } from '~/server/db/migrate';
import { ensureOnServer } from '~/server/db/server-indexes';
import { ensureTextIndexes } from '~/server/db/text-indexes';
import { createLogger } from '~/server/lib/logger';
import { apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { type PgbouncerProcess, pgbouncerBinary, startPgbouncer } from '~/server/testing/fakes/pgbouncer-process';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

const missing = !databaseServer
  ? ' (skipped: needs a PostgreSQL server; set TEST_DATABASE_URL)'
  : pgbouncerBinary
    ? ''
    : ' (skipped: this machine has no pgbouncer)';

/** Fewer than the servers would open without a limit. */
const connections = 4;
const users = 6;
const questionsEach = 5;

/** As the role has it in production.md, but for this database only. */
const limitStatements = `DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET statement_timeout = %L', current_database(), '12s');
END $$`;

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

describe.runIf(missing === '')(`pgbouncer in transaction mode${missing}`, () => {
  let model: ModelServer;
  let database: ProcessDatabase;
  let pooler: PgbouncerProcess;
  let servers: ServerProcess[];

  beforeAll(async () => {
    [model, database] = await Promise.all([startModelServer({ script: { text: 'Done.' } }), createProcessDatabase()]);
    await query(database.settings.DATABASE_URL, limitStatements);
    pooler = await startPgbouncer(database.settings.DATABASE_URL, connections);
    const settings = {
      ...database.settings,
      DATABASE_URL: pooler.url,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'test',
      MAX_CONCURRENT_ANSWERS: '100',
    };
    servers = await Promise.all([startServer(settings), startServer(settings)]);
  });
  afterAll(async () => {
    await endAllServers();
    await Promise.all([pooler?.close(), model?.close()]);
    await database?.drop();
  });

  it('lets two servers that start at once apply each migration once', () => {
    const applied = servers.flatMap((server) =>
      [...server.log().matchAll(/"migrations":(\[[^\]]*\])/g)].flatMap(
        ([, list = '[]']) => JSON.parse(list) as string[],
      ),
    );
    expect(applied.sort()).toEqual(readMigrationFiles('prisma/migrations').map(({ name }) => name));
  });

  it('keeps every message of several users on both servers, and every answer', async () => {
    await Promise.all(
      Array.from({ length: users }, async (_, n) => {
        const [here, there] = n % 2 ? servers : [...servers].reverse();
        const user = await signUpAt(here?.url ?? '');
        const client = apiClient(here?.url ?? '', user.cookie);
        const { id: conversationId } = await client.conversations.create.mutate({});
        const asked: string[] = [];
        for (let turn = 0; turn < questionsEach; turn++) {
          const content = `Question ${turn} of ${n}`;
          await client.messages.send.mutate(question(content, { conversationId }));
          asked.push(content, 'Done.');
          // One server reads what the other one stored.
          const stored = () => apiClient(there?.url ?? '', user.cookie).messages.list.query({ conversationId });
          await until(async () => (await stored()).items.at(-1)?.metadata.processing === false, `answer ${turn}`);
          expect((await stored()).items.map((message) => message.content)).toEqual(asked);
        }
      }),
    );
    for (const server of servers) expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  });

  it('builds indexes without lifting the limit of the connections that all clients share', async () => {
    const { DATA_DIR } = database.settings;
    const logger = createLogger({ level: 'silent', isProduction: true });
    const settings = { env: { DATABASE_URL: pooler.url, DATA_DIR }, database: { isEmbedded: false }, logger };
    await ensureOnServer(settings, (connection, build) => ensureTextIndexes(connection, build, -1));
    const built = await query(
      pooler.url,
      `SELECT indisvalid FROM pg_index WHERE indexrelid = 'users_text_idx'::regclass`,
    );
    expect(built).toEqual([{ indisvalid: true }]);
    const clients = Array.from({ length: connections * 4 }, () => query(pooler.url, 'SHOW statement_timeout'));
    expect((await Promise.all(clients)).flat()).toEqual(clients.map(() => ({ statement_timeout: '12s' })));
  });
});
