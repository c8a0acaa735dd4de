/**
 * The built server as a separate process, as an operator runs it: started, watched, stopped and killed. Processes that
 * a test file starts end with the file, even if it fails.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { searchPath } from '~/server/testing/environment';
import { wasmFlags } from '~/server/testing/wasm-flags';
import { inContainer } from './container';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Its output so far. */
  log(): string;
  /** Stops reading its output. */
  stallLog(): void;
  /** Sends a signal. Resolves when the process and its children have ended. */
  end(signal: Signal): Promise<Exit>;
  /** The same for its process group, like a terminal. Only processes of `npmStart` have their own group. */
  endGroup(signal: Signal): Promise<Exit>;
  /** Resolves when the process has ended for any reason. */
  readonly exited: Promise<Exit>;
}

type Signal = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Thrown when a server ends before it is ready. */
export class ServerDidNotStart extends Error {
  override readonly name = 'ServerDidNotStart';
  constructor(
    readonly exit: Exit,
    readonly log: string,
  ) {
    super(`The server ended before it was ready (${exit.code ?? exit.signal}):\n${log}`);
  }
}

const readyWithinMs = 120_000;
/** npm start may have to build the pages first. */
const builtWithinMs = 240_000;
const alive = new Set<ChildProcess>();
const folders = new Set<string>();
let isOver = false;

/**
 * Ends all processes of this test file, in afterAll. Processes that remain end with the test runner. Nothing can be
 * started afterwards, because a test that timed out keeps running in the background.
 */
export async function endAllServers(): Promise<void> {
  isOver = true;
  await Promise.all(
    [...alive].map((child) => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return exited;
    }),
  );
  removeFolders();
}
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
  removeFolders();
});

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.clear();
}

/** A new empty folder, removed with the servers. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-process-'));
  folders.add(folder);
  return folder;
}

/**
 * Starts a server on a free port and waits until /readyz reports that it is ready. It has only the given settings, none
 * of the machine or of a .env file. With `stdout`, its log is written to that file only, and PORT must be set.
 */
export function startServer(
  settings: Record<string, string>,
  output: { stdout?: number } = {},
): Promise<ServerProcess> {
  return startedBy([process.execPath, ...wasmFlags, 'dist/server/main.js'], settings, readyWithinMs, output);
}

/**
 * The same as process 1 of a container, which sees no other process. Signals go to `unshare`, so only SIGKILL works.
 */
export function startContainer(settings: Record<string, string>, namespaces: string[] = []): Promise<ServerProcess> {
  const command = [...inContainer(namespaces), process.execPath, ...wasmFlags, 'dist/server/main.js'];
  return startedBy(command, settings, readyWithinMs);
}

/** The same, started by any command. If it contains `unshare`, signals work as above. */
export const startUnder = (command: string[], settings: Record<string, string>): Promise<ServerProcess> =>
  startedBy(command, settings, readyWithinMs);

/** The same through `npm start`, in its own process group. Signals go to npm. */
export function npmStart(settings: Record<string, string>): Promise<ServerProcess> {
  return startedBy(['npm', 'start'], { npm_config_update_notifier: 'false', ...settings }, builtWithinMs);
}

async function startedBy(
  command: string[],
  settings: Record<string, string>,
  withinMs: number,
  output: { stdout?: number } = {},
): Promise<ServerProcess> {
  const { child, log, exited } = launch(command, settings, output.stdout);
  const started = Date.now();
  let exit: Exit | undefined;
  void exited.then((how) => {
    exit = how;
  });
  for (;;) {
    if (exit) throw new ServerDidNotStart(exit, log());
    const port = Number(settings.PORT) || Number(/"port":(\d+),.*"msg":"ready"/.exec(log())?.[1]);
    const url = `http://127.0.0.1:${port}`;
    if (port && (await statusOf(`${url}/readyz`)) === 200) {
      const end = (signal: NodeJS.Signals) => {
        child.kill(signal);
        return exited;
      };
      const pid = child.pid as number;
      const endGroup = (signal: NodeJS.Signals) => {
        process.kill(-pid, signal);
        return exited;
      };
      const stallLog = () => void child.stdout?.removeAllListeners('data').pause();
      return { url, port, pid, log, stallLog, end, endGroup, exited };
    }
    if (Date.now() - started > withinMs) throw new Error(`The server was not ready in time:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The status of a response; 0 without a response. */
export async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function launch([program = '', ...args]: string[], settings: Record<string, string>, stdout: number | 'pipe' = 'pipe') {
  if (isOver) throw new Error('The test file is over; it starts no more servers.');
  const child = spawn(program, args, {
    detached: program === 'npm',
    stdio: ['ignore', stdout, 'pipe'],
    env: onlySettings({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', TIMESTAMP_AUTHORITIES: 'none', ...settings }),
  });
  alive.add(child);
  const written: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => written.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => written.push(chunk));
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      alive.delete(child);
      resolve({ code, signal });
    });
  });
  return { child, exited, log: () => Buffer.concat(written).toString('utf8') };
}

/** The environment of a process with only the given settings, none of the machine or of a .env file. */
export function onlySettings(settings: Record<string, string>): NodeJS.ProcessEnv {
  // Empty values here override those of a .env file.
  const names = ['DATABASE_URL', 'REDIS_URL', 'AI_BASE_URL', 'AI_MODEL', 'PUBLIC_URL', 'AI_API_KEY', 'XAI_API_KEY'];
  names.push('OPENAI_API_KEY', 'SETUP_TOKEN', 'SMTP_URL', 'S3_BUCKET', 'S3_ENDPOINT');
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  return { PATH: searchPath(), NODE_ENV: 'production', SHUTDOWN_DELAY_SECONDS: '0', ...empty, ...settings };
}
