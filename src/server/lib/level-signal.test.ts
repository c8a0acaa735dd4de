import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { onLevelSignal } from './level-signal';

function signaled(level: string) {
  const lines: { level: number; msg: string; logLevel?: string }[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const logger = pino({ level }, sink);
  const source = new EventEmitter();
  onLevelSignal(logger, source);
  return { logger, lines, signal: () => source.emit('SIGUSR2') };
}

it.each([
  ['info', 'debug'],
  ['error', 'debug'],
  ['silent', 'debug'],
  ['debug', 'trace'],
])('SIGUSR2 changes the level from %s to %s and back', (configured, detailed) => {
  const { logger, lines, signal } = signaled(configured);
  signal();
  expect(logger.level).toBe(detailed);
  logger.debug('a detail');
  signal();
  expect(logger.level).toBe(configured);
  expect(lines.map(({ msg, logLevel }) => logLevel ?? msg)).toEqual([detailed, 'a detail', configured]);
});
