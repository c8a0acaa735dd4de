/** Guards for the `beforeLoad` of routes. The server checks every request again. */

import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { atBase } from '~/client/lib/base-path';
import { SessionUnavailable } from '~/client/lib/session-unavailable';
import type { QueryUtils } from '~/client/lib/trpc';
import { safeRedirect } from '~/shared/safe-redirect';
import type { CurrentUser } from '~/shared/schemas/auth';

interface GuardedRoute {
  context: { queryUtils: Pick<QueryUtils, 'auth'> };
  location: Pick<ParsedLocation, 'href'>;
}

/** Signed-out users go to the sign-in screen, which returns here. */
export async function requireUser({ context, location }: GuardedRoute): Promise<{ user: CurrentUser }> {
  const user = await context.queryUtils.auth.user.ensureData().catch((cause: unknown) => {
    // An unreachable server says nothing about the session, so this signs nobody out.
    throw new SessionUnavailable(cause);
  });
  // Without a required second factor the server allows nothing: the sign-in screen sets it up.
  if (!user || user.mustSetUpSecondFactor)
    throw redirect({ to: '/auth', search: { redirect: safeRedirect(location.href) }, replace: true });
  return { user };
}

/** A page for everybody: it is drawn once it is known whether somebody is signed in. Without an answer it is a visitor. */
export async function knowUser({ context }: Pick<GuardedRoute, 'context'>): Promise<void> {
  await context.queryUtils.auth.user.ensureData().catch(() => null);
}

/** Signed-in users go on to the place they came for. Without an answer the form is shown. */
export async function requireVisitor(
  { context }: Pick<GuardedRoute, 'context'>,
  next: string | undefined,
): Promise<void> {
  const user = await context.queryUtils.auth.user.ensureData().catch(() => null);
  if (user && !user.mustSetUpSecondFactor)
    throw redirect({
      href: atBase(next ?? '/qchat'),
      replace: true,
      // A shared page is not part of the application.
      reloadDocument: next?.startsWith('/s/') === true,
    });
}
