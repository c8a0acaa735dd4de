import { atBase } from '~/client/lib/base-path';
import { createListeners } from '~/client/lib/listeners';
import type { RouterOutputs } from '~/client/lib/trpc';

/**
 * The session of a public page, loaded with one small request without a library. Uses tRPC's query, because the 401 of
 * GET /api/auth/user would log an error in the console of each signed-out visitor.
 */
export type SiteSession =
  | { state: 'loading' }
  | { state: 'out' }
  | { state: 'in'; userId: string; email: string }
  /** The server did not respond in time. The pages stay usable, and the sign-in screen checks again. */
  | { state: 'unknown' };

/** After this, the main button is enabled without a session. */
const maxWaitMs = 6000;

const listeners = createListeners();
let session: SiteSession = { state: 'loading' };

export const siteSession = {
  get: () => session,
  subscribe: listeners.subscribe,
  async load(): Promise<SiteSession> {
    session = await ask().catch(() => ({ state: 'unknown' }) as const);
    listeners.notify();
    return session;
  },
};

async function ask(): Promise<SiteSession> {
  const response = await fetch(atBase('/trpc/auth.user'), { signal: AbortSignal.timeout(maxWaitMs) });
  if (!response.ok) return { state: 'unknown' };
  // The response of our own procedure; an unexpected one throws, and the state is unknown.
  const { result } = (await response.json()) as { result: { data: { json: RouterOutputs['auth']['user'] } } };
  const user = result.data.json;
  return user ? { state: 'in', userId: user.id, email: user.email } : { state: 'out' };
}
