/** The database: reachable, new enough, with the tables of this version, an administrator and the right time. */
import { DataFolderUnusable } from '~/server/db/data-folder';
import { DataFolderInUse } from '~/server/db/data-folder-lock';
import { NoDatabase } from '~/server/db/embedded';
import { readMigrationFiles } from '~/server/db/migrate';
import { openSession, type Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import { readMigrations } from '~/server/operator/backup/tables';
import { type Finding, fail, ok, warn } from './finding';

const leastVersion = 15;

export async function examineDatabase(env: Env, { migrationsDir }: { migrationsDir: string }): Promise<Finding[]> {
  let session: Session;
  try {
    session = await openSession({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayCreate: false });
  } catch (error) {
    if (error instanceof NoDatabase) return [ok('database', 'embedded, not there yet; the first start makes it')];
    if (error instanceof DataFolderInUse) return [await examineRunningServer(env, error)];
    if (error instanceof DataFolderUnusable) return [fail('database', error.message, 'Restore a backup.')];
    throw error;
  }
  try {
    const beforeMs = Date.now();
    const [about] = await session.query(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
              extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`,
    );
    const clock = examineClock(Number(about?.now) - (beforeMs + Date.now()) / 2);
    const [version, encoding] = [String(about?.version), String(about?.encoding)];
    const kind = session.kind === 'embedded' ? 'embedded PostgreSQL' : 'PostgreSQL';
    const findings = [
      Number.parseInt(version, 10) < leastVersion
        ? fail('database', `${kind} ${version} is too old`, `Use PostgreSQL ${leastVersion} or newer.`)
        : ok('database', `${kind} ${version}`),
      ...(encoding === 'UTF8'
        ? []
        : [fail('database', `its encoding is ${encoding}`, 'Create the database with ENCODING UTF8.')]),
      clock,
    ];
    const migrations = examineMigrations(await readMigrations(session), migrationsDir);
    return [...findings, migrations, ...(migrations.state === 'ok' ? [await examinePeople(session)] : [])];
  } finally {
    await session.close();
  }
}

/** The embedded database is the server's while it runs; then the server is asked how it is. */
async function examineRunningServer({ HOST, PORT }: Env, inUse: DataFolderInUse): Promise<Finding> {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (answer?.status === 200) return ok('database', 'embedded, in use by the running server, which says it is ready');
  const words = answer ? `the server answers ${url} with ${answer.status}: ${await answer.text()}` : inUse.message;
  return warn('database', words, 'Stop that process and ask again.');
}

function examineClock(offMs: number): Finding {
  const seconds = Math.abs(offMs) / 1000;
  const mend = 'Let both machines follow a time server (NTP): sessions and leases compare their clocks.';
  if (seconds > 60) return fail('clock', `the database is ${seconds.toFixed(0)} seconds off`, mend);
  if (seconds > 5) return warn('clock', `the database is ${seconds.toFixed(1)} seconds off`, mend);
  return ok('clock', `${new Date().toISOString()}, and the database agrees`);
}

function examineMigrations(applied: { name: string; checksum: string }[], migrationsDir: string): Finding {
  const about = 'migrations';
  const known = new Map(readMigrationFiles(migrationsDir).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    if (!known.has(name))
      return fail(
        about,
        `the database was made by a newer version (${name})`,
        'Start that version, or restore an older backup.',
      );
    if (known.get(name) !== checksum)
      return fail(about, `${name} was changed after it was applied`, 'Restore its file.');
  }
  const waiting = known.size - applied.length;
  if (waiting > 0)
    return warn(
      about,
      `${waiting} are not applied yet`,
      'The next start applies them: back up first (npm run backup).',
    );
  return ok(about, `all ${applied.length} applied`);
}

async function examinePeople(session: Session): Promise<Finding> {
  const [row] = await session.query(
    'SELECT count(*)::int AS people, (count(*) FILTER (WHERE is_admin AND NOT is_locked))::int AS admins FROM users',
  );
  const { people, admins } = row as { people: number; admins: number };
  if (admins === 0)
    return warn('people', `${people} accounts, none an administrator`, 'npm run setup -- --email you@example.com');
  return ok('people', `accounts: ${people}, administrators: ${admins}`);
}
