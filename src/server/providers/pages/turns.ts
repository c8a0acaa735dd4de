/** Lets a few pieces of work with the same key run at a time; the next ones wait in the order of asking. */

interface Queue {
  busy: number;
  waiting: (() => void)[];
}

export class Turns {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly atOnce: number) {}

  /** Throws the signal's reason when it aborts before the turn comes. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.take(key, signal);
    try {
      return await work();
    } finally {
      this.give(key);
    }
  }

  private async take(key: string, signal: AbortSignal): Promise<void> {
    // An abort that came before is not announced again: its work would wait for a turn that it does not want.
    signal.throwIfAborted();
    const queue = this.queues.get(key) ?? { busy: 0, waiting: [] };
    this.queues.set(key, queue);
    if (queue.busy < this.atOnce) {
      queue.busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.waiting.push(start);
    });
  }

  private give(key: string): void {
    const queue = this.queues.get(key);
    if (!queue) return;
    const next = queue.waiting.shift();
    // The place is handed over: `busy` stays as it is.
    if (next) next();
    else if (--queue.busy === 0) this.queues.delete(key);
  }
}
