/** Changes the log level while the process runs: SIGUSR2 turns debug lines on, and the next one turns them off. */
import type { Logger } from './logger';

interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Without a listener, the signal ends the process. So signals that arrive before `handle` wait for it. */
export class LevelSignals {
  #waiting = 0;
  #change = () => {
    this.#waiting++;
  };

  constructor(source: Signals = process) {
    source.on('SIGUSR2', () => this.#change());
  }

  handle(change: () => void): void {
    this.#change = change;
    for (; this.#waiting > 0; this.#waiting--) change();
  }
}

export function levelSwitch(logger: Logger): () => void {
  const configured = logger.level;
  // With LOG_LEVEL=debug, only `trace` is more detailed.
  const detailed = logger.isLevelEnabled('debug') ? 'trace' : 'debug';
  return () => {
    const isBack = logger.level === detailed;
    // The line is written at the detailed level, so that it appears whatever LOG_LEVEL is.
    logger.level = detailed;
    logger.info({ logLevel: isBack ? configured : detailed }, 'log level changed');
    if (isBack) logger.level = configured;
  };
}
