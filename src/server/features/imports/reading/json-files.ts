/**
 * The JSON files of an export: the file itself, or the files in a zip that contain conversations. Nothing is unpacked
 * to disk.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ImportProblem } from './import-problem';

const maxUnpackedBytes = 500 * 1024 * 1024;
const maxEntries = 200_000;
/** ChatGPT and Claude: conversations.json, also in parts. Our own: one file per conversation. */
const conversationFile = /(?:^|\/)(?:conversations(?:-\d+)?|conversations\/[^/]+)\.json$/i;

/** Metadata that macOS adds to zip files, under the names of the files it belongs to. */
const macMetadata = /(?:^|\/)(?:__MACOSX\/|\._)/;

/** The bytes of each file. Throws ImportProblem. */
export async function* jsonFiles(path: string): AsyncGenerator<AsyncIterable<Buffer>> {
  const head = await readHead(path);
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    yield* zippedFiles(path);
    return;
  }
  if (isWide(head)) throw new ImportProblem('encoding');
  yield withoutMark(createReadStream(path, { highWaterMark: 256 * 1024 }));
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** UTF-16, with or without a byte order mark. */
const isWide = ([first, second]: Buffer) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    const hasMark = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    yield hasMark ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

async function* zippedFiles(path: string): AsyncGenerator<AsyncIterable<Buffer>> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(damaged);
  try {
    let bytes = 0;
    for (const entry of await entriesOf(zip)) {
      bytes += entry.uncompressedSize;
      if (bytes > maxUnpackedBytes) throw new ImportProblem('too much');
      // The stream throws if the data exceeds the size in the entry.
      yield withoutMark(intact(await zip.openReadStreamPromise(entry).catch(damaged)));
    }
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw new ImportProblem('zip');
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (!conversationFile.test(entry.fileName) || macMetadata.test(entry.fileName)) continue;
      if (entry.isEncrypted()) throw new ImportProblem('encrypted');
      entries.push(entry);
    }
  } catch (error) {
    return damaged(error);
  }
  if (entries.length === 0) throw new ImportProblem('nothing');
  return entries;
}

async function* intact(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    damaged(error);
  }
}

function damaged(error: unknown): never {
  throw error instanceof ImportProblem ? error : new ImportProblem('zip');
}
