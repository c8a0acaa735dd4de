import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ObjectIncomplete, ObjectTooLarge } from './types';

/**
 * Writes a source to an open file piece by piece – the next is read when the last is written – and stops at the first
 * byte too many, whatever the source said about itself. Leaves the source open when it refuses.
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
    // Goes on after a short write, which a plain write would not.
    await file.writeFile(bytes);
  }
  if (limits.size !== undefined && size !== limits.size) throw new ObjectIncomplete();
  return size;
}

function pieces(source: Readable | Buffer): Iterable<Uint8Array> | AsyncIterable<unknown> {
  return Buffer.isBuffer(source) ? [source] : source.iterator({ destroyOnReturn: false });
}
