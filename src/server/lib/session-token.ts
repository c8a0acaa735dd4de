/** The two strings of a session. They are different types, so that the secret one cannot be used as the public one. */
import { sha256 } from './hash';

declare const brand: unique symbol;

/** The session cookie's value. Who has it is signed in, so it is never stored, published or logged. */
export type SessionToken = string & { readonly [brand]: 'SessionToken' };

/** The SHA-256 of a session token: names the session in the database and in signals. */
export type SessionId = string & { readonly [brand]: 'SessionId' };

export const sessionIdOf = (token: SessionToken): SessionId => sha256(token) as SessionId;
