import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairShares, inputBudget, spreadPlaces } from './budget';

describe('the budget of a request', () => {
  it.each([
    ['4k', { contextTokens: 4096 }, 2764],
    ['8k', { contextTokens: 8192 }, 5529],
    ['8k that may all be answer', { contextTokens: 8192, maxOutputTokens: 8192 }, 4915],
    ['32k', { contextTokens: 32_768 }, 22_118],
    ['128k', { contextTokens: 128_000, maxOutputTokens: 16_384 }, 100_454],
    ['400k of which 272k are input', { contextTokens: 400_000, maxOutputTokens: 128_000 }, 244_800],
    ['1M', { contextTokens: 1_047_576, maxOutputTokens: 32_768 }, 913_327],
  ])('of a model with %s leaves room for its answer', (_, limits, expected) => {
    expect(inputBudget(limits)).toBe(expected);
  });

  it('is smaller in our tokens if the endpoint counts more for the same text', () => {
    expect(inputBudget({ contextTokens: 8192 }, 1.3)).toBe(4253);
    expect(inputBudget({ contextTokens: 8192 }, 0.8)).toBe(6912);
  });
});

describe('fair shares', () => {
  it('give each file its part, and distribute what one does not need', () => {
    expect(fairShares([100, 100, 100, 100, 100], 250)).toEqual([50, 50, 50, 50, 50]);
    expect(fairShares([10, 1000, 1000, 1000, 30], 640)).toEqual([10, 200, 200, 200, 30]);
    expect(fairShares([5, 7], 100)).toEqual([5, 7]);
    expect(fairShares([5, 7], -3)).toEqual([0, 0]);
    expect(fairShares([], 10)).toEqual([]);
  });

  it('never exceed the room or a need, and leave no room unused while a file needs it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 8 }), fc.nat(20_000), (needs, room) => {
        const shares = fairShares(needs, room);
        const sum = shares.reduce((total, share) => total + share, 0);
        expect(sum).toBeLessThanOrEqual(room);
        expect(shares.every((share, index) => share <= (needs[index] ?? 0))).toBe(true);
        const wanted = needs.reduce((total, need) => total + need, 0);
        expect(sum).toBeGreaterThanOrEqual(Math.min(room, wanted) - needs.length);
      }),
    );
  });
});

describe('a spread', () => {
  it('covers the first to the last index evenly', () => {
    expect(spreadPlaces(10, 4)).toEqual([0, 3, 6, 9]);
    expect(spreadPlaces(3, 9)).toEqual([0, 1, 2]);
    expect(spreadPlaces(10, 1)).toEqual([0]);
    expect(spreadPlaces(0, 3)).toEqual([]);
    expect(spreadPlaces(5, 0)).toEqual([]);
  });
});
