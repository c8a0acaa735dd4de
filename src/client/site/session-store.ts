import { atBase } from '~/client/lib/base-path';

/**
 * Who is signed in, as the public pages ask it: one small request, no library. tRPC's own query is read and not
 * GET /api/auth/user, because its 401 for everybody who is signed out would stand as an error in each visitor's console.
 */
export type SiteSession =
  | { state: 'loading' }
  | { state: 'out' }
  | { state: 'in'; email: string }
  /** Nobody answered in time: the pages stay usable, and the sign-in screen finds out. */
  | { state: 'unknown' };

/** A visitor does not wait longer than this for a button to come alive. */
const patienceMs = 6000;

const listeners = new Set<() => void>();
let session: SiteSession = { state: 'loading' };

export const siteSession = {
  get: () => session,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  async load(): Promise<SiteSession> {
    session = await ask().catch(() => ({ state: 'unknown' }) as const);
    for (const listener of listeners) listener();
    return session;
  },
};

async function ask(): Promise<SiteSession> {
  const answer = await fetch(atBase('/trpc/auth.user'), { signal: AbortSignal.timeout(patienceMs) });
  if (!answer.ok) return { state: 'unknown' };
  const { result } = (await answer.json()) as { result: { data: { json: { email: string } | null } } };
  const user = result.data.json;
  return user ? { state: 'in', email: user.email } : { state: 'out' };
}
