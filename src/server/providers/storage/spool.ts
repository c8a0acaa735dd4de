import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { scratchFolder } from '~/server/lib/scratch-folder';
import { writingFailed } from './disk-folder';
import { ObjectIncomplete, ObjectTooLarge } from './types';
import { writeWithin } from './write-within';

export interface SpooledBody {
  size: number;
  /** Returns the bytes from the start; may be called repeatedly. */
  body: () => Readable | Buffer;
}

/**
 * Buffers a source on disk while `work` sends it. An object store needs the size first and may need the bytes twice; a
 * stream offers neither, and a copy in memory would be as large as the file.
 */
export async function withSpooled<T>(
  source: Readable | Buffer,
  limits: { maxBytes: number; size?: number | undefined },
  work: (spooled: SpooledBody) => Promise<T>,
): Promise<T> {
  if (Buffer.isBuffer(source)) {
    if (source.length > limits.maxBytes) throw new ObjectTooLarge(limits.maxBytes);
    if (limits.size !== undefined && limits.size !== source.length) throw new ObjectIncomplete();
    return work({ size: source.length, body: () => source });
  }
  const name = path.join(scratchFolder(), `upload-${randomUUID()}`);
  try {
    const size = await fill(name, source, limits);
    return await work({ size, body: () => createReadStream(name) });
  } finally {
    await unlink(name).catch(() => {});
  }
}

async function fill(
  name: string,
  source: Readable,
  limits: { maxBytes: number; size?: number | undefined },
): Promise<number> {
  try {
    const file = await open(name, 'wx', 0o600);
    try {
      return await writeWithin(file, source, limits);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw writingFailed(error);
  }
}
