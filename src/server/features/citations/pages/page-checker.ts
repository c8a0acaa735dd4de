/** The thread that compares claims with pages: started when it is needed, ended when it was not for a while. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CitedClaims, PageCheck } from './check-cited';
import type { PageReply, PageRequest } from './check-pages-worker';

const idleMs = 60_000;
/** Far more than any page of the longest stored length takes. */
const longestMs = 10_000;
/** A thread that has just started reads its program first. */
const startMs = 30_000;
const heapMb = 192;

/** A page whose comparison takes too long, or more memory than it may. */
export class PageTooCostly extends Error {
  override readonly name = 'PageTooCostly';
}

export interface PageChecker {
  /** One result for each of the claims. Throws PageTooCostly, or the signal's reason. */
  check(text: string, claims: readonly CitedClaims[], signal: AbortSignal): Promise<PageCheck[]>;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  hasAnswered: boolean;
}

/** Pages are compared one after the other. */
export function createPageChecker(limits: { longestMs: number } = { longestMs }): PageChecker {
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = thread?.worker.terminate();
    thread = undefined;
    await ended;
  }

  async function checkNow(request: PageRequest, signal: AbortSignal): Promise<PageCheck[]> {
    signal.throwIfAborted();
    clearTimeout(idle);
    thread ??= { worker: startThread(), hasAnswered: false };
    const withinMs = limits.longestMs + (thread.hasAnswered ? 0 : startMs);
    try {
      const reply = await replyOf(thread.worker, request, withinMs, signal);
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
    check(text, claims, signal) {
      const checked = queue.then(() => checkNow({ text, claims }, signal));
      queue = checked.catch(() => {});
      return checked;
    },
    async close() {
      await queue;
      await end();
    },
  };
}

/** The thread of this process. At rest it does not keep the process from ending. */
export const pageChecker = createPageChecker();

function replyOf(worker: Worker, request: PageRequest, withinMs: number, signal: AbortSignal): Promise<PageReply> {
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
    const onMessage = (reply: PageReply) => {
      settle();
      resolve(reply);
    };
    const onAbort = () => fail(signal.reason);
    const onExit = (code: number) => fail(new Error(`The page checker ended with ${code}`));
    const onError = (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PageTooCostly('Out of memory') : error);
    const timer = setTimeout(() => fail(new PageTooCostly(`No result after ${withinMs} ms`)), withinMs);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(request);
  });
}

/** Beside this file: one file of the built server, or the source, which the thread translates first. */
function startThread(): Worker {
  const limits = { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMb } };
  if (!import.meta.filename.endsWith('.ts'))
    return new Worker(path.join(import.meta.dirname, 'check-pages-worker.js'), limits);
  const tsx = path.dirname(createRequire(import.meta.filename).resolve('tsx/package.json'));
  const translator = path.join(tsx, 'dist/esm/api/index.mjs');
  const source = pathToFileURL(path.join(import.meta.dirname, 'check-pages-worker.ts')).href;
  const start = `import(${JSON.stringify(pathToFileURL(translator).href)})
    .then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(start, { ...limits, eval: true });
}
