/**
 * Work that goes on after the answer has been given. It fails into the log, is waited for when the process stops, and
 * is told by its signal when it should not try any longer.
 */
import type { Logger } from './logger';

export interface Background {
  run(what: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Asks what is under way to give up, and waits for it. */
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
