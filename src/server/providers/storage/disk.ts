/** Stores objects as files below DATA_DIR, with our own signed links to the server's routes. */

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { dayMs } from '~/shared/utc-day';
import {
  findFile,
  openFile,
  prepareFile,
  removeFile,
  removeLeftovers,
  tryWriting,
  unreachable,
  writeFileOnce,
  writingFailed,
} from './disk-folder';
import { DiskParts } from './disk-parts';
import {
  type AllowedUpload,
  assertObjectKey,
  assertRange,
  type ByteRange,
  ObjectMissing,
  ObjectRangeInvalid,
  type ObjectStore,
  type SignedUpload,
  typeHeaders,
  type UploadTerms,
} from './types';
import { keyInOwnUrl, signUploadLink, verifyUploadLink } from './upload-link';
import { writeWithin } from './write-within';

export interface DiskSettings {
  /** The folder of the objects, created on the first write. */
  root: string;
  /** 32 bytes that sign upload links. */
  secret: Buffer;
  /** Whether a URL without a path is the product's. */
  isOwnAddress(address: string): boolean;
}

/** It scans every name in the folder, so once a day is enough. */
const leftoversEveryMs = dayMs;

export class DiskStore implements ObjectStore {
  readonly kind = 'disk';
  readonly browserOrigins: readonly string[] = [];
  readonly parts: DiskParts;
  /** Resolves when remains of crashed processes are deleted; the start does not wait for it. */
  readonly cleaned: Promise<void>;
  private readonly settings: DiskSettings;
  private cleanedAt = Date.now();

  constructor(settings: DiskSettings) {
    this.settings = settings;
    this.parts = new DiskParts(settings);
    this.cleaned = removeLeftovers(settings.root).then(
      () => {},
      // Must not prevent the start: the next start tries again, and check() reports a broken disk.
      () => {},
    );
  }

  async newKey(): Promise<string> {
    return randomUUID();
  }

  async signUpload({ baseUrl, type, ...terms }: UploadTerms): Promise<SignedUpload> {
    const headers = typeHeaders(type);
    const { path, expiresAt } = signUploadLink(this.settings.secret, terms);
    return { url: `${baseUrl}${path}`, method: 'PUT', headers, expiresAt };
  }

  /** For the upload route: the terms of the request's link (path and query). Throws `forbidden`. */
  verifyUpload(url: string, now = new Date()): AllowedUpload {
    return verifyUploadLink(this.settings.secret, url, now);
  }

  keyOfUpload(url: string): string | null {
    return keyInOwnUrl(url, this.settings.isOwnAddress);
  }

  async stat(key: string): Promise<{ size: number } | null> {
    assertObjectKey(key);
    try {
      const { file, size } = await openFile(this.settings.root, key);
      await file.close();
      return { size };
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw unreachable(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (range) assertRange(range);
    const { file, size } = await openFile(this.settings.root, key).catch((error) => {
      throw unreachable(error);
    });
    if (range && range.start >= size) {
      await file.close();
      throw new ObjectRangeInvalid();
    }
    return file.createReadStream(range && { start: range.start, end: range.end });
  }

  async localPath(key: string): Promise<string | null> {
    assertObjectKey(key);
    return findFile(this.settings.root, key).catch((error) => {
      throw unreachable(error);
    });
  }

  async write(key: string, source: Readable | Buffer, limits: { maxBytes: number; size?: number | undefined }) {
    assertObjectKey(key);
    try {
      const name = await prepareFile(this.settings.root, key);
      return { size: await writeFileOnce(name, (file) => writeWithin(file, source, limits)) };
    } catch (error) {
      throw writingFailed(error);
    }
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    try {
      const name = await findFile(this.settings.root, key);
      if (name) await removeFile(name);
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** The constructor does this too, but a server may run for months after another one has crashed. */
  async removeLeftovers(): Promise<void> {
    const now = Date.now();
    if (now - this.cleanedAt < leftoversEveryMs) return;
    this.cleanedAt = now;
    await removeLeftovers(this.settings.root, now);
  }

  async check(): Promise<void> {
    try {
      await tryWriting(this.settings.root);
    } catch (error) {
      throw writingFailed(error);
    }
  }
}
