import type { Logger } from '~/server/lib/logger';
import { withTimeLimit } from '~/server/lib/wait';
import type { ObjectStore } from './types';

const maxWaitMs = 2000;
/** How long a result is reused: probes and metrics share it. */
const reuseMs = 5000;
/** How often a storage that works must be written to: a bucket with versions keeps each write. */
const writeMs = 5 * 60_000;

type Checked = Pick<ObjectStore, 'check'>;

const results = new WeakMap<Checked, { at: number; isWorking: Promise<boolean> }>();

/** Whether files can be stored and read. */
export function isStoreWorking(store: Checked, logger: Logger): Promise<boolean> {
  const known = results.get(store);
  if (known && performance.now() - known.at <= reuseMs) return known.isWorking;
  const isWorking = check(store, logger);
  results.set(store, { at: performance.now(), isWorking });
  return isWorking;
}

async function check(store: Checked, logger: Logger): Promise<boolean> {
  try {
    if (await withTimeLimit(maxWaitMs, store.check(writeMs))) return true;
    throw new Error(`no response within ${maxWaitMs} ms`);
  } catch (error) {
    logger.warn({ err: error, part: 'store' }, 'readiness check failed');
    return false;
  }
}
