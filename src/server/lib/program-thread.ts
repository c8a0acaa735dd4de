/**
 * Runs a program in a thread, for work whose time or memory depends on untrusted input. Started on demand, ended when
 * idle, with one request at a time.
 */
import { Worker } from 'node:worker_threads';
import { programFile, translatingModule } from './program-file';
import { untilAborted } from './wait';

const idleMs = 60_000;
/** Extra time for a new thread, which loads its program first. */
const startMs = 30_000;

/** A request exceeded its time or memory limit. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

export interface ProgramThread<Request, Reply> {
  /** Throws TooCostly, the signal's reason, or the error of the program. */
  ask(request: Request, signal: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

interface ProgramOptions {
  /** The program's file name in the build, without its extension. */
  name: string;
  /** A file in the program's folder. */
  neighbor: string;
  longestMs: number;
  heapMb: number;
  /** Environment variables; empty by default, because most programs read untrusted input. */
  env?: Record<string, string>;
}

interface Thread {
  worker: Worker;
  hasAnswered: boolean;
}

export function createProgramThread<Request, Reply>(options: ProgramOptions): ProgramThread<Request, Reply> {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = thread?.worker.terminate();
    thread = undefined;
    await ended;
  }

  async function askNow(request: Request, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    clearTimeout(idle);
    thread ??= { worker: startThread(options), hasAnswered: false };
    const withinMs = options.longestMs + (thread.hasAnswered ? 0 : startMs);
    try {
      const reply = await replyOf<Reply>(thread.worker, request, withinMs, signal);
      thread.hasAnswered = true;
      thread.worker.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
      return reply;
    } catch (error) {
      await end();
      throw error;
    }
  }

  return {
    ask(request, signal) {
      const result = queue.then(() => askNow(request, signal));
      queue = result.catch(() => {});
      // Aborting while the request waits for earlier ones rejects at once.
      return untilAborted(result, signal);
    },
    async close() {
      await queue;
      await end();
    },
  };
}

function replyOf<Reply>(worker: Worker, request: unknown, withinMs: number, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const fail = (error: unknown) => {
      settle();
      reject(error);
    };
    const onMessage = (reply: Reply) => {
      settle();
      resolve(reply);
    };
    const onAbort = () => fail(signal.reason);
    const onExit = (code: number) => fail(new Error(`The thread ended with ${code}`));
    const onError = (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooCostly('Out of memory') : error);
    const timer = setTimeout(() => fail(new TooCostly(`No result after ${withinMs} ms`)), withinMs);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(request);
  });
}

function startThread({ name, neighbor, heapMb, env = {} }: ProgramOptions): Worker {
  const limits = { env, resourceLimits: { maxOldGenerationSizeMb: heapMb } };
  const { file, isSource } = programFile(name, neighbor);
  return isSource ? new Worker(translatingModule(file), { ...limits, eval: true }) : new Worker(file, limits);
}
