/**
 * The contract of an object store: bytes under a key of our own making, written once and never changed. Here belong
 * the keys, the links that let a browser send bytes, and the words of the store's refusals. What does not: who owns an
 * object, what its bytes are and when it goes – the features know that, and the database remembers it. No store looks
 * at a file's name or takes a word of a user into a path; a vendor's SDK is known to that vendor's file alone.
 */
import type { Readable } from 'node:stream';
import { AppError, fileTypeNotAllowed } from '~/server/lib/errors';
import type { PartStore } from './parts';

export interface SignedUpload {
  url: string;
  method: 'PUT';
  /** To be sent exactly as they are. Content-Length is not among them: browsers set it themselves. */
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface UploadTerms {
  key: string;
  userId: string;
  maxBytes: number;
  /** The exact number of bytes, where it is known. Without it, S3 cannot hold an upload to `maxBytes`: look at the claim. */
  size?: number;
  /** The declared media type. Bound by S3; nobody believes it: the bytes are looked at when the upload is claimed. */
  type?: string;
  /** The product's own address as the reader knows it, without a slash at the end. Unused by S3. */
  baseUrl: string;
  /** The bytes have to come through this server, whatever the store could take itself. */
  isRelayed?: boolean;
}

/** First and last byte, both included and counted from 0, as in HTTP. An end past the object's end means its end. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface AllowedUpload {
  key: string;
  userId: string;
  maxBytes: number;
  /** The exact number of bytes, where the link was made for one. */
  size?: number;
}

export interface ObjectStore {
  readonly kind: 'disk' | 's3';
  /** Origins that pages must be allowed to connect to and show pictures from; empty for disk. */
  readonly browserOrigins: readonly string[];
  /** Uploads that arrive in parts. */
  readonly parts: PartStore;
  /** The key of an object that is about to be made: a UUID. */
  newKey(): Promise<string>;
  /** A link for one PUT within 15 minutes. */
  signUpload(upload: UploadTerms): Promise<SignedUpload>;
  /** What an upload URL of our own allows. Throws when its signature is wrong or it has expired. */
  verifyUpload(url: string): AllowedUpload;
  /**
   * The key that an upload URL or an object path (/objects/<key>) was made for, its signature and age not looked at.
   * Null when it is not one of ours.
   */
  keyOfUpload(url: string): string | null;
  /** Null when there is no such object. */
  stat(key: string): Promise<{ size: number } | null>;
  /** Throws ObjectMissing or ObjectRangeInvalid; whoever stops reading before the end destroys the stream. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The absolute path at which other processes of this machine can open the object; null when it lies elsewhere. */
  localPath(key: string): Promise<string | null>;
  /**
   * Stores the whole or nothing, in memory that does not grow with it. Throws ObjectExists, ObjectTooLarge,
   * ObjectIncomplete (when `size` is given and not met) and StorageFull; the error of a source that fails comes out as
   * it is. A source that is refused is left open, so that an HTTP route can still answer; its owner ends it.
   */
  write(
    key: string,
    source: Readable | Buffer,
    limits: { maxBytes: number; size?: number | undefined },
  ): Promise<{ size: number }>;
  /** An object that is not there is as good as deleted. */
  delete(key: string): Promise<void>;
  /** Deletes what crashed writes and abandoned parts left a day ago or longer. At most once a day; others do nothing. */
  removeLeftovers(): Promise<void>;
  /** For /readyz: throws with words when nothing can be written. */
  check(): Promise<void>;
}

/** How long an upload link works. */
export const uploadMinutes = 15;

const keyPattern = /^[a-z0-9-]{1,80}$/;

export const isObjectKey = (key: unknown): key is string => typeof key === 'string' && keyPattern.test(key);

/** A key that was never made names nothing: the answer is that of an object that is not there. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new ObjectMissing();
}

export class ObjectMissing extends AppError {
  constructor(options?: { cause?: unknown }) {
    super('not_found', 'This file does not exist.', options);
  }
}

export class ObjectExists extends AppError {
  constructor(options?: { cause?: unknown }) {
    super('conflict', 'This file has been uploaded already.', options);
  }
}

export class ObjectTooLarge extends AppError {
  constructor(maxBytes: number) {
    super('too_large', `File is larger than ${inWords(maxBytes)}`);
  }
}

export class ObjectIncomplete extends AppError {
  constructor() {
    super('validation', 'The file did not arrive completely. Please upload it again.');
  }
}

export class ObjectRangeInvalid extends AppError {
  constructor(options?: { cause?: unknown }) {
    super('validation', 'This part of the file does not exist.', options);
  }
}

export class StorageFull extends AppError {
  constructor(options?: { cause?: unknown }) {
    super('storage_full', "The file storage is full, so this file can't be saved right now.", options);
  }
}

export function assertRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new ObjectRangeInvalid();
  }
}

const mediaType = /^[a-z0-9][\w.+-]{0,63}\/[a-z0-9][\w.+-]{0,126}$/i;

/** The headers that a declared type asks for. Browsers declare nothing for files they do not know. */
export function typeHeaders(type: string | undefined): Record<string, string> {
  if (!type) return {};
  if (!mediaType.test(type)) throw fileTypeNotAllowed();
  return { 'Content-Type': type };
}

/** A size that is one must be a whole number within the limit. */
export function assertUploadSize(size: number | undefined, maxBytes: number): void {
  if (size === undefined) return;
  if (!Number.isSafeInteger(size) || size < 0)
    throw new AppError('validation', 'The size of the file is not a number.');
  if (size > maxBytes) throw new ObjectTooLarge(maxBytes);
}

function inWords(bytes: number): string {
  const rounded = (value: number) => String(Math.round(value * 100) / 100);
  if (bytes >= 1024 ** 2) return `${rounded(bytes / 1024 ** 2)} MB`;
  return bytes >= 1024 ? `${rounded(bytes / 1024)} KB` : `${bytes} Bytes`;
}
