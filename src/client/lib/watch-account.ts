import { hashKey, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { basePath } from './base-path';
import { onPageRestored } from './page-restored';
import { createQueryUtils, trpc, trpcClient } from './trpc';

const retryMs = 5000;

/** Skips the leave warning, because a page that stays open would save its text to the other account. */
function reloadPage(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

/**
 * Loads the page again if another tab has signed out or signed in to another account, or if Back opens a page of an
 * account that has signed out. All tabs share the session cookie, so this one would show the data of one account and
 * save to the other. Returns a function that stops watching.
 */
export function watchAccount(queryClient: QueryClient, loadAgain = reloadPage): () => void {
  const utils = createQueryUtils(queryClient);
  const sessionHash = hashKey(getQueryKey(trpc.auth.user, undefined, 'query'));
  // Installations below different paths of one host have separate sessions.
  const channel = new BroadcastChannel(`account:${basePath()}`);
  const ownId = () => utils.auth.user.getData()?.id;
  let announcedId: string | undefined;
  /** The account whose data is rendered, even after it has signed out. */
  let shownId: string | undefined;
  let isStopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function announce() {
    announcedId = ownId();
    shownId = announcedId ?? shownId;
    // A page that has only been seen signed out has nothing to announce.
    if (shownId) channel.postMessage(announcedId ?? null);
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

  channel.onmessage = ({ data: otherId }: MessageEvent<string | null>) => {
    const id = ownId();
    if (id && id !== otherId) void check();
  };

  const stopHiding = hideKeptPage(() => shownId, loadAgain);
  announce();
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash === sessionHash && ownId() !== announcedId) announce();
  });
  return () => {
    isStopped = true;
    clearTimeout(retry);
    stopHiding();
    unsubscribe();
    channel.close();
  };
}

/**
 * The browser may keep a page for its Back button, even after signing out, with the data of the account still rendered.
 * Such a page is hidden until its account is known to be the current one. Returns a function that stops this.
 */
function hideKeptPage(shownId: () => string | undefined, loadAgain: () => void): () => void {
  const page = document.documentElement;
  function onPageHide() {
    if (shownId()) page.hidden = true;
  }
  async function showIfCurrent() {
    const user = await trpcClient.auth.user.query().catch(() => undefined);
    if (user?.id === shownId()) page.hidden = false;
    else loadAgain();
  }
  window.addEventListener('pagehide', onPageHide);
  const stopRestoring = onPageRestored(() => void showIfCurrent());
  return () => {
    window.removeEventListener('pagehide', onPageHide);
    stopRestoring();
  };
}
