import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { LevelSignals, levelSwitch } from './level-signal';

function signaled(level: string, early = 0) {
  const lines: { level: number; msg: string; logLevel?: string }[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const logger = pino({ level }, sink);
  const source = new EventEmitter();
  const signal = () => source.emit('SIGUSR2');
  const signals = new LevelSignals(source);
  for (let n = 0; n < early; n++) signal();
  signals.handle(levelSwitch(logger));
  return { logger, lines, signal };
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

it.each([
  [1, 'debug'],
  [2, 'info'],
])('%s signals before there is a log leave it at the level %s', (early, level) => {
  const { logger, lines, signal } = signaled('info', early);
  expect(logger.level).toBe(level);
  expect(lines).toHaveLength(early);
  signal();
  expect(logger.level).toBe(level === 'info' ? 'debug' : 'info');
});
