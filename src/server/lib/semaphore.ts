import { tooMany } from './errors';

interface Waiting {
  start(): void;
  reject(error: unknown): void;
}

export type Semaphore = ReturnType<typeof createSemaphore>;

/** Limits concurrent work; the rest waits. */
export function createSemaphore(slots: number) {
  const waiting: Waiting[] = [];
  let busy = 0;

  /** Waits for a slot, first come, first served. */
  function acquire(signal: AbortSignal): Promise<void> {
    if (busy < slots) {
      busy += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
        reject,
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        entry.reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
    });
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next.start();
    else busy -= 1;
  }

  return { acquire, release };
}

interface UserSlots {
  slots: number;
  /** How many calls of a user may wait for a slot. */
  queueLength: number;
  /** The error for further ones. */
  message: string;
}

export type UserSemaphore = ReturnType<typeof createUserSemaphore>;

/** Limits concurrent work per user or IP address, so that one can't take capacity from others. */
export function createUserSemaphore({ slots, queueLength, message }: UserSlots) {
  const users = new Map<string, { busy: number; queue: (() => void)[] }>();

  /** Resolves with a function that releases the slot; throws `too_many` if the user's queue is full. */
  async function acquire(userId: string): Promise<() => void> {
    const user = users.get(userId) ?? { busy: 0, queue: [] };
    users.set(userId, user);
    if (user.busy < slots) user.busy++;
    else {
      if (user.queue.length >= queueLength) throw tooMany(message, 2);
      // The slot is handed over, so `busy` does not change.
      await new Promise<void>((resolve) => user.queue.push(resolve));
    }
    return () => {
      const next = user.queue.shift();
      if (next) next();
      else if (--user.busy === 0) users.delete(userId);
    };
  }

  return { acquire };
}
