/**
 * Authorities that sign the time at which they received a hash (RFC 3161). Features decide what is stamped, how
 * often, and what is stored; a provider sends one request and verifies the response.
 */
export interface TimestampAuthority {
  /** Host and path, as shown to users. Never contains credentials. */
  name: string;
  /** Requests a timestamp of the SHA-256 of `text`. Throws a TimestampError. */
  stamp(text: string, signal: AbortSignal): Promise<Timestamp>;
}

export interface Timestamp {
  /** TimeStampResp in DER, as received: the input of `openssl ts -verify`. */
  response: Uint8Array<ArrayBuffer>;
  /** By the clock of the authority. */
  time: Date;
}

/** Its message is public. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}
