import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSubscriptionRetry } from '~/client/hooks/use-subscription-retry';
import { trpc, useLiveConnection } from '~/client/lib/trpc';

/** As long as the server keeps a price. */
const freshMs = 15 * 60_000;

/**
 * The book as it is now: read once, and again when the live connection tells of a change. Without the connection it is
 * read again by hand, and by itself when its prices have grown old under the reader's eyes.
 */
export function useBook() {
  const utils = trpc.useUtils();
  const book = trpc.positions.list.useQuery();
  const queryClient = useQueryClient();
  const refresh = useCallback(() => {
    void utils.follows.news.invalidate();
    // A first reading that is under way would not be repeated, although it may be older than the change.
    const queryKey = getQueryKey(trpc.positions);
    const cancelled = queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
    void cancelled.then(() => utils.positions.invalidate());
  }, [utils, queryClient]);

  // The first one read: what happens from then on is told, whatever is read in between.
  const [firstRevision, setFirstRevision] = useState<string>();
  if (firstRevision === undefined && book.data) setFirstRevision(book.data.revision);
  const changes = trpc.positions.changed.useSubscription(
    { lastEventId: firstRevision },
    { enabled: firstRevision !== undefined, onData: refresh },
  );
  useSubscriptionRetry(changes);
  useLiveConnection();

  useRereading(book.dataUpdatedAt, refresh);
  return { book, refresh };
}

/** Only while somebody looks: a page in the background is read when it comes back. */
function useRereading(readAt: number, reread: () => void) {
  useEffect(() => {
    if (readAt === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible')
        timer = setTimeout(reread, Math.max(0, readAt + freshMs - Date.now()));
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [readAt, reread]);
}
