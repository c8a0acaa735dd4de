/**
 * The client's only connection to the server, and the only file that imports the server's router type. Requests use
 * HTTP. Subscriptions use a WebSocket, which is loaded and opened with the first one.
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

/** The output of each procedure, for those without a schema in `shared/`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

type LiveConnection = ReturnType<typeof import('./live-connection').connectLive>;

let connection: Promise<LiveConnection> | undefined;

/** Opens the WebSocket once; all subscriptions share it. */
function openLiveConnection(): Promise<LiveConnection> {
  if (!connection) {
    setLiveStatus('connecting');
    const opening = import('./live-connection').then(({ connectLive }) =>
      connectLive({ onRepeatedFailure: checkSessionEnd }),
    );
    connection = opening;
    opening.catch(() => {
      // Loading the code failed; the next subscription tries again.
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
 * Keeps the WebSocket open while the calling component is mounted. tRPC's lazy mode has no benefit, because the chat
 * subscribes as soon as it opens.
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

/** A rejected WebSocket has no error code, so query the session to find out whether it has ended. */
async function checkSessionEnd(): Promise<void> {
  const user = await trpcClient.auth.user.query().catch(() => undefined);
  if (user === null) announceSessionEnd();
}

const liveLink: TRPCLink<AppRouter> = (runtime) => (operation) =>
  observable((observer) => {
    let isCanceled = false;
    let subscription: Unsubscribable | undefined;
    openLiveConnection().then(
      ({ link }) => {
        if (isCanceled) return;
        // Typed for any router, because only this file imports the server's types.
        subscription = (link as TRPCLink<AppRouter>)(runtime)(operation).subscribe(observer);
      },
      (cause) => observer.error(cause),
    );
    return () => {
      isCanceled = true;
      subscription?.unsubscribe();
    };
  });

/** Announces missing sessions for requests and subscriptions. */
const sessionLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error(cause) {
          if (isSignedOut(cause)) announceSessionEnd();
          // Rules or roles have changed since the page was loaded. The sign-in page sets up the second factor.
          else if (cause.data?.appCode === 'second_factor_setup') location.assign(atBase('/auth'));
          observer.error(cause);
        },
        complete: () => observer.complete(),
      }),
    );

const http = { url: atBase('/trpc'), transformer: superjson };
/** These set or clear the cookie, so they are not batched: a batch has only one set of headers. */
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
      // Batched queries with long input could exceed the URL length that proxies accept.
      false: httpBatchLink({ ...http, maxURLLength: 4000 }),
    }),
  }),
];

/** For use outside of React hooks. */
export const trpcClient = trpc.createClient({ links });

/** Accesses the query cache outside of components, in route guards and loaders. */
export const createQueryUtils = (queryClient: QueryClient) => createTRPCQueryUtils({ queryClient, client: trpcClient });

export type QueryUtils = ReturnType<typeof createQueryUtils>;
