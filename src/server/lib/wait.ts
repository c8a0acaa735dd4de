/** Waiting that can be cut short. */
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after this time, or earlier if the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error) => {
    if (!signal?.aborted) throw error;
  });
}

/** True if the work was done within this time, false if not; rejects if the work does. */
export async function withTimeLimit(ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  const done = new AbortController();
  try {
    return await Promise.race([work.then(() => true), pause(ms, done.signal).then(() => false)]);
  } finally {
    done.abort();
  }
}

/** The result, or the signal's reason as soon as it aborts; the work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
