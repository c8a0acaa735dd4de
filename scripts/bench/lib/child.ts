/** Child processes of a benchmark: started and measured by it, and ended with it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

const running = new Set<ChildProcess>();
const folders: string[] = [];
/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  // A killed child may still be writing, so removing its folder is retried.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** Created for the benchmark, and removed when it exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-bench-'));
  folders.push(folder);
  return folder;
}

/** Kills the child when the benchmark exits. */
export function keep<T extends ChildProcess>(child: T): T {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function stopChild(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM', maxWaitMs = 10_000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), maxWaitMs);
  await exited;
  clearTimeout(killTimer);
}

/** CPU time of all its threads so far, in milliseconds. */
export function cpuMs(pid: number): number {
  return timesOf(pid).own;
}

/** The same including child processes, even ended ones. */
export function familyCpuMs(pid: number): number {
  const { own, ended } = timesOf(pid);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), own + ended);
}

/** The ids of its running child processes. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
}

function timesOf(pid: number) {
  const fields = statOf(pid);
  const ms = (index: number) => ((Number(fields[index]) + Number(fields[index + 1])) / ticksPerSecond) * 1000;
  return { own: ms(11), ended: ms(13) };
}

/** Undefined for a process that has just ended. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return undefined;
  }
}

function statOf(pid: number): string[] {
  // The second field is the program's name in parentheses and may contain spaces.
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

/** Resident memory in MB: current or peak. */
export function residentMb(pid: number, which: 'now' | 'peak' = 'now'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM';
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** Starts a part of the benchmark in a child process. It sends a message such as `{ port }` once it is ready. */
export async function startPart<Ready>(file: string, args: string[] = []): Promise<Part<Ready>> {
  const child = keep(
    fork(path.resolve(import.meta.dirname, '..', file), args, {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  );
  const part: Omit<Part<Ready>, 'ready'> = {
    pid: child.pid as number,
    async ask<Answer>(question: unknown) {
      child.send(question as object);
      return nextMessage<Answer>(child, file);
    },
    stop: () => stopChild(child),
  };
  return { ...part, ready: await nextMessage<Ready>(child, file) };
}

export interface Part<Ready> {
  pid: number;
  ready: Ready;
  /** Sends a question and resolves with the answer. One at a time. */
  ask<Answer>(question: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

function nextMessage<T>(child: ChildProcess, file: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${file} ended with code ${code}.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as T);
    });
  });
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
