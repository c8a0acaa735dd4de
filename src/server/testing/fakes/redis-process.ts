/** A real Redis for tests, if it is installed: in memory only, on its own port, ended with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { findProgram } from './find-program';
import { freePort, isListening } from './free-port';

/** redis-server's location; null if it is not installed. */
export const redisBinary: string | null = findProgram('redis-server');

export interface RedisProcess {
  readonly port: number;
  readonly url: string;
  /** Ends at once, like kill -9. */
  kill(): Promise<void>;
  /** Starts again on the same port, empty. */
  restart(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

export async function startRedis(): Promise<RedisProcess> {
  const port = await freePort();
  let child = await launch(port);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(child),
    async restart() {
      child = await launch(port);
    },
  };
}

async function launch(port: number): Promise<ChildProcess> {
  if (!redisBinary) throw new Error('This machine has no redis-server.');
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(redisBinary, [...options, '--dir', os.tmpdir()], { stdio: 'ignore' });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt > 500 || child.exitCode !== null) throw new Error('redis-server did not start.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

function end(child: ChildProcess): Promise<void> {
  if (!alive.has(child)) return Promise.resolve();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return exited;
}
