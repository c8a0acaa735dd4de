/**
 * OpenTimestamps calendars: servers that collect hashes and put one hash over all of them into Bitcoin. Features decide
 * what to submit, how often, and what to keep.
 */
export interface Calendars {
  /** Host and path of each configured calendar, as shown to users. */
  readonly names: readonly string[];
  /** Returns the proof of a SHA-256 in hex. Throws a CalendarError. */
  submit(name: string, hash: string, signal: AbortSignal): Promise<Buffer>;
  /**
   * Requests the rest of a proof from the calendars it names. Null until they have put the hash into Bitcoin. Throws a
   * CalendarError.
   */
  upgrade(hash: string, proof: Uint8Array, signal: AbortSignal): Promise<UpgradedProof | null>;
}

export interface UpgradedProof {
  proof: Buffer;
  /** The height of the first block that the proof names. Only a copy of the Bitcoin blockchain can verify it. */
  block: number;
}

/** Its message is public. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
}
