/** Changes the log level while the process runs: SIGUSR2 turns debug lines on, and the next one turns them off. */
import type { Logger } from './logger';

interface Signals {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
}

export function onLevelSignal(logger: Logger, source: Signals = process): void {
  const configured = logger.level;
  // With LOG_LEVEL=debug, only one level is below.
  const detailed = logger.isLevelEnabled('debug') ? 'trace' : 'debug';
  source.on('SIGUSR2', () => {
    const isBack = logger.level === detailed;
    // The line is written at the detailed level, so that it appears whatever LOG_LEVEL is.
    logger.level = detailed;
    logger.info({ logLevel: isBack ? configured : detailed }, 'log level changed');
    if (isBack) logger.level = configured;
  });
}
