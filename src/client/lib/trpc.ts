/**
 * The browser's one way to the server, and the only file that knows the server's type.
 * Requests go over HTTP; subscriptions over a socket whose code and connection come with the first one.
 */

import type { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { useEffect } from 'react';
import superjson from 'superjson';
import type { AppRouter } from '~/server/router';
import { atBase } from './base-path';
import { isSignedOut } from './error-message';
import { setLiveStatus } from './live-status';
import { announceSessionEnd } from './session-end';

export const trpc = createTRPCReact<AppRouter>();

/** What each call answers, where no shape of `shared/` names it. */
export type Answers = inferRouterOutputs<AppRouter>;

type LiveConnection = ReturnType<typeof import('./live-connection').connectLive>;

let connection: Promise<LiveConnection> | undefined;

/** Opens the socket once; every subscription shares it. */
function openLiveConnection(): Promise<LiveConnection> {
  if (!connection) {
    setLiveStatus('connecting');
    const opening = import('./live-connection').then(({ connectLive }) => connectLive({ onRefused: askWhyRefused }));
    connection = opening;
    opening.catch(() => {
      // The code of the socket could not be loaded; the next subscription tries again.
      if (connection === opening) connection = undefined;
      setLiveStatus('closed');
    });
  }
  return connection;
}

function closeLiveConnection(): void {
  const closing = connection;
  connection = undefined;
  setLiveStatus('closed');
  closing?.then(
    (live) => live.close(),
    () => {},
  );
}

let screens = 0;

/**
 * Keeps the socket open while the calling screen is shown. tRPC's own lazy mode opens it with the first subscription,
 * but the chat has one as soon as it is entered.
 */
export function useLiveConnection(): void {
  useEffect(() => {
    screens += 1;
    openLiveConnection().catch(() => {});
    return () => {
      screens -= 1;
      if (screens === 0) closeLiveConnection();
    };
  }, []);
}

/** A refused socket says nothing about its reason; the session query does. */
async function askWhyRefused(): Promise<void> {
  const user = await trpcClient.auth.user.query().catch(() => undefined);
  if (user === null) announceSessionEnd();
}

const liveLink: TRPCLink<AppRouter> = (runtime) => (operation) =>
  observable((observer) => {
    let isCancelled = false;
    let subscription: Unsubscribable | undefined;
    openLiveConnection().then(
      ({ link }) => {
        if (isCancelled) return;
        subscription = (link as TRPCLink<AppRouter>)(runtime)(operation).subscribe(observer);
      },
      (cause) => observer.error(cause),
    );
    return () => {
      isCancelled = true;
      subscription?.unsubscribe();
    };
  });

/** Sees every refusal for want of a session, whichever way it came. */
const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error(cause) {
          if (isSignedOut(cause)) announceSessionEnd();
          // A rule or a role has changed since this page was loaded: the sign-in page sets up the second factor.
          else if (cause.data?.appCode === 'second_factor_setup') location.assign(atBase('/auth'));
          observer.error(cause);
        },
        complete: () => observer.complete(),
      }),
    );

const http = { url: atBase('/trpc'), transformer: superjson };
/** These set or clear the cookie, so they travel alone: a batch has only one set of headers. */
const cookiePaths = new Set([
  'auth.login',
  'auth.register',
  'auth.logout',
  'auth.changePassword',
  'secondFactor.signIn',
  'secondFactor.signInWithPasskey',
  'passkeys.signIn',
  'identities.connect',
]);

const links: TRPCLink<AppRouter>[] = [
  sessionLink,
  splitLink({
    condition: (op) => op.type === 'subscription',
    true: liveLink,
    false: splitLink({
      condition: (op) => cookiePaths.has(op.path),
      true: httpLink(http),
      // Long input of many queries in one address would pass what proxies accept.
      false: httpBatchLink({ ...http, maxURLLength: 4000 }),
    }),
  }),
];

/** Used by the hooks, and directly where there is no component. */
export const trpcClient = trpc.createClient({ links });

/** Reads and writes the query cache outside components: in the routes' guards and loaders. */
export const createQueryUtils = (queryClient: QueryClient) => createTRPCQueryUtils({ queryClient, client: trpcClient });

export type QueryUtils = ReturnType<typeof createQueryUtils>;
