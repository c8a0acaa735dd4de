/** The built server as in production: a separate process, measured from outside. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { freePort, keep, stopChild, temporaryFolder } from './child';

const root = path.resolve(import.meta.dirname, '../../..');
/** BENCH_SERVER selects another build than dist/server, for comparisons. */
const program = path.resolve(root, process.env.BENCH_SERVER ?? 'dist/server/main.js');

/** BENCH_NODE_OPTIONS="--cpu-prof --cpu-prof-dir=…" profiles the server during the measurement. */
const nodeOptions = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];

export interface RunningServer {
  pid: number;
  url: string;
  /** From the start of the process until /readyz succeeds. */
  readyMs: number;
  stop(): Promise<void>;
  /** Kills the process like a power failure: nothing is closed or flushed. */
  kill(): Promise<void>;
}

export async function startServer(settings: Record<string, string>): Promise<RunningServer> {
  if (!existsSync(program)) throw new Error('The server is not built: run npm run build.');
  // With PORT and DATA_DIR in the settings, a server replaces one that was killed.
  const port = settings.PORT ?? String(await freePort());
  // An empty working directory, so that no .env file affects the measurement.
  const cwd = temporaryFolder();
  const started = performance.now();
  const child = keep(
    spawn(process.execPath, [...nodeOptions, program], {
      cwd,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PRICE_PROVIDER: 'none',
        TIMESTAMP_AUTHORITIES: 'none',
        PORT: port,
        DATA_DIR: path.join(cwd, 'data'),
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(`${url}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    if (performance.now() - started > 120_000) throw new Error('The server is not ready after 120 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const end = async (signal: NodeJS.Signals) => {
    await stopChild(child, signal);
    rmSync(cwd, { recursive: true, force: true });
  };
  return {
    pid: child.pid as number,
    url,
    readyMs: performance.now() - started,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Settings for the fake endpoint with answers of a given shape. */
export const connectedTo = (upstreamPort: number, model: string, api: 'responses' | 'chat' = 'responses') => ({
  AI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
  AI_MODEL: model,
  AI_API: api,
});

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}
