import { expect, it } from 'vitest';
import { reconnectDelay } from './backoff';

it('doubles the maximum delay up to the limit', () => {
  const longest = (attempt: number) => reconnectDelay(attempt, () => 1);
  expect([0, 1, 2, 3].map(longest)).toEqual([400, 800, 1600, 3200]);
  expect(longest(50)).toBe(10_000);
});

it('spreads the delays over the whole interval', () => {
  expect(reconnectDelay(3, () => 0)).toBe(0);
  expect(reconnectDelay(3, () => 0.5)).toBe(1600);
});
