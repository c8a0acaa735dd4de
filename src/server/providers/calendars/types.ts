/**
 * Calendars of OpenTimestamps: servers that collect hashes and put one hash over all of them into Bitcoin. What is
 * submitted, how often, and what is kept of it belongs to the features.
 */
export interface Calendars {
  /** Host and path of each calendar in the settings: what readers see. */
  readonly names: readonly string[];
  /** Returns the proof of a SHA-256 in hex. Throws a CalendarError. */
  submit(name: string, hash: string, signal: AbortSignal): Promise<Buffer>;
  /**
   * Asks the calendars that a proof names for the rest of it. Null while they have not put the hash into Bitcoin. Throws a
   * CalendarError.
   */
  upgrade(hash: string, proof: Uint8Array, signal: AbortSignal): Promise<UpgradedProof | null>;
}

export interface UpgradedProof {
  proof: Buffer;
  /** The height of the first block that the proof names. Only a copy of Bitcoin's blocks can tell whether that is so. */
  block: number;
}

/** Its message is shown to everybody. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
}
