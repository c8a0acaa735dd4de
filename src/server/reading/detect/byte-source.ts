/**
 * A file that is read in ranges, wherever it is stored: a zip or a compound file can be checked with a few small ones.
 */
export interface ByteSource {
  size: number;
  /** The bytes from `start` up to, not including, `end`; fewer if the file ends before. */
  readRange(start: number, end: number): Promise<Buffer>;
}

export function inMemory(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { size: buffer.length, readRange: async (start, end) => buffer.subarray(start, end) };
}

/** Throws if the file is shorter than expected. */
export async function readExactly(source: ByteSource, start: number, length: number): Promise<Buffer> {
  if (start < 0 || length < 0 || start + length > source.size) throw new RangeError('Beyond the end of the file');
  const bytes = await source.readRange(start, start + length);
  if (bytes.length !== length) throw new RangeError('Beyond the end of the file');
  return bytes;
}

const blockBytes = 64 * 1024;

/** Reads a remote file in cached blocks, so that many small reads become few requests. */
export function inBlocks(source: ByteSource): ByteSource {
  const blocks = new Map<number, Promise<Buffer>>();
  const block = (index: number): Promise<Buffer> => {
    const start = index * blockBytes;
    const bytes = blocks.get(index) ?? source.readRange(start, Math.min(start + blockBytes, source.size));
    blocks.set(index, bytes);
    return bytes;
  };
  return {
    size: source.size,
    async readRange(start, end) {
      const first = Math.floor(start / blockBytes);
      const count = Math.ceil(Math.min(end, source.size) / blockBytes) - first;
      const bytes = Buffer.concat(
        await Promise.all(Array.from({ length: Math.max(0, count) }, (_, i) => block(first + i))),
      );
      return bytes.subarray(start - first * blockBytes, end - first * blockBytes);
    },
  };
}
