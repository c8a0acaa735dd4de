import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '~/server/db/client';
import {
  initPostgres,
  type PostgresProcess,
  postgresFolder,
  postgresPrograms,
  runPostgresProgram,
  startPostgres,
} from '~/server/testing/fakes/postgres-process';
import { until } from '~/server/testing/until';
import { migrationsDir } from '~/server/testing/worlds/database-image';
import { endAllServers, temporaryFolder } from '~/server/testing/worlds/server-process';

const running: PostgresProcess[] = [];
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await endAllServers();
});

const missing = postgresPrograms ? '' : ' (skipped: PostgreSQL is not installed)';

/** The settings as documented in docs/backups.md, with other folders. */
function documented(archive: string): Record<'archive_command' | 'restore_command', string> {
  const docs = readFileSync('docs/backups.md', 'utf8');
  const read = (name: string) => new RegExp(`^ *${name} = '(.*)'$`, 'm').exec(docs)?.[1] ?? '';
  const at = (command: string) => command.replaceAll('/archive/', `${archive}/`);
  return { archive_command: at(read('archive_command')), restore_command: at(read('restore_command')) };
}

const open = (server: PostgresProcess) =>
  openDatabase({
    databaseUrl: server.urlOf('qinsight'),
    dataDir: '/unused',
    migrationsDir,
    limits: { poolSize: 2, statementMs: 12_000 },
  });
type Opened = Awaited<ReturnType<typeof open>>;
const addUser = ({ db }: Opened, email: string) => db.user.create({ data: { email, password: '-' } });

describe.runIf(postgresPrograms)(`continuous archiving${missing}`, () => {
  it('restores the database as it was just before a mistake', async () => {
    const folder = postgresFolder(temporaryFolder());
    const [data, archive, base] = ['data', 'archive', 'base'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    postgresFolder(archive);
    const { archive_command, restore_command } = documented(archive);
    expect([archive_command, restore_command]).toEqual([expect.stringContaining('%p'), expect.stringContaining('%f')]);
    initPostgres(data);
    const server = await startPostgres(data, { archive_mode: 'on', wal_level: 'replica', archive_command });
    running.push(server);
    await server.query('CREATE DATABASE qinsight');
    const database = await open(server);
    await addUser(database, 'before@example.com');
    runPostgresProgram('pg_basebackup', ['-d', server.urlOf('postgres'), '-D', base, '-X', 'stream', '-c', 'fast']);
    await addUser(database, 'after@example.com');
    const [moment] = await server.query('SELECT clock_timestamp()::text AS at');
    await database.db.$executeRaw`DELETE FROM users`;
    await database.close();
    const [log] = await server.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await until(() => readdirSync(archive).includes(String(log?.name)));

    appendFileSync(
      path.join(base, 'postgresql.auto.conf'),
      `restore_command = '${restore_command}'\nrecovery_target_time = '${moment?.at}'\nrecovery_target_action = 'promote'\n`,
    );
    appendFileSync(path.join(base, 'recovery.signal'), '');
    const recovered = await startPostgres(base);
    running.push(recovered);
    const restored = await open(recovered);
    const users = await restored.db.user.findMany({ select: { email: true }, orderBy: { email: 'asc' } });
    await addUser(restored, 'later@example.com');
    await restored.close();
    expect(users).toEqual([{ email: 'after@example.com' }, { email: 'before@example.com' }]);
  });
});
