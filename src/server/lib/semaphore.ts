import { tooMany } from './errors';

export type Semaphore = ReturnType<typeof createSemaphore>;

/** Limits concurrent work; the rest waits, first come, first served. */
export function createSemaphore(slots: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;

  /** Rejects with the signal's reason if it aborts before a slot is free. */
  async function acquire(signal?: AbortSignal): Promise<void> {
    // A signal that is already aborted fires no event, so the call would wait forever.
    signal?.throwIfAborted();
    if (busy < slots) {
      busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(start);
    });
  }

  function release(): void {
    const next = waiting.shift();
    // The slot is handed over, so `busy` does not change.
    if (next) next();
    else busy -= 1;
  }

  return {
    acquire,
    release,
    isIdle: () => busy === 0,
    isFull: () => busy === slots,
    queueLength: () => waiting.length,
  };
}

interface KeyedSlots {
  slots: number;
  /** How many calls with the same key may wait for a slot. */
  queueLength?: number;
  /** The error for further ones. */
  message?: string;
}

export type KeyedSemaphore = ReturnType<typeof createKeyedSemaphore>;

/** Limits concurrent work per user, IP address or site, so that one can't take capacity from others. */
export function createKeyedSemaphore({ slots, queueLength = Number.POSITIVE_INFINITY, message = '' }: KeyedSlots) {
  const semaphores = new Map<string, Semaphore>();

  /** Resolves with a function that releases the slot; throws `too_many` if the queue is full. */
  async function acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const semaphore = semaphores.get(key) ?? createSemaphore(slots);
    semaphores.set(key, semaphore);
    if (semaphore.isFull() && semaphore.queueLength() >= queueLength) throw tooMany(message, 2);
    await semaphore.acquire(signal);
    return () => {
      semaphore.release();
      if (semaphore.isIdle()) semaphores.delete(key);
    };
  }

  return { acquire };
}
