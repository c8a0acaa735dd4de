import { hashKey, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { basePath } from './base-path';
import { createQueryUtils, trpc, trpcClient } from './trpc';

/**
 * Loads the page again if another tab has signed in to another account. All tabs share the session cookie, so this one
 * would show the data of one account and save to the other. Returns a function that stops watching.
 */
export function watchAccount(queryClient: QueryClient, loadAgain = () => location.reload()): () => void {
  const utils = createQueryUtils(queryClient);
  const sessionHash = hashKey(getQueryKey(trpc.auth.user, undefined, 'query'));
  // Installations below different paths of one host have separate sessions.
  const channel = new BroadcastChannel(`account:${basePath()}`);
  const ownId = () => utils.auth.user.getData()?.id;
  let announcedId: string | undefined;

  function announce() {
    announcedId = ownId();
    if (announcedId) channel.postMessage(announcedId);
  }

  channel.onmessage = async ({ data: otherId }: MessageEvent<string>) => {
    const id = ownId();
    if (!id || id === otherId) return;
    const user = await trpcClient.auth.user.query().catch(() => undefined);
    // The other tab may be the outdated one, for example if it was suspended.
    if (user?.id === id) announce();
    else loadAgain();
  };

  announce();
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash === sessionHash && ownId() !== announcedId) announce();
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
