import { expect, it } from 'vitest';
import { isPaused, pauseFor } from './pause';

const noon = 43_200_000;

it('a pause lasts for its time', () => {
  const pause = pauseFor(1000, noon);
  expect([noon, noon + 999, noon + 1000].map((now) => isPaused(pause, now))).toEqual([true, true, false]);
  expect(isPaused(undefined, noon)).toBe(false);
});

it('a pause ends if the clock is set back to before its start', () => {
  expect(isPaused(pauseFor(1000, noon), noon - 1)).toBe(false);
});
