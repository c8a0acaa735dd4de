/**
 * Tells readers of the book that it has changed. The bus says so at once, in this process and in others; where others
 * cannot be heard – no Redis, or one that is away – the book's revision is compared with the database instead.
 */
import type { Deps } from '~/server/deps';
import { readRevision } from './positions.queries';

type WatchDeps = Pick<Deps, 'bus' | 'db' | 'database' | 'logger'>;

const compareMs = 5000;

export const announceBook = ({ bus }: Pick<Deps, 'bus'>): void => bus.publish('book', { type: 'changed' });

/** One comparison for all readers of a process. */
const comparisons = new WeakMap<object, { readers: Set<() => void>; timer: NodeJS.Timeout; revision: string }>();

/**
 * Yields the book's revision when it is another than the reader has, and each time it may have changed. Several changes
 * at once are one.
 */
export async function* watchBook(
  deps: WatchDeps,
  options: { revision?: string | null | undefined; signal: AbortSignal },
): AsyncGenerator<string> {
  const { signal } = options;
  let isNews = false;
  let wake = () => {};
  const tell = () => {
    isNews = true;
    wake();
  };
  const leave = listen(deps, tell);
  signal.addEventListener('abort', tell);
  try {
    // Listening comes first: a change between reading and listening would be told to nobody.
    if (options.revision) {
      const revision = await readRevision(deps);
      if (revision !== options.revision) yield revision;
    }
    while (!signal.aborted) {
      if (!isNews) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      isNews = false;
      yield await readRevision(deps);
    }
  } finally {
    signal.removeEventListener('abort', tell);
    leave();
  }
}

function listen(deps: WatchDeps, tell: () => void): () => void {
  const unsubscribe = deps.bus.subscribe('book', tell);
  const leave = deps.database.isEmbedded ? () => {} : compare(deps, tell);
  return () => {
    unsubscribe();
    leave();
  };
}

function compare(deps: WatchDeps, tell: () => void): () => void {
  let entry = comparisons.get(deps.bus);
  if (!entry) {
    entry = { readers: new Set(), timer: setInterval(() => void look(deps), compareMs).unref(), revision: '' };
    comparisons.set(deps.bus, entry);
  }
  entry.readers.add(tell);
  return () => {
    entry.readers.delete(tell);
    if (entry.readers.size > 0) return;
    clearInterval(entry.timer);
    comparisons.delete(deps.bus);
  };
}

async function look(deps: WatchDeps): Promise<void> {
  const entry = comparisons.get(deps.bus);
  if (!entry || deps.bus.hearsOtherProcesses()) return;
  try {
    const revision = await readRevision(deps);
    if (entry.revision && revision !== entry.revision) for (const tell of entry.readers) tell();
    entry.revision = revision;
  } catch (error) {
    deps.logger.warn({ err: error }, 'the book could not be compared with the database');
  }
}
