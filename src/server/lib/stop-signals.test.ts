import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onStopSignals, sameRequestMs } from './stop-signals';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listening() {
  const signals = new EventEmitter();
  const seen: string[] = [];
  onStopSignals({ stop: (signal) => seen.push(signal), giveUp: () => seen.push('given up') }, signals);
  return { seen, send: (...names: string[]) => names.forEach((name) => void signals.emit(name)) };
}

it('stops once, even if one request sends several signals', () => {
  const { seen, send } = listening();
  send('SIGINT', 'SIGINT', 'SIGTERM', 'SIGHUP');
  vi.advanceTimersByTime(sameRequestMs);
  send('SIGINT');
  expect(seen).toEqual(['SIGINT']);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('stops on %s', (name) => {
  const { seen, send } = listening();
  send(name);
  expect(seen).toEqual([name]);
});

it('exits at once on a second stop signal, except for SIGHUP', () => {
  const { seen, send } = listening();
  send('SIGTERM');
  vi.advanceTimersByTime(sameRequestMs + 1);
  send('SIGHUP');
  expect(seen).toEqual(['SIGTERM']);
  send('SIGINT');
  expect(seen).toEqual(['SIGTERM', 'given up']);
});
