/**
 * Authorities that sign when they have seen a hash (RFC 3161). What is stamped, how often, and what is kept of it belongs
 * to the features; a provider asks once and checks what it gets.
 */
export interface TimestampAuthority {
  /** Host and path: what readers see. It never contains credentials. */
  name: string;
  /** Asks for a timestamp of the SHA-256 of `text`. Throws a TimestampError. */
  stamp(text: string, signal: AbortSignal): Promise<Timestamp>;
}

export interface Timestamp {
  /** TimeStampResp in DER, as received: what `openssl ts -verify` reads. */
  response: Uint8Array<ArrayBuffer>;
  /** By the authority's clock. */
  time: Date;
}

/** Its message is shown to everybody. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}
