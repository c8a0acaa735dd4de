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
  const refresh = useCallback(() => {
    void utils.positions.invalidate();
    void utils.follows.news.invalidate();
  }, [utils]);

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
