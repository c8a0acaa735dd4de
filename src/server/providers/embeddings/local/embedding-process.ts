/** The server's handle of the local embedding process: it receives a few texts at a time, queries first. */
import { type ChildProcess, fork } from 'node:child_process';
import { inherited } from '~/server/env';
import { nodeArguments, programFile } from '~/server/lib/program-file';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-worker';
import type { LocalVectors } from './onnx-embedder';

/** A process that has not responded by then, including loading the model, never will. */
const hangTimeoutMs = 120_000;
/** Environment variables passed to the process: no keys, no database URL. */
const inheritedEnv = ['NODE_ENV', 'PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'TZ'];

interface Waiting {
  texts: string[];
  resolve(made: LocalVectors): void;
  reject(error: unknown): void;
  /** Called when the signal is no longer needed. */
  settled(): void;
}

interface Running {
  id: number;
  work: Waiting;
  timer: NodeJS.Timeout;
}

export interface EmbeddingProcess {
  /** Queries are sent before waiting passages. A request that was sent cannot be canceled. */
  embed(texts: string[], kind: 'question' | 'passages', signal: AbortSignal): Promise<LocalVectors>;
  close(): void;
}

export interface ProcessSettings {
  folder: string;
  /** How much more memory than at its start the process may use. */
  memoryMb: number;
  /** An idle process ends, and the next text starts another one. */
  idleMs: number;
}

export const createEmbeddingProcess = (settings: ProcessSettings): EmbeddingProcess => new QueuedProcess(settings);

/** Sends one request at a time to the process; the others wait here, where they can still be canceled. */
class QueuedProcess implements EmbeddingProcess {
  readonly #settings: ProcessSettings;
  readonly #waiting = { question: [] as Waiting[], passages: [] as Waiting[] };
  #child: ChildProcess | undefined;
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(settings: ProcessSettings) {
    this.#settings = settings;
  }

  embed(texts: string[], kind: 'question' | 'passages', signal: AbortSignal): Promise<LocalVectors> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return void reject(signal.reason);
      const queue = this.#waiting[kind];
      const leave = () => {
        const place = queue.indexOf(work);
        if (place >= 0) queue.splice(place, 1);
        reject(signal.reason);
      };
      const work: Waiting = { texts, resolve, reject, settled: () => signal.removeEventListener('abort', leave) };
      signal.addEventListener('abort', leave, { once: true });
      queue.push(work);
      this.#sendNext();
    });
  }

  close(): void {
    for (const work of [...this.#waiting.question.splice(0), ...this.#waiting.passages.splice(0)]) {
      work.settled();
      work.reject(new Error('The local embedding model was closed.'));
    }
    this.#end('was closed');
  }

  #sendNext(): void {
    if (this.#running) return;
    clearTimeout(this.#idle);
    const work = this.#waiting.question.shift() ?? this.#waiting.passages.shift();
    if (!work) {
      this.#rest();
      return;
    }
    this.#child ??= this.#start();
    this.#child.ref();
    this.#child.channel?.ref();
    this.#lastId += 1;
    const timer = setTimeout(
      () => this.#endAndGoOn(`did not reply within ${hangTimeoutMs / 1000} seconds`),
      hangTimeoutMs,
    );
    this.#running = { id: this.#lastId, work, timer };
    this.#child.send({ id: this.#lastId, texts: work.texts } satisfies EmbeddingRequest);
  }

  /** An idle process does not keep the server alive, and ends after a while. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => this.#end('was idle'), this.#settings.idleMs).unref();
  }

  #start(): ChildProcess {
    const started = forkWorker(this.#settings);
    const gone = (reason: string) => {
      if (started === this.#child) this.#endAndGoOn(reason);
    };
    started.on('message', (reply: EmbeddingReply) => {
      if (started !== this.#child || reply.id !== this.#running?.id) return;
      this.#finish((work) =>
        reply.error === undefined
          ? work.resolve(reply)
          : work.reject(new Error(`The local embedding model: ${reply.error}`)),
      );
      this.#sendNext();
    });
    started.once('exit', (code, signal) => gone(`ended with ${signal ?? code}`));
    started.once('error', (error) => gone(`could not be started (${error.message})`));
    return started;
  }

  #endAndGoOn(reason: string): void {
    this.#end(reason);
    this.#sendNext();
  }

  #end(reason: string): void {
    clearTimeout(this.#idle);
    const ended = this.#child;
    this.#child = undefined;
    ended?.kill('SIGKILL');
    this.#finish(({ reject }) => reject(new Error(`The local embedding model ${reason}.`)));
  }

  #finish(settle: (work: Waiting) => void): void {
    if (!this.#running) return;
    const { work, timer } = this.#running;
    this.#running = undefined;
    clearTimeout(timer);
    work.settled();
    settle(work);
  }
}

function forkWorker({ folder, memoryMb }: ProcessSettings): ChildProcess {
  const program = programFile('embedding-worker', import.meta.filename);
  return fork(program.file, [folder, String(memoryMb)], {
    execArgv: nodeArguments(program),
    env: inherited(...inheritedEnv),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
