/** The server's handle of one reader: a process that is started, given one file at a time, and ended. */
import { type ChildProcess, fork } from 'node:child_process';
import { inherited } from '~/server/env';
import { nodeArguments, programFile } from '~/server/lib/program-file';
import { untilAborted } from '~/server/lib/wait';
import type { ReportProgress } from '~/server/reading/reading';
import { readingProgress } from '~/shared/schemas/uploads';
import type { ReaderProgress, ReaderReply, ReaderRequest } from './reading-worker';

/** A process that has not started by then never will; a busy machine takes seconds. */
const startMs = 30_000;
/** Limit of the whole process, in heaps: buffers, libraries, and twice the pixels of an image that is rotated. */
export const growthPerHeap = 3;
/** Environment variables passed to a reader: no keys, no database URL. */
const inheritedEnv = ['NODE_ENV', 'PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'TZ'];

/** Why a reader returned no result. */
export class ReaderEnded extends Error {
  override readonly name = 'ReaderEnded';
  constructor(
    readonly reason: 'too_long' | 'died' | 'not_started',
    detail: string,
  ) {
    super(detail);
  }
}

export interface ReaderProcess {
  /** Throws ReaderEnded or the signal's reason; after either, the process is gone. */
  run(request: ReaderRequest, signal?: AbortSignal, report?: ReportProgress): Promise<ReaderReply>;
  /** Lets the server exit although an idle reader is running. */
  rest(): void;
  end(): void;
  readonly ended: Promise<void>;
}

export interface ReaderOptions {
  memoryMb: number;
  /** The kind of file it will read first, whose libraries it loads at once. */
  first?: 'page' | undefined;
}

export function startReader({ memoryMb, first }: ReaderOptions): ReaderProcess {
  const program = programFile('reading-worker', import.meta.filename);
  const child = fork(program.file, [String(memoryMb * growthPerHeap), ...(first ? [first] : [])], {
    execArgv: [...nodeArguments(program), `--max-old-space-size=${memoryMb}`],
    env: inherited(...inheritedEnv),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const end = () => {
    // Keeps the server alive until the reader has ended.
    child.ref();
    child.kill('SIGKILL');
  };
  const ready = answerOf<'ready'>(child, 'not_started', startMs);
  // The first run() awaits this; swallow rejections until then.
  ready.catch(end);

  return {
    ended,
    end,
    async run(request, signal, report) {
      child.ref();
      child.channel?.ref();
      try {
        signal?.throwIfAborted();
        await untilAborted(ready, signal);
        const reply = answerOf<ReaderReply>(child, 'too_long', request.timeoutMs, report);
        child.send(request);
        return await untilAborted(reply, signal);
      } catch (error) {
        end();
        throw error;
      }
    },
    rest() {
      child.unref();
      child.channel?.unref();
    },
  };
}

/** The next message that is not progress. Throws ReaderEnded after the time limit. */
function answerOf<T>(
  child: ChildProcess,
  late: ReaderEnded['reason'],
  withinMs: number,
  report?: ReportProgress,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (reason: ReaderEnded['reason'], detail: string) => {
      settle();
      reject(new ReaderEnded(reason, detail));
    };
    const onMessage = (message: unknown) => {
      if (isProgress(message)) {
        // The process has read an untrusted file, so its report is validated.
        const { data } = readingProgress.safeParse(message.progress);
        if (data) report?.(data);
        return;
      }
      settle();
      resolve(message as T);
    };
    const died = late === 'not_started' ? late : 'died';
    const onExit = (code: number | null, signal: string | null) =>
      fail(died, `The reader ended with ${signal ?? code}`);
    const onError = (error: Error) => fail(died, error.message);
    const timer = setTimeout(() => fail(late, `No answer after ${withinMs} ms`), withinMs);
    const settle = () => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
  });
}

const isProgress = (message: unknown): message is ReaderProgress =>
  typeof message === 'object' && message !== null && 'progress' in message;
