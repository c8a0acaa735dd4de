/**
 * Encrypts the objects of another store. The key of an object, and so the database, decides whether it is encrypted:
 * a UUID of version 8 names an encrypted object, any other key a plain one. The bytes of an object never decide it,
 * so an attacker who can change them cannot replace an encrypted object with a plain one. Enabling or disabling
 * encryption only affects new keys.
 */
import { randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileDamaged } from './encrypted-errors';
import { EncryptedParts } from './encrypted-parts';
import {
  type FileKey,
  FrameOpener,
  type FrameRange,
  frameBytes,
  headerBytes,
  makeHeader,
  openHeader,
  plainSize,
  sealAll,
  sealBuffer,
  sealedFrameBytes,
  sealedSize,
  type WriteLimits,
} from './frames';
import type { PartedUpload, PartStore, PartTerms } from './parts';
import {
  assertRange,
  type ByteRange,
  ObjectIncomplete,
  ObjectMissing,
  ObjectRangeInvalid,
  type ObjectStore,
  ObjectTooLarge,
  type UploadTerms,
} from './types';

/** The keys that encrypt the keys of objects; stored in the database, encrypted with the installation's secret. */
export interface FileKeys {
  /** For new objects; created if there is none. Throws FileKeyMissing. */
  current(): Promise<FileKey>;
  /** Throws FileKeyMissing. */
  find(id: string): Promise<Buffer>;
}

const encryptedPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?:-|$)/;

/** True also for files stored under an object's key with a suffix: parts, previews, cleaned images. */
export const isEncryptedKey = (key: string): boolean => encryptedPattern.test(key);

export interface Encryption {
  /** Whether new objects are encrypted. */
  isOn: boolean;
  keys: FileKeys;
  /** Called if an object's bytes differ from those that were written. */
  onDamaged(key: string): void;
}

export class EncryptedStore implements ObjectStore {
  readonly kind: ObjectStore['kind'];
  readonly browserOrigins: readonly string[];
  readonly parts: PartStore;

  constructor(
    private readonly inner: ObjectStore,
    private readonly encryption: Encryption,
  ) {
    this.kind = inner.kind;
    this.browserOrigins = inner.browserOrigins;
    this.parts = partsByKey(inner.parts, new EncryptedParts(this));
  }

  /** Stores the file key in the database first, so that a backup with the row of an encrypted file also has the key. */
  async newKey(): Promise<string> {
    if (!this.encryption.isOn) return this.inner.newKey();
    await this.encryption.keys.current();
    return randomUUID().replace(/^(.{14})./, '$18');
  }

  signUpload(terms: UploadTerms) {
    return this.inner.signUpload(isEncryptedKey(terms.key) ? { ...terms, isRelayed: true } : terms);
  }

  verifyUpload(url: string) {
    return this.inner.verifyUpload(url);
  }

  keyOfUpload(url: string) {
    return this.inner.keyOfUpload(url);
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const found = await this.inner.stat(key);
    if (!found || !isEncryptedKey(key)) return found;
    return this.noticing(key, () => ({ size: plainSize(found.size).size }));
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    if (!isEncryptedKey(key)) return this.inner.read(key, range);
    if (range) assertRange(range);
    const frameRange = range ? await this.framesOf(key, range) : wholeObject;
    const dataKey = await this.dataKeyOf(key);
    const opener = new FrameOpener({ objectKey: key, dataKey }, frameRange);
    const start = headerBytes + frameRange.first * sealedFrameBytes;
    const end =
      frameRange.last === null ? Number.MAX_SAFE_INTEGER : headerBytes + (frameRange.last + 1) * sealedFrameBytes - 1;
    const source = await this.noticing(key, () => this.inner.read(key, { start, end }).catch(tooShort));
    return pipeline(source, opener, (error) => {
      if (error instanceof FileDamaged) this.encryption.onDamaged(key);
    });
  }

  /** Null for encrypted objects: other processes can't read them and get a copy. */
  async localPath(key: string): Promise<string | null> {
    return isEncryptedKey(key) ? null : this.inner.localPath(key);
  }

  async write(key: string, source: Readable | Buffer, limits: WriteLimits): Promise<{ size: number }> {
    if (!isEncryptedKey(key)) return this.inner.write(key, source, limits);
    const made = makeHeader(key, await this.encryption.keys.current());
    const identity = { objectKey: key, ...made };
    if (Buffer.isBuffer(source)) {
      if (source.length > limits.maxBytes) throw new ObjectTooLarge(limits.maxBytes);
      if (limits.size !== undefined && limits.size !== source.length) throw new ObjectIncomplete();
      const sealed = sealBuffer(source, identity);
      await this.inner.write(key, sealed, { maxBytes: sealed.length, size: sealed.length });
      return { size: source.length };
    }
    let size = 0;
    const counted = (bytes: number) => {
      size = bytes;
    };
    const sealed = Readable.from(sealAll(source, identity, limits, counted), { objectMode: false });
    try {
      await this.inner.write(key, sealed, { maxBytes: sealedSize(limits.maxBytes) });
      return { size };
    } finally {
      sealed.destroy();
    }
  }

  delete(key: string): Promise<void> {
    return this.inner.delete(key);
  }

  removeLeftovers(): Promise<void> {
    return this.inner.removeLeftovers();
  }

  async check(maxWriteAgeMs?: number): Promise<void> {
    if (this.encryption.isOn) await this.encryption.keys.current();
    await this.inner.check(maxWriteAgeMs);
  }

  private async framesOf(key: string, { start, end }: ByteRange): Promise<FrameRange> {
    const found = await this.inner.stat(key);
    if (!found) throw new ObjectMissing();
    const { size, frames } = await this.noticing(key, () => plainSize(found.size));
    if (start >= size) throw new ObjectRangeInvalid();
    const [first, last] = [start, Math.min(end, size - 1)].map((at) => Math.floor(at / frameBytes)) as [number, number];
    const length = Math.min(end, size - 1) - start + 1;
    return { first, last, endsObject: last === frames - 1, skip: start - first * frameBytes, length };
  }

  private async dataKeyOf(key: string): Promise<Buffer> {
    return this.noticing(key, async () => {
      const header = await buffer(await this.inner.read(key, { start: 0, end: headerBytes - 1 }).catch(tooShort));
      return openHeader(key, header, (id) => this.encryption.keys.find(id));
    });
  }

  private async noticing<Result>(key: string, work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileDamaged) this.encryption.onDamaged(key);
      throw error;
    }
  }
}

/** An object that is too short for a range that every encrypted object has is damaged. */
function tooShort(error: unknown): never {
  throw error instanceof ObjectRangeInvalid ? new FileDamaged({ cause: error }) : error;
}

const wholeObject: FrameRange = {
  first: 0,
  last: null,
  endsObject: true,
  skip: 0,
  length: Number.POSITIVE_INFINITY,
};

/** An upload that started before encryption was enabled continues unencrypted. */
function partsByKey(plain: PartStore, encrypted: PartStore): PartStore {
  const of = ({ key }: { key: string }) => (isEncryptedKey(key) ? encrypted : plain);
  return {
    begin: (key: string) => of({ key }).begin(key),
    sign: (upload: PartedUpload, part: PartTerms) => of(upload).sign(upload, part),
    list: (upload: PartedUpload) => of(upload).list(upload),
    join: (upload: PartedUpload, sizes: readonly number[]) => of(upload).join(upload, sizes),
    drop: (upload: PartedUpload) => of(upload).drop(upload),
  };
}
