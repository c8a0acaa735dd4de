import { expect, it } from 'vitest';
import { PriceError } from '~/server/providers/prices/types';
import { Circuit } from './circuit';

const away = new PriceError('unavailable', 'Away.');
const busy = (retryAfterSeconds: number) => new PriceError('rate_limited', 'Busy.', { retryAfterSeconds });

function circuit() {
  const reported: string[] = [];
  const one = new Circuit({ failed: ({ code }) => reported.push(code), recovered: () => reported.push('recovered') });
  return { one, reported };
}

it('doubles the pause after each failure, up to half an hour', () => {
  const { one, reported } = circuit();
  const waits: number[] = [];
  for (let [now, index] = [1000, 0]; index < 8; index++) {
    waits.push(one.fail(away, now));
    expect(one.isOpen(now + (waits[index] ?? 0) * 1000 - 1)).toBe(true);
    now += (waits[index] ?? 0) * 1000;
    expect(one.isOpen(now)).toBe(false);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
  expect(reported).toEqual(['unavailable']);
});

it('counts concurrent failures once', () => {
  const { one } = circuit();
  expect(one.fail(away, 1000)).toBe(30);
  expect(one.fail(away, 2000)).toBe(29);
});

it('respects the pause requested by the provider, within limits', () => {
  expect(circuit().one.fail(busy(600), 0)).toBe(600);
  expect(circuit().one.fail(busy(5), 0)).toBe(30);
  expect(circuit().one.fail(busy(86_400), 0)).toBe(1800);
});

it('resets after a success, and reports it', () => {
  const { one, reported } = circuit();
  one.succeed();
  one.fail(away, 0);
  one.succeed();
  expect(one.isOpen(1)).toBe(false);
  expect(one.fail(away, 1)).toBe(30);
  expect(reported).toEqual(['unavailable', 'recovered', 'unavailable']);
});

it('closes if the clock is set back', () => {
  const { one } = circuit();
  one.fail(away, 86_400_000);
  expect(one.isOpen(86_400_001)).toBe(true);
  expect(one.isOpen(0)).toBe(false);
});
