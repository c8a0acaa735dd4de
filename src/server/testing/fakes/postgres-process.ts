/** A separate PostgreSQL server for a test that needs its files or settings, if it is installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findProgram } from './find-program';
import { freePort } from './free-port';

/** Debian has a folder of programs per version. Null if it is not installed. */
export const postgresPrograms: string | null = findPrograms();

function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => path.join(debian, version, 'bin')).find((bin) => existsSync(`${bin}/initdb`));
  const onPath = findProgram('initdb');
  return found ?? (onPath && path.dirname(onPath));
}

/** PostgreSQL refuses to run as root. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A folder that the server's account may write to. */
export function postgresFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = account();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

export function runPostgresProgram(name: string, args: string[]): void {
  execFileSync(path.join(postgresPrograms ?? '', name), args, { ...account(), stdio: 'pipe', cwd: '/' });
}

export function initPostgres(data: string): void {
  runPostgresProgram('initdb', ['-D', data, '-U', 'qinsight', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
}

export interface PostgresProcess {
  port: number;
  urlOf(database: string): string;
  query(sql: string, database?: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Resolves when it accepts writes: a server in recovery accepts connections before that. */
export async function startPostgres(data: string, settings: Record<string, string> = {}): Promise<PostgresProcess> {
  const port = await freePort();
  const given = { listen_addresses: '127.0.0.1', unix_socket_directories: data, fsync: 'off', ...settings };
  const options = Object.entries({ ...given, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const program = path.join(postgresPrograms ?? '', 'postgres');
  const child = spawn(program, ['-D', data, ...options], {
    ...account(),
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (text) => (log += text));
  alive.add(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => alive.delete(child));
  const urlOf = (database: string) => `postgresql://qinsight@127.0.0.1:${port}/${database}`;
  const query = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf(database) });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows as Record<string, unknown>[];
  };
  for (let attempt = 0; ; attempt++) {
    const [row] = await query('SELECT NOT pg_is_in_recovery() AS ready').catch(() => []);
    if (row?.ready) break;
    if (attempt > 600 || child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    urlOf,
    query,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
}
