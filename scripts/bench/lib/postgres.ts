/** A temporary PostgreSQL server with default settings, so that commits reach the disk as in production. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { familyCpuMs, freePort, keep, stopChild, temporaryFolder } from './child';

export interface Cluster {
  /** Creates an empty database. */
  createDatabase(name: string): Promise<string>;
  /** CPU time of all its processes so far, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export async function startPostgres(more: Record<string, string> = {}): Promise<Cluster> {
  const bin = binaries();
  const owner = unprivileged();
  const folder = temporaryFolder();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...owner,
    stdio: 'pipe',
    cwd: folder,
  });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    logging_collector: 'off',
    ...more,
  };
  const server = keep(
    spawn(
      path.join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      {
        ...owner,
        stdio: 'ignore',
        cwd: folder,
      },
    ),
  );
  const urlOf = (database: string) => `postgresql://bench@127.0.0.1:${port}/${database}`;
  await untilConnected(urlOf('postgres'));
  return {
    async createDatabase(name) {
      await query(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    cpuMs: () => familyCpuMs(server.pid as number),
    async stop() {
      await stopChild(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder of the PostgreSQL programs. Debian has one per version; elsewhere they are on the path. */
function binaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((v) => path.join(debian, v, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  const found = folders.find((folder) => existsSync(path.join(folder, 'initdb')));
  if (!found) throw new Error('PostgreSQL is not installed: on Debian, apt-get install postgresql.');
  return found;
}

/** A user without privileges, because PostgreSQL can't run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function untilConnected(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return void (await query(url, 'SELECT 1'));
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
