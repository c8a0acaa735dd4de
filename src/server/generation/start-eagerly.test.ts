import { expect, it } from 'vitest';
import { startEagerly } from './start-eagerly';

it('requests the first event at once, before iteration starts', () => {
  const requested: string[] = [];
  startEagerly(
    (async function* () {
      requested.push('first');
      yield 'first';
    })(),
  );
  expect(requested).toEqual(['first']);
});

it('ends the stream if the iteration ends early', async () => {
  let isEnded = false;
  const events = startEagerly(
    (async function* () {
      try {
        yield 'first';
        yield 'second';
      } finally {
        isEnded = true;
      }
    })(),
  );
  for await (const _ of events) break;
  expect(isEnded).toBe(true);
});

it('reports the error of a stream to the iteration only', async () => {
  const events = startEagerly(
    // biome-ignore lint/correctness/useYield: It fails before its first event.
    (async function* (): AsyncGenerator<string> {
      throw new Error('unreachable');
    })(),
  );
  await new Promise((resolve) => setImmediate(resolve));
  await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow('unreachable');
});
