/** The two strings of a session. Different types prevent using the secret one as the public one. */
import { sha256 } from './hash';

declare const brand: unique symbol;

/** The session cookie's value. It grants access, so it is never stored, published or logged. */
export type SessionToken = string & { readonly [brand]: 'SessionToken' };

/** The SHA-256 of a session token; identifies the session in the database and in signals. */
export type SessionId = string & { readonly [brand]: 'SessionId' };

export const sessionIdOf = (token: SessionToken): SessionId => sha256(token) as SessionId;
