import { expect, it } from 'vitest';
import { restartPauseMs } from './restart-pause';

it('doubles the pause with each consecutive exit, up to half a minute', () => {
  let failures = 0;
  const pauses = Array.from({ length: 12 }, () => {
    const next = restartPauseMs(failures, 0);
    failures = next.failures;
    return next.pauseMs;
  });
  expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(pauses.slice(-2)).toEqual([30_000, 30_000]);
});

it('starts over after a process that ran for a minute', () => {
  expect(restartPauseMs(9, 60_000)).toEqual({ failures: 1, pauseMs: 100 });
});
