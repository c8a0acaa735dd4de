/** How users can sign in to an account with the settings of this server. */
import type { Deps } from '~/server/deps';
import { hasPassword } from '~/server/lib/password';

interface SignInWays {
  password: string | undefined;
  identities: readonly { issuer: string }[];
}

/** The columns of an account that these functions read. */
export const signInWays = { password: true, identities: { select: { issuer: true } } } as const;

const hasProvider = ({ env }: Pick<Deps, 'env'>, { identities }: SignInWays): boolean =>
  identities.some((identity) => env.oidc.some(({ issuer }) => issuer === identity.issuer));

export const canSignIn = (deps: Pick<Deps, 'env'>, ways: SignInWays): boolean =>
  (deps.env.PASSWORD_SIGN_IN && hasPassword(ways.password)) || hasProvider(deps, ways);

/**
 * Whether the password confirms sensitive actions. With PASSWORD_SIGN_IN=off, a connected provider replaces it: a
 * forgotten password can't be reset then. Without a provider, it may be the only confirmation.
 */
export const usesPassword = (deps: Pick<Deps, 'env'>, ways: SignInWays): boolean =>
  hasPassword(ways.password) && (deps.env.PASSWORD_SIGN_IN || !hasProvider(deps, ways));
