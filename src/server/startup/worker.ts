/** How a server process differs when it runs under the supervisor. */
import cluster from 'node:cluster';
import type { Env } from '~/server/env';
import type { WorkerReady } from './supervise';

/** Each process serves its metrics on its own port. */
export function workerEnv(env: Env, args: readonly string[] = process.argv): Env {
  const number = Number(/^--worker=(\d+)$/.exec(args.at(-1) ?? '')?.[1] ?? 0);
  return env.METRICS_PORT ? { ...env, METRICS_PORT: env.METRICS_PORT + number } : env;
}

/** The supervisor prints the announcement once for all processes. */
export function announce(announcement: string): void {
  const message: WorkerReady = { announcement };
  if (cluster.isWorker) process.send?.(message);
  else process.stdout.write(announcement);
}
