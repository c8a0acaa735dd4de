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

it('lets subscribers receive the first of many events before the others', async () => {
  const seen: string[] = [];
  const events = startEagerly(
    (async function* () {
      for (const name of ['first', 'second', 'third']) yield name;
    })(),
  );
  for await (const event of events) {
    seen.push(event);
    if (event === 'first') setImmediate(() => seen.push('sent'));
  }
  expect(seen).toEqual(['first', 'sent', 'second', 'third']);
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
