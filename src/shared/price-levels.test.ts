import { describe, expect, it } from 'vitest';
import { adjustLevel, isReached, isSameLevel, levelBefore } from './price-levels';

const since = '2026-03-10';
const split = (day: string, numerator: number, denominator = 1) => ({ day, numerator, denominator });
const facts = (splits: ReturnType<typeof split>[], throughDay: string | null = null) => ({
  since,
  splits,
  throughDay,
});

describe('a target or stop', () => {
  it('is adjusted for splits after the day it was set', () => {
    expect(adjustLevel('250.00', facts([split('2026-03-11', 4)]))).toBe('62.50');
    expect(adjustLevel('250.00', facts([split('2026-03-10', 4)]))).toBe('250.00');
    expect(adjustLevel('2.50', facts([split('2026-04-01', 1, 10)]))).toBe('25.00');
    expect(adjustLevel('100.00', facts([split('2026-04-01', 3), split('2026-05-01', 2)]))).toBe('16.67');
  });

  it('is not adjusted for a split after the day of the price', () => {
    expect(adjustLevel('250.00', facts([split('2026-04-02', 4)], '2026-04-01'))).toBe('250.00');
    expect(adjustLevel('250.00', facts([split('2026-04-02', 4)], '2026-04-02'))).toBe('62.50');
  });

  it('set after a split is compared with a price from before it in the same shares', () => {
    const splitThatDay = facts([split('2026-03-10', 4)], '2026-03-09');
    expect(adjustLevel('110.00', splitThatDay)).toBe('440.00');
    expect(isReached('target', '110.00', '400.00', splitThatDay)).toBe(false);
    expect(isReached('target', '110.00', '440.00', splitThatDay)).toBe(true);
    expect(isReached('stop', '90.00', '360.01', splitThatDay)).toBe(false);
  });

  it('is reached at exactly its price, or its adjusted price after a split', () => {
    expect(isReached('target', '250.00', '250.00', facts([]))).toBe(true);
    expect(isReached('target', '250.00', '249.99', facts([]))).toBe(false);
    expect(isReached('stop', '80.00', '80.00', facts([]))).toBe(true);
    expect(isReached('stop', '80.00', '80.01', facts([]))).toBe(false);
    const fourForOne = [split('2026-04-01', 4)];
    expect(isReached('target', '250.00', '62.50', facts(fourForOne))).toBe(true);
    expect(isReached('stop', '80.00', '62.50', facts(fourForOne))).toBe(false);
    expect(isReached('stop', '80.00', '62.50', facts(fourForOne, '2026-03-31'))).toBe(true);
  });

  it('is compared without rounding', () => {
    const thirds = [split('2026-04-01', 3)];
    expect(isReached('target', '100.00', '33.33', facts(thirds))).toBe(false);
    expect(isReached('target', '100.00', '33.34', facts(thirds))).toBe(true);
  });

  it('that a later version states in new shares is the same one, to a cent, or exactly without a split', () => {
    const facts10 = facts([split('2026-04-01', 10)]);
    expect(isSameLevel('1000.05', '100.01', facts10)).toBe(true);
    expect(isSameLevel('1000.05', '100.03', facts10)).toBe(false);
    expect(isSameLevel('100.00', '100.00', facts10)).toBe(false);
    expect(isSameLevel('100.00', '100.00', facts([]))).toBe(true);
    expect(isSameLevel('100.00', '100.01', facts([]))).toBe(false);
    expect(levelBefore('100.01', facts10)).toBe('1000.10');
    expect(levelBefore('16.67', facts([split('2026-04-01', 3, 2)]))).toBe('25.01');
  });
});
