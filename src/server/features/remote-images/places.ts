/** Limits concurrent work per user with a queue, so that one user can't take capacity from others. */
import { tooMany } from '~/server/lib/errors';

export interface Places {
  /** Resolves with a function that releases the slot; throws `too_many` if the user's queue is full. */
  take(userId: string): Promise<() => void>;
}

export function createPlaces({ atOnce, waiting, words }: { atOnce: number; waiting: number; words: string }): Places {
  const users = new Map<string, { busy: number; queue: (() => void)[] }>();
  return {
    async take(userId) {
      const user = users.get(userId) ?? { busy: 0, queue: [] };
      users.set(userId, user);
      if (user.busy < atOnce) user.busy++;
      else {
        if (user.queue.length >= waiting) throw tooMany(words, 2);
        // The slot is handed over, so `busy` does not change.
        await new Promise<void>((resolve) => user.queue.push(resolve));
      }
      return () => {
        const next = user.queue.shift();
        if (next) next();
        else if (--user.busy === 0) users.delete(userId);
      };
    },
  };
}
