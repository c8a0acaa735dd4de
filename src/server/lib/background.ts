/**
 * Work that continues after the response. Its errors are logged, the process waits for it when stopping, and its signal
 * aborts when it should no longer retry.
 */
import type { Logger } from './logger';

export interface Background {
  run(what: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Resolves when no work is running. */
  settled(): Promise<void>;
  /** Aborts running work, and waits for it. */
  close(): Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  return {
    run(what, work) {
      const done = Promise.resolve()
        .then(() => work(stopping.signal))
        .catch((error) => logger.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      stopping.abort();
      await this.settled();
    },
  };
}
