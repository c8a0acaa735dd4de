import type { Deps } from '~/server/deps';
import { MirrorError } from '~/server/providers/mirror/types';
import { type CollectionToMirror, saveCollectionProblem } from './mirror-rows';

/** Whether the error would also affect the next request. */
export const isGeneral = (error: unknown) =>
  !(error instanceof MirrorError) || error.code === 'unauthorized' || error.code === 'unavailable';

/**
 * Runs `work` for each collection and stores the reason of each failure. After a general error, the rest is skipped
 * with the same reason.
 */
export async function eachCollection(
  { db, logger }: Deps,
  collections: readonly CollectionToMirror[],
  prepare: () => Promise<(collection: CollectionToMirror) => Promise<void>>,
): Promise<void> {
  let failure: unknown;
  const failed = async (error: unknown, ids: string[]) => {
    if (!(error instanceof MirrorError)) throw error;
    failure ??= error;
    logger.warn({ err: error, reason: error.reason, collections: ids.length }, 'failed to mirror collections to xAI');
    await saveCollectionProblem(db, ids, error.message);
  };
  const idsFrom = (index: number) => collections.slice(index).map(({ id }) => id);
  try {
    const work = await prepare();
    for (const [index, collection] of collections.entries()) {
      try {
        await work(collection);
      } catch (error) {
        if (isGeneral(error)) {
          await failed(error, idsFrom(index));
          break;
        }
        await failed(error, [collection.id]);
      }
    }
  } catch (error) {
    await failed(error, idsFrom(0));
  }
  if (failure) throw failure;
}
