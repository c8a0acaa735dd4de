import { useEffect } from 'react';
import { trpc } from '~/client/lib/trpc';
import type { ListInput } from './list-input';

const awayMs = 60_000;

/**
 * Reads the shown list again when the page has been hidden for a minute, because other devices may have changed it.
 * Without a refetch of the query, which would show an error if the network is not back yet.
 */
export function useFreshList(input: ListInput): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    let hiddenAt: number | undefined;

    async function refresh() {
      const { refreshList } = await import('./list-pages');
      await refreshList(utils, input);
    }

    async function onChange() {
      const now = Date.now();
      if (document.visibilityState === 'hidden') hiddenAt ??= now;
      else if (hiddenAt !== undefined && now - hiddenAt >= awayMs) {
        const since = hiddenAt;
        hiddenAt = undefined;
        // After an error, the list is read the next time that the page becomes visible.
        await refresh().catch(() => {
          hiddenAt = since;
        });
      } else hiddenAt = undefined;
    }
    const listener = () => void onChange();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, [input, utils]);
}
