interface Waiting {
  start(): void;
  refuse(error: unknown): void;
}

export type Places = ReturnType<typeof createPlaces>;

/** Limits how many files are read at the same time; the others wait. */
export function createPlaces(count: number) {
  const waiting: Waiting[] = [];
  let busy = 0;

  /** Waits for a slot, first come, first served. */
  function acquire(signal: AbortSignal): Promise<void> {
    if (busy < count) {
      busy += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start() {
          signal.removeEventListener('abort', leave);
          resolve();
        },
        refuse: reject,
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        entry.refuse(signal.reason);
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
