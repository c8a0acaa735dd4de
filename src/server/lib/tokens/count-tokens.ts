/**
 * Counts the tokens of texts with a common vocabulary (o200k). Other vocabularies differ by a few percent: budgets keep
 * a margin for that. The counting thread is started on demand and ends when idle.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';

const idleMs = 120_000;
/** Beside this file, both in the sources and in the build. */
const program = path.join(import.meta.dirname, 'token-worker.mjs');

interface CountRequest {
  id: number;
  texts: string[];
}

interface CountReply {
  id: number;
  counts: number[];
}

interface Waiting {
  resolve(counts: number[]): void;
  reject(error: unknown): void;
}

interface Counter {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

let counter: Counter | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;

/** The number of tokens of each text. Throws if the thread could not be started or has ended. */
export function countTokens(texts: string[]): Promise<number[]> {
  if (texts.every((text) => text === '')) return Promise.resolve(texts.map(() => 0));
  counter ??= startCounter();
  const { worker, waiting } = counter;
  clearTimeout(idle);
  worker.ref();
  lastId += 1;
  const request: CountRequest = { id: lastId, texts };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject });
    worker.postMessage(request);
  });
}

/** An upper bound of a text's tokens: a token is at least one byte. */
export const maxTokens = (text: string): number => Buffer.byteLength(text);

function startCounter(): Counter {
  const started: Counter = { worker: new Worker(program, { env: {} }), waiting: new Map() };
  const { worker, waiting } = started;
  worker.on('message', ({ id, counts }: CountReply) => {
    waiting.get(id)?.resolve(counts);
    waiting.delete(id);
    if (waiting.size > 0) return;
    worker.unref();
    idle = setTimeout(() => {
      // Texts that arrive while the thread ends are counted by another one.
      if (counter === started) counter = undefined;
      void worker.terminate();
    }, idleMs).unref();
  });
  const fail = (error: unknown) => {
    if (counter === started) counter = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The token counter ended with ${code}`)));
  return started;
}
