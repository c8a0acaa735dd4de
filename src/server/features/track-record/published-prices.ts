/** Which prices a reader may get. The price provider's license limits what visitors may see. */
import type { Deps } from '~/server/deps';
import { benchmarksOf, benchmarkTicker } from '~/server/features/prices/price-rules';
import type { PublishedCloses } from '~/shared/schemas/track-record';
import { readCloses } from './track-record.service';

interface Wanted {
  isMember: boolean;
  cursor?: string | null | undefined;
  series?: 'needed' | 'whole' | undefined;
}

/**
 * Only signed-in users get whole series. Visitors get the days that a recalculation needs, or nothing with
 * PUBLISH_PRICES=off.
 */
export async function readPricesFor(deps: Deps, { isMember, cursor, series }: Wanted): Promise<PublishedCloses> {
  if (!isMember && deps.env.PUBLISH_PRICES === 'off') return notPublished(deps);
  return readCloses(deps, cursor, { hasWholeSeries: isMember && series === 'whole' });
}

/** Marks prices as withheld: otherwise they would look unknown, and positions as if they had none. */
function notPublished({ env }: Pick<Deps, 'env'>): PublishedCloses {
  const benchmarks = benchmarksOf(env.BENCHMARKS);
  return {
    published: false,
    benchmark: benchmarkTicker,
    ...(benchmarks.length > 1 && { benchmarks }),
    days: [],
    closes: {},
    splits: {},
    quotes: {},
    nextCursor: null,
  };
}
