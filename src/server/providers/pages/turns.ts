/** Limits how many tasks with the same key run at a time; the others wait in order of arrival. */

interface Queue {
  busy: number;
  waiting: (() => void)[];
}

export class Turns {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly atOnce: number) {}

  /** Rejects with the signal's reason if it aborts before the task starts. */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      this.release(key);
    }
  }

  private async acquire(key: string, signal: AbortSignal): Promise<void> {
    // A signal that is already aborted fires no event, so the task would wait forever.
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

  private release(key: string): void {
    const queue = this.queues.get(key);
    if (!queue) return;
    const next = queue.waiting.shift();
    // The slot goes to the next task, so `busy` stays the same.
    if (next) next();
    else if (--queue.busy === 0) this.queues.delete(key);
  }
}
