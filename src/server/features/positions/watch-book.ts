/**
 * Notifies readers when the portfolio changes. The bus notifies at once, across processes. Because its messages can be
 * lost (without Redis, or while Redis is unavailable), each reader's revision is also compared with the database.
 */
import type { Deps } from '~/server/deps';
import { readRevision } from './positions.queries';

type WatchDeps = Pick<Deps, 'bus' | 'db' | 'database' | 'logger'>;

const compareMs = 5000;

export const announceBook = ({ bus }: Pick<Deps, 'bus'>): void => bus.publish('book', { type: 'changed' });

interface Reader {
  /** The last revision sent to the reader; empty until it is known. */
  revision: string;
  notify(): void;
}

/** One comparison for all readers of a process. */
const comparisons = new WeakMap<object, { readers: Set<Reader>; timer: NodeJS.Timeout }>();

/**
 * Yields the portfolio's revision if the reader has a different one, and each time it may have changed. Concurrent
 * changes are combined.
 */
export async function* watchBook(
  deps: WatchDeps,
  options: { revision?: string | null | undefined; signal: AbortSignal },
): AsyncGenerator<string> {
  const { signal } = options;
  let isNews = false;
  let wake = () => {};
  const reader: Reader = {
    revision: options.revision ?? '',
    notify() {
      isNews = true;
      wake();
    },
  };
  const leave = listen(deps, reader);
  signal.addEventListener('abort', reader.notify);
  try {
    // Subscribe first, so that a change between reading and subscribing is not missed.
    const now = await readRevision(deps);
    const isMissed = reader.revision !== '' && reader.revision !== now;
    reader.revision = now;
    if (isMissed) yield now;
    while (!signal.aborted) {
      if (!isNews) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      isNews = false;
      reader.revision = await readRevision(deps);
      yield reader.revision;
    }
  } finally {
    signal.removeEventListener('abort', reader.notify);
    leave();
  }
}

function listen(deps: WatchDeps, reader: Reader): () => void {
  const unsubscribe = deps.bus.subscribe('book', reader.notify);
  const leave = deps.database.isEmbedded ? () => {} : compare(deps, reader);
  return () => {
    unsubscribe();
    leave();
  };
}

function compare(deps: WatchDeps, reader: Reader): () => void {
  let entry = comparisons.get(deps.bus);
  if (!entry) {
    entry = { readers: new Set(), timer: setInterval(() => void poll(deps), compareMs).unref() };
    comparisons.set(deps.bus, entry);
  }
  const { readers, timer } = entry;
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    comparisons.delete(deps.bus);
  };
}

async function poll(deps: WatchDeps): Promise<void> {
  try {
    const now = await readRevision(deps);
    for (const { revision, notify } of comparisons.get(deps.bus)?.readers ?? [])
      if (revision !== '' && revision !== now) notify();
  } catch (error) {
    deps.logger.warn({ err: error }, 'failed to poll the portfolio for changes');
  }
}
