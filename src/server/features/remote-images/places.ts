/** Lets each user do a few things at a time and the next ones wait their turn, without taking room from others. */
import { tooMany } from '~/server/lib/errors';

export interface Places {
  /** Resolves with the function that gives the place back; throws `too_many` when too many wait already. */
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
        // The place is handed over: `busy` stays as it is.
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
