/** An upload that is being checked: its first bytes at hand, the rest where it is stored. */
import { AppError, fileTypeNotAllowed } from '~/server/lib/errors';
import { type ByteSource, inMemory } from './byte-source';
import type { Format } from './media-types';

export type { Format };

export interface UploadedFile {
  name: string;
  /** Content-Type of the upload. Browsers send nothing, or application/octet-stream, for kinds they don't know. */
  declaredType?: string | undefined;
  /** The first 4,100 bytes or more; the whole file where it is shorter. */
  head: Buffer;
  size: number;
  /** From `start` up to, and without, `end`. Called for containers and SVG files, for a few small parts. */
  readRange(start: number, end: number): Promise<Buffer>;
}

export const firstType = (format: Format): string => format.types[0];

/** Where an HTML reader would begin to see a page. Strict enough that pixels never look like it. */
export const webPage = /<(?:!doctype\s+html|html|head|body|script|iframe|object|embed)[\s>/]/i;

/** The user reads one sentence; what exactly did not agree goes to the log. */
export const refused = (cause: string): AppError => fileTypeNotAllowed(cause);

export function wholeOrRanges(file: UploadedFile): ByteSource {
  if (file.head.length >= file.size) return inMemory(file.head.subarray(0, file.size));
  const readRange = (start: number, end: number) =>
    file.readRange(start, end).catch((error) => {
      throw new StoreFailed('The file could not be read', { cause: error });
    });
  return { size: file.size, readRange };
}

/** A failing file storage says nothing about the file: its error goes on as it is. */
class StoreFailed extends Error {}

export function asRefused(error: unknown): never {
  if (error instanceof StoreFailed) throw error.cause;
  if (error instanceof AppError) throw error;
  throw refused(error instanceof Error ? error.message : 'a broken container');
}
