/** An upload being checked: its first bytes in memory, the rest in the storage. */
import { AppError, fileTypeNotAllowed } from '~/server/lib/errors';
import { type ByteSource, inMemory } from './byte-source';
import type { Format } from './media-types';

export type { Format };

export interface UploadedFile {
  name: string;
  /** Content-Type of the upload. For unknown kinds, browsers send none or application/octet-stream. */
  declaredType?: string | undefined;
  /** The first 4,100 bytes or more; the whole file if it is shorter. */
  head: Buffer;
  size: number;
  /** From `start` up to, not including, `end`. Called for containers and SVG files, for a few small parts. */
  readRange(start: number, end: number): Promise<Buffer>;
}

export const firstType = (format: Format): string => format.types[0];

/** Where an HTML parser would recognize a page. Strict enough never to match image data. */
export const webPage = /<(?:!doctype\s+html|html|head|body|script|iframe|object|embed)[\s>/]/i;

/** The user gets one sentence; the exact mismatch is logged. */
export const rejected = (cause: string): AppError => fileTypeNotAllowed(cause);

export function wholeOrRanges(file: UploadedFile): ByteSource {
  if (file.head.length >= file.size) return inMemory(file.head.subarray(0, file.size));
  const readRange = (start: number, end: number) =>
    file.readRange(start, end).catch((error) => {
      throw new StoreFailed('The file could not be read', { cause: error });
    });
  return { size: file.size, readRange };
}

/** A storage failure says nothing about the file, so its error is passed on unchanged. */
class StoreFailed extends Error {}

export function rethrowAsRejected(error: unknown): never {
  if (error instanceof StoreFailed) throw error.cause;
  if (error instanceof AppError) throw error;
  throw rejected(error instanceof Error ? error.message : 'a broken container');
}
