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

/** Redirects signed-out users to the sign-in screen, which returns here. */
export async function requireUser({ context, location }: GuardedRoute): Promise<{ user: CurrentUser }> {
  const user = await context.queryUtils.auth.user.ensureData().catch((cause: unknown) => {
    // If the server is unreachable, the session may still be valid, so the user is not signed out.
    throw new SessionUnavailable(cause);
  });
  // Without a required second factor the server rejects every request; the sign-in screen sets it up.
  if (!user || user.mustSetUpSecondFactor)
    throw redirect({ to: '/auth', search: { redirect: safeRedirect(location.href) }, replace: true });
  return { user };
}

/**
 * For public pages: waits for the session before rendering. If it can't be loaded, the page treats the user as a
 * visitor.
 */
export async function loadUser({ context }: Pick<GuardedRoute, 'context'>): Promise<void> {
  await context.queryUtils.auth.user.ensureData().catch(() => null);
}

/** Redirects signed-in users to their destination. If the session can't be loaded, the form is shown. */
export async function requireVisitor(
  { context }: Pick<GuardedRoute, 'context'>,
  next: string | undefined,
): Promise<void> {
  const user = await context.queryUtils.auth.user.ensureData().catch(() => null);
  if (user && !user.mustSetUpSecondFactor)
    throw redirect({
      href: atBase(next ?? '/qchat'),
      replace: true,
      // Shared pages are not part of the single-page application.
      reloadDocument: next?.startsWith('/s/') === true,
    });
}
