import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ObjectIncomplete, ObjectTooLarge } from './types';

/**
 * Writes a source to an open file, reading each chunk after the previous one is written. Stops at the first byte over
 * the limit, whatever size was declared. Leaves the source open after an error.
 */
export async function writeWithin(
  file: FileHandle,
  source: Readable | Buffer,
  limits: { maxBytes: number; size?: number | undefined },
): Promise<number> {
  let size = 0;
  for await (const piece of pieces(source)) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
    size += bytes.length;
    if (size > limits.maxBytes) throw new ObjectTooLarge(limits.maxBytes);
    if (limits.size !== undefined && size > limits.size) throw new ObjectIncomplete();
    // Continues after a short write, unlike `write`.
    await file.writeFile(bytes);
  }
  if (limits.size !== undefined && size !== limits.size) throw new ObjectIncomplete();
  return size;
}

function pieces(source: Readable | Buffer): Iterable<Uint8Array> | AsyncIterable<unknown> {
  return Buffer.isBuffer(source) ? [source] : source.iterator({ destroyOnReturn: false });
}
