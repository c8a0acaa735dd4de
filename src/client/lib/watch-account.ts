import { hashKey, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { basePath } from './base-path';
import { createQueryUtils, trpc, trpcClient } from './trpc';

const retryMs = 5000;

/** Without the question about unsaved text: a page that stays would save it to the other account. */
function reloadPage(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

/**
 * Loads the page again if another tab has signed in to another account, or if Back opens a page of an account that has
 * signed out. All tabs share the session cookie, so this one would show the data of one account and save to the other.
 * Returns a function that stops watching.
 */
export function watchAccount(queryClient: QueryClient, loadAgain = reloadPage): () => void {
  const utils = createQueryUtils(queryClient);
  const sessionHash = hashKey(getQueryKey(trpc.auth.user, undefined, 'query'));
  // Installations below different paths of one host have separate sessions.
  const channel = new BroadcastChannel(`account:${basePath()}`);
  const ownId = () => utils.auth.user.getData()?.id;
  let announcedId: string | undefined;
  let hadAccount = false;
  let isStopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function announce() {
    announcedId = ownId();
    if (!announcedId) return;
    hadAccount = true;
    channel.postMessage(announcedId);
  }

  async function check() {
    clearTimeout(retry);
    const user = await trpcClient.auth.user.query().catch(() => undefined);
    if (isStopped) return;
    if (user === undefined) retry = setTimeout(() => void check(), retryMs);
    // The other tab may be the outdated one, for example if it was suspended.
    else if (user?.id === ownId()) announce();
    else loadAgain();
  }

  channel.onmessage = ({ data: otherId }: MessageEvent<string>) => {
    const id = ownId();
    if (id && id !== otherId) void check();
  };

  /** The browser may keep the page for its Back button, after signing out too, with its data still rendered. */
  function onPageHide() {
    if (hadAccount) document.documentElement.hidden = true;
  }

  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted && hadAccount) void showIfCurrent();
  }

  async function showIfCurrent() {
    const user = await trpcClient.auth.user.query().catch(() => undefined);
    if (user && user.id === ownId()) document.documentElement.hidden = false;
    else loadAgain();
  }
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);

  announce();
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash === sessionHash && ownId() !== announcedId) announce();
  });
  return () => {
    isStopped = true;
    clearTimeout(retry);
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('pageshow', onPageShow);
    unsubscribe();
    channel.close();
  };
}
