import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSubscriptionRetry } from '~/client/hooks/use-subscription-retry';
import { trpc, useLiveConnection } from '~/client/lib/trpc';

/** The time for which the server caches a price. */
const freshMs = 15 * 60_000;

/**
 * The current portfolio: loaded once, and again when the live connection reports a change. Without the connection it
 * can be reloaded manually, and it is reloaded automatically when its prices get old while visible.
 */
export function useBook() {
  const utils = trpc.useUtils();
  const book = trpc.positions.list.useQuery();
  const queryClient = useQueryClient();
  const refresh = useCallback(() => {
    void utils.follows.news.invalidate();
    // A pending first request would not be repeated, although it may be older than the change.
    const queryKey = getQueryKey(trpc.positions);
    const canceled = queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
    void canceled.then(() => utils.positions.invalidate());
  }, [utils, queryClient]);

  // The first loaded revision: the subscription reports all changes since then, whatever is loaded in between.
  const [firstRevision, setFirstRevision] = useState<string>();
  if (firstRevision === undefined && book.data) setFirstRevision(book.data.revision);
  const changes = trpc.positions.changed.useSubscription(
    { lastEventId: firstRevision },
    { enabled: firstRevision !== undefined, onData: refresh },
  );
  useSubscriptionRetry(changes);
  useLiveConnection();

  useReloadWhenStale(book.dataUpdatedAt, refresh);
  return { book, refresh };
}

/** Only while the page is visible; a page in the background is reloaded when it becomes visible. */
function useReloadWhenStale(readAt: number, reload: () => void) {
  useEffect(() => {
    if (readAt === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible')
        timer = setTimeout(reload, Math.max(0, readAt + freshMs - Date.now()));
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [readAt, reload]);
}
