/**
 * Reads a zip's directory and single entries without trusting the sizes they claim. Supports only what Word files need:
 * no zip64, no encryption. yauzl parses; the limits are ours.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { type ByteSource, inBlocks, readExactly } from './byte-source';

export type ZipEntry = Entry;

export interface Zip {
  entries: ZipEntry[];
  /** Rejects as soon as an entry contains more than it claims. */
  read(entry: ZipEntry, maxBytes: number): Promise<Buffer>;
}

const maxDirectoryBytes = 1024 * 1024;
const entryHeaderBytes = 46;
const endBytes = 22;
const locatorBytes = 20;
const locatorSignature = Buffer.from('PK\x06\x07');

class BadZip extends Error {
  override readonly name = 'BadZip';
}

export async function openZip(remote: ByteSource): Promise<Zip> {
  const source = inBlocks(remote);
  const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, { autoClose: false });
  await rejectZip64(source, zip);
  return {
    entries: await readEntries(zip),
    async read(entry, maxBytes) {
      if (entry.uncompressedSize > maxBytes) throw new BadZip('The entry is too large');
      return buffer(await zip.openReadStreamPromise(entry));
    },
  };
}

/** Programs disagree on which directory counts if a small file has both; Word never writes a zip64 one. */
async function rejectZip64(source: ByteSource, { comment }: ZipFile): Promise<void> {
  const start = source.size - endBytes - comment.length - locatorBytes;
  if (start < 0) return;
  const locator = await readExactly(source, start, locatorSignature.length);
  if (locator.equals(locatorSignature)) throw new BadZip('A zip64 directory');
}

async function readEntries(zip: ZipFile): Promise<ZipEntry[]> {
  const entries = new Map<string, ZipEntry>();
  let directoryBytes = 0;
  for await (const entry of zip.eachEntry()) {
    directoryBytes += entryHeaderBytes + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directoryBytes > maxDirectoryBytes) throw new BadZip('The directory is too large');
    if (entry.isEncrypted()) throw new BadZip('Encrypted');
    // Programs disagree on which of two entries with one name counts.
    if (entries.has(entry.fileName)) throw new BadZip('Two entries with one name');
    entries.set(entry.fileName, entry);
  }
  return [...entries.values()];
}

class SourceReader extends RandomAccessReader {
  constructor(private readonly source: ByteSource) {
    super();
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    readExactly(this.source, position, length)
      .then((bytes) => bytes.copy(target, offset))
      .then(() => callback(null), callback);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.chunks(start, end));
  }

  private async *chunks(start: number, end: number): AsyncGenerator<Buffer> {
    yield await readExactly(this.source, start, end - start);
  }
}
