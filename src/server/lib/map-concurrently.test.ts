import { describe, expect, it } from 'vitest';
import { mapConcurrently } from './map-concurrently';

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}

describe('tasks in turn', () => {
  it.each([1, 2, 9])('return their results in order, with at most %i running at once', async (ahead) => {
    const waiting: (() => void)[] = [];
    let max = 0;
    let running = 0;
    const tasks = [0, 1, 2, 3, 4].map((number) => async () => {
      max = Math.max(max, ++running);
      await new Promise<void>((resolve) => {
        // The later one finishes first.
        waiting.unshift(resolve);
        setImmediate(() => waiting.shift()?.());
      });
      running--;
      return number;
    });
    expect(await all(mapConcurrently(tasks, ahead))).toEqual([0, 1, 2, 3, 4]);
    expect(max).toBe(Math.min(ahead, 5));
    expect(await all(mapConcurrently([], ahead))).toEqual([]);
  });

  it('fail with the first error, and a later error is not an unhandled rejection', async () => {
    const started: number[] = [];
    const failing = [0, 1, 2, 3].map((number) => async () => {
      started.push(number);
      throw new Error(`failure ${number}`);
    });
    await expect(all(mapConcurrently(failing, 2))).rejects.toThrow('failure 0');
    expect(started).toEqual([0, 1]);
  });
});
