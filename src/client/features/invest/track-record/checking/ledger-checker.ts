/** Streams a ledger to a worker while it loads. If no worker can run, the page checks it with the same result. */
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { type CheckedLedger, LedgerCheck, type Published } from './check-ledger';

export type WorkerRequest = { entries: readonly LedgerEntry[] } | { published: Published };
export type WorkerReply = { count: number } | { checked: CheckedLedger } | { failure: string };

export interface LedgerChecker {
  /** Adds the next entries, in order, without waiting for their check. */
  add(entries: readonly LedgerEntry[]): void;
  finish(published: Published): Promise<CheckedLedger>;
  /** Cancels a check whose result is no longer needed. */
  close(): void;
}

/** `onCount` is called with the number of entries checked so far. */
export function createLedgerChecker(onCount: (count: number) => void, start = startWorker): LedgerChecker {
  const all: LedgerEntry[] = [];
  const worker = start();
  const result = new Promise<CheckedLedger | null>((resolve) => {
    if (!worker) return resolve(null);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if ('count' in data) onCount(data.count);
      else resolve('checked' in data ? data.checked : null);
    });
    // The worker script could not be loaded, or a reply could not be deserialized.
    for (const event of ['error', 'messageerror']) worker.addEventListener(event, () => resolve(null));
  });
  const post = (request: WorkerRequest) => worker?.postMessage(request);
  return {
    add(entries) {
      all.push(...entries);
      post({ entries });
      if (!worker) onCount(all.length);
    },
    async finish(published) {
      post({ published });
      const checked = await result;
      worker?.terminate();
      return checked ?? checkHere(all, published, onCount);
    },
    close: () => worker?.terminate(),
  };
}

const atOnce = 500;

async function checkHere(entries: readonly LedgerEntry[], published: Published, onCount: (count: number) => void) {
  const check = new LedgerCheck();
  for (let from = 0; from < entries.length; from += atOnce) {
    onCount(await check.add(entries.slice(from, from + atOnce)));
    // Lets the page render the progress.
    await new Promise<void>((resolve) => setTimeout(resolve));
  }
  return check.finish(published);
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    return new Worker(new URL('./ledger-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
