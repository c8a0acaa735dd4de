/** Checks the database: reachable, new enough, migrated, with an administrator and the right time. */

import { readMigrations } from '~/server/backup/tables';
import { DataFolderUnusable } from '~/server/db/data-folder';
import { DataFolderInUse } from '~/server/db/data-folder-lock';
import { NoDatabase } from '~/server/db/embedded';
import { readMigrationFiles } from '~/server/db/migrate';
import { openSession, type Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import type { StoredAccount } from '~/server/features/web/search-catalog';
import { counted } from '~/server/operator/ended-access';
import { checkLastBackup } from './backups';
import { checkEncryptedFiles, checkEncryptedMessages } from './encrypted-files';
import { type Finding, fail, ok, warn } from './finding';
import { readEndpoints, type StoredEndpoint } from './model-endpoints';
import { readSearchProviders } from './search-providers';
import { checkSecrets } from './secrets';
import { checkTextIndexes } from './text-indexes';
import { checkCalendars, checkTimestamps } from './timestamps';
import { checkVectors } from './vectors';

const minVersion = 15;

export interface CheckedDatabase {
  findings: Finding[];
  /** Called after the database is closed, because their responses may take a minute. */
  endpoints: StoredEndpoint[];
  searchProviders: StoredAccount[];
}

export async function checkDatabase(env: Env, { migrationsDir }: { migrationsDir: string }): Promise<CheckedDatabase> {
  const only = (...findings: Finding[]): CheckedDatabase => ({ findings, endpoints: [], searchProviders: [] });
  let session: Session;
  try {
    session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: false });
  } catch (error) {
    if (error instanceof NoDatabase) return only(ok('database', 'embedded, not created yet; created at first start'));
    if (error instanceof DataFolderInUse) return only(await checkRunningServer(env, error), endpointsUnread);
    if (error instanceof DataFolderUnusable) return only(fail('database', error.message, 'Restore a backup.'));
    throw error;
  }
  try {
    const beforeMs = Date.now();
    const [facts] = await session.query(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
              extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`,
    );
    const clock = checkClock(Number(facts?.now) - (beforeMs + Date.now()) / 2);
    const [version, encoding] = [String(facts?.version), String(facts?.encoding)];
    const kind = session.kind === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL';
    const findings = [
      Number.parseInt(version, 10) < minVersion
        ? fail('database', `${kind} ${version} is too old`, `Use PostgreSQL ${minVersion} or newer.`)
        : ok('database', `${kind} ${version}`),
      ...(encoding === 'UTF8'
        ? []
        : [fail('database', `the encoding is ${encoding}`, 'Create the database with ENCODING UTF8.')]),
      clock,
    ];
    const migrations = checkMigrations(await readMigrations(session), migrationsDir);
    if (migrations.state !== 'ok') return only(...findings, migrations);
    // Read here, because only one session can open the embedded database.
    const [users, endpoints] = [await checkUsers(session), await readEndpoints(session)];
    const indexes = [await checkVectors(env, session, endpoints), ...(await checkTextIndexes(session))];
    const searchProviders = await readSearchProviders(session);
    const timestamps = [
      await checkTimestamps(env.TIMESTAMP_AUTHORITIES, session),
      ...(await checkCalendars(env.OPENTIMESTAMPS_CALENDARS, session)),
    ];
    const lastBackup = await checkLastBackup(env, session.query);
    const secrets = [
      ...(await checkSecrets(env, session.query)),
      await checkEncryptedFiles(env, session.query),
      await checkEncryptedMessages(env, session.query),
    ];
    return {
      findings: [...findings, migrations, users, ...indexes, ...timestamps, ...secrets, ...lastBackup],
      endpoints,
      searchProviders,
    };
  } finally {
    await session.close();
  }
}

const endpointsUnread = ok(
  'model endpoints',
  'not checked while the server runs on the embedded database; test them under Settings, Admin, AI Models',
);

/** Only the running server can open the embedded database, so check its readiness instead. */
async function checkRunningServer({ HOST, PORT }: Env, inUse: DataFolderInUse): Promise<Finding> {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`;
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (response?.status === 200) return ok('database', 'embedded, in use by the running server, which is ready');
  const message = response ? `${url} returned ${response.status}: ${await response.text()}` : inUse.message;
  return warn('database', message, 'Stop that process and run doctor again.');
}

function checkClock(offMs: number): Finding {
  const seconds = Math.abs(offMs) / 1000;
  const fix = 'Sync the clocks of both machines (NTP): sessions and leases compare them.';
  if (seconds > 60) return fail('clock', `the database clock is off by ${seconds.toFixed(0)} s`, fix);
  if (seconds > 5) return warn('clock', `the database clock is off by ${seconds.toFixed(1)} s`, fix);
  return ok('clock', `${new Date().toISOString()}, same as the database`);
}

function checkMigrations(applied: { name: string; checksum: string }[], migrationsDir: string): Finding {
  const check = 'migrations';
  const known = new Map(readMigrationFiles(migrationsDir).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      return fail(
        check,
        `the database was created by a newer version (${name})`,
        'Run that version, or restore an older backup.',
      );
    if (known.get(name) !== checksum)
      return fail(check, `${name} was changed after it was applied`, 'Restore its file.');
  }
  const waiting = known.size - applied.length;
  if (waiting > 0)
    return warn(check, `${waiting} not applied yet`, 'The next start applies them. Back up first (npm run backup).');
  return ok(check, `all ${applied.length} applied`);
}

async function checkUsers(session: Session): Promise<Finding> {
  const [row] = await session.query(
    'SELECT count(*)::int AS users, (count(*) FILTER (WHERE is_admin AND NOT is_locked))::int AS admins FROM users',
  );
  const { users, admins } = row as { users: number; admins: number };
  if (admins === 0)
    return warn(
      'users',
      `${counted(users, 'account')}, no administrator`,
      'Run npm run setup -- --email you@example.com',
    );
  return ok('users', `${counted(users, 'account')}, ${counted(admins, 'administrator')}`);
}
