/**
 * Large files arrive in parts, in any order, and each may be repeated. Joined, they are one object under the upload's
 * key. The sizes of the parts are fixed when they are signed and checked when they are joined.
 */

/** An upload in parts that was started and not yet joined. */
export interface PartedUpload {
  key: string;
  /** The store's id of the upload. */
  uploadId: string;
}

export interface StoredPart {
  /** Starts at 1. */
  number: number;
  size: number;
}

export interface PartTerms extends StoredPart {
  userId: string;
  /** The product's URL; see UploadTerms. */
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
  /**
   * The parts that have arrived, by number. Throws ObjectMissing once the upload was joined or dropped, if the store
   * can tell.
   */
  list(upload: PartedUpload): Promise<StoredPart[]>;
  /**
   * Joins the parts to one object. Throws ObjectIncomplete unless the parts have exactly these sizes, and
   * ObjectExists or ObjectMissing if the upload was joined before. Memory use does not depend on the file's size.
   */
  join(upload: PartedUpload, sizes: readonly number[]): Promise<void>;
  /** Deletes the parts. Succeeds if the upload does not exist. */
  drop(upload: PartedUpload): Promise<void>;
}

export const areParts = (parts: readonly StoredPart[], sizes: readonly number[]): boolean =>
  parts.length === sizes.length && parts.every(({ number, size }) => size === sizes[number - 1]);

/** The key under which our own stores keep a part. */
export const partKey = (key: string, number: number): string => `${key}-part-${number}`;

const partPattern = /^(.+)-part-([1-9]\d{0,4})$/;

/** The upload's key and the part's number; null if the key is not a part's. */
export function readPartKey(text: string): { key: string; number: number } | null {
  const [, key, number] = partPattern.exec(text) ?? [];
  return key === undefined ? null : { key, number: Number(number) };
}

/** Joins an upload's parts once if several requests in this process complete it at the same time. */
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
