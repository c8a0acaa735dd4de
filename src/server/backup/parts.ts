/**
 * Files of a backup, written and checked as streams: never a whole one in memory, and every byte is hashed. In an
 * encrypted backup each file is in age format, with the suffix `.age`. Sizes and hashes are those of the plaintext.
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { AgeError, type AgeIdentity } from '~/server/lib/age/age-keys';
import { decryptingWith, encryptingFor } from '~/server/lib/age/age-stream';
import { codeOf, messageOf } from '~/server/lib/caught';
import { sha256OfStream } from '~/server/lib/hash';
import { OperatorError } from '~/server/lib/operator-error';
import { textLines } from '~/server/lib/text-lines';

export interface BackupFolder {
  path: string;
  /** Null if the backup is not encrypted. */
  identity: AgeIdentity | null;
}

/** A file listed in the manifest. */
export interface Part {
  file: string;
  bytes: number;
  sha256: string;
}

/** Code of BackupDamaged, which is lost as a class between threads. */
export const damagedCode = 'BACKUP_DAMAGED';

/** A file of a backup is missing, unreadable or changed. */
class BackupDamaged extends OperatorError {
  readonly code = damagedCode;
}

/** How file systems report content that they cannot read, or whose checksum is wrong. */
const unreadableCodes = new Set<unknown>(['EIO', 'EBADMSG', 'EUCLEAN']);

const blockLength = 64 * 1024;

type Source = AsyncIterable<string> | Iterable<string> | Readable;

/** Counts and hashes the bytes that pass through. */
function meter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export const pathOfPart = ({ path: folder, identity }: BackupFolder, file: string): string =>
  path.join(folder, identity ? `${file}.age` : file);

export async function writePart(
  folder: BackupFolder,
  file: string,
  source: Source,
  options: { isCompressed?: boolean } = {},
): Promise<Part> {
  const target = pathOfPart(folder, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const sink = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  const encrypted = folder.identity ? encryptingFor(folder.identity) : new PassThrough();
  return { file, ...(await metered(source, options.isCompressed === true, encrypted, sink)) };
}

/** Returns the same as `writePart`, without writing a file. */
export async function measurePart(file: string, source: Source, options: { isCompressed: boolean }): Promise<Part> {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  return { file, ...(await metered(source, options.isCompressed, new PassThrough(), sink)) };
}

/** Compressing each line of a table separately would cost several times as much. */
async function* inBlocks(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const text of texts) {
    block += text;
    if (block.length < blockLength) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}

async function metered(source: Source, isCompressed: boolean, last: Transform, sink: Writable) {
  const { through, result } = meter();
  const readable = source instanceof Readable ? source : Readable.from(inBlocks(source), { objectMode: false });
  if (isCompressed) await pipeline(readable, createGzip(), through, last, sink);
  else await pipeline(readable, through, last, sink);
  return result();
}

/** The content of a file. A caller that stops reading before the end must destroy the stream. */
export function readPart(folder: BackupFolder, file: string): Readable {
  const raw = createReadStream(pathOfPart(folder, file));
  return folder.identity ? joined(raw, decryptingWith(folder.identity)) : raw;
}

/** `pipe` alone neither forwards errors nor closes the file. */
function joined(raw: Readable, next: Transform): Transform {
  raw.on('error', (error) => next.destroy(error));
  next.on('close', () => raw.destroy());
  return raw.pipe(next);
}

/** Throws BackupDamaged if the file is missing, unreadable or was changed. */
export async function checkPart(folder: BackupFolder, { file, bytes, sha256 }: Part): Promise<void> {
  const damaged = (how: string) =>
    new BackupDamaged(`${file} of the backup ${how}. Nothing was restored: use another backup.`);
  const found = await stat(pathOfPart(folder, file)).catch(() => null);
  if (!found?.isFile()) throw damaged('is missing');
  if (!folder.identity && found.size !== bytes) throw damaged(`has ${found.size} bytes instead of ${bytes}`);
  const hash = await sha256OfStream(readPart(folder, file)).catch((error) => {
    if (error instanceof AgeError) throw damaged(`cannot be decrypted: ${error.message.replace(/\.$/, '')}`);
    if (unreadableCodes.has(codeOf(error))) throw damaged(`cannot be read: ${messageOf(error)}`);
    throw error;
  });
  if (hash !== sha256) throw damaged('does not match its SHA-256 in the manifest');
}

export async function* linesOf(folder: BackupFolder, file: string): AsyncGenerator<string> {
  const content = readPart(folder, file);
  const input = file.endsWith('.gz') ? joined(content, createGunzip()) : content;
  for await (const line of textLines(input)) if (line !== '') yield line;
}
