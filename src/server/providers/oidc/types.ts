/**
 * The contract of OpenID Connect providers: starting a sign-in, and verifying its result. A provider proves who a user
 * is. features/identities maps that to an account and its rights.
 */
import type { OidcProviderSettings } from '~/server/lib/oidc-settings';

/** Stored in the browser from the start of a sign-in to its end, which binds one to the other. */
export interface AttemptSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface AttemptOptions {
  /** The user must enter their credentials again, even with a session at the provider. */
  isFresh: boolean;
}

/** A user as asserted by the provider; every field is verified. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  /** The id of the provider's session, if it has one. */
  sid: string | null;
  /** Trimmed and in lower case. */
  email: string | null;
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  groups: string[];
}

/** What a logout token ends: one session of the provider, or all of a user. */
export interface LogoutTokenTarget {
  issuer: string;
  subject: string | null;
  sid: string | null;
}

export interface OidcProvider {
  settings: OidcProviderSettings;
  /** Requests the provider's metadata, without the cache. Rejects if it is unavailable or wrong. */
  check(): Promise<unknown>;
  redirectUri: string;
  /** The URL at the provider that the browser opens next. */
  begin(options: AttemptOptions): Promise<{ url: URL; secrets: AttemptSecrets }>;
  /** Exchanges the code of the callback. `query` is the callback's, with its question mark. */
  finish(query: string, secrets: AttemptSecrets, options: AttemptOptions): Promise<VerifiedIdentity>;
  /** Verifies a logout token of a back-channel logout. */
  verifyLogout(token: string): Promise<LogoutTokenTarget>;
}

/** `declined`: by the user or the provider. `refused`: the response is not trusted. */
export type OidcFailure = 'unavailable' | 'declined' | 'refused';

export class OidcError extends Error {
  override readonly name = 'OidcError';
  constructor(
    readonly reason: OidcFailure,
    cause: unknown,
  ) {
    super(`OpenID Connect: ${reason}`, { cause });
  }
}
