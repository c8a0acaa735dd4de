/**
 * Large files arrive in parts, in any order and each as often as needed; joined, they are one object under its key. The
 * sizes of the parts are given when they are signed and again when they are joined: no part has another one.
 */

/** An upload in parts that was begun and not yet joined. */
export interface PartedUpload {
  key: string;
  /** The store's own name for it. */
  uploadId: string;
}

export interface StoredPart {
  /** From 1. */
  number: number;
  size: number;
}

export interface PartTerms extends StoredPart {
  userId: string;
  /** The product's own address; see UploadTerms. */
  baseUrl: string;
}

export interface PartTarget {
  url: string;
  headers: Record<string, string>;
}

export interface PartStore {
  /** Returns the upload's id. */
  begin(key: string): Promise<string>;
  /** A link for one PUT of exactly `size` bytes within 15 minutes. */
  sign(upload: PartedUpload, part: PartTerms): Promise<PartTarget>;
  /** What has arrived, in order. Throws ObjectMissing once the upload was joined or dropped, where the store knows. */
  list(upload: PartedUpload): Promise<StoredPart[]>;
  /**
   * Makes the parts one object. Throws ObjectIncomplete unless there are exactly parts of these sizes, ObjectExists or
   * ObjectMissing when the upload was joined before. Memory does not grow with the file.
   */
  join(upload: PartedUpload, sizes: readonly number[]): Promise<void>;
  /** Deletes what has arrived. An upload that is not there is as good as dropped. */
  drop(upload: PartedUpload): Promise<void>;
}

export const areParts = (parts: readonly StoredPart[], sizes: readonly number[]): boolean =>
  parts.length === sizes.length && parts.every(({ number, size }) => size === sizes[number - 1]);

/** Where a store of our own keeps a part. */
export const partKey = (key: string, number: number): string => `${key}-part-${number}`;

const partPattern = /^(.+)-part-([1-9]\d{0,4})$/;

/** The upload's key and the part's number; null for a key that is not a part's. */
export function readPartKey(text: string): { key: string; number: number } | null {
  const [, key, number] = partPattern.exec(text) ?? [];
  return key === undefined ? null : { key, number: Number(number) };
}

/** Requests that complete the same upload at the same time in this process join its parts once. */
export class JoinOnce {
  private readonly joining = new Map<string, Promise<void>>();

  run(key: string, join: () => Promise<void>): Promise<void> {
    const known = this.joining.get(key);
    if (known) return known;
    const made = join().finally(() => this.joining.delete(key));
    this.joining.set(key, made);
    return made;
  }
}
