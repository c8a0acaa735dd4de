/** A real pgbouncer in transaction mode, if it is installed. It ends with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from './find-program';
import { freePort, isListening } from './free-port';

/** pgbouncer's location; null if it is not installed. */
export const pgbouncerBinary = findProgram('pgbouncer');

export interface PgbouncerProcess {
  /** URL of the given database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** All clients share `connections` of the database, transaction by transaction. */
export async function startPgbouncer(databaseUrl: string, connections: number): Promise<PgbouncerProcess> {
  if (!pgbouncerBinary) throw new Error('This machine has no pgbouncer.');
  const url = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-pgbouncer-'));
  const file = path.join(folder, 'pgbouncer.ini');
  const password = url.password ? ` password=${decodeURIComponent(url.password)}` : '';
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port || 5432} user=${decodeURIComponent(url.username)}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  // It refuses to run as root, and the other account must be able to read its settings.
  chmodSync(folder, 0o755);
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  let log = '';
  const child = spawn(pgbouncerBinary, [...account, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (data) => (log += data));
  alive.add(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => alive.delete(child));
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt > 500 || child.exitCode !== null) throw new Error(`pgbouncer did not start:\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async close() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
