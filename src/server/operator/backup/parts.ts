/** Files of a backup, written and checked as streams: never a whole one in memory, and every byte is hashed. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '~/server/operator/command';
import type { Part } from './manifest';

/** Counts and hashes what passes. */
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

export async function writePart(
  folder: string,
  file: string,
  source: AsyncIterable<string> | Iterable<string> | Readable,
  options: { isCompressed?: boolean } = {},
): Promise<Part> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const { through, result } = meter();
  const readable = source instanceof Readable ? source : Readable.from(source, { objectMode: false });
  const sink = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  if (options.isCompressed) await pipeline(readable, createGzip(), through, sink);
  else await pipeline(readable, through, sink);
  return { file, ...result() };
}

/** Throws words when the file is not there or not as it was written. */
export async function checkPart(folder: string, { file, bytes, sha256 }: Part): Promise<void> {
  const damaged = (how: string) =>
    new OperatorError(`${file} of the backup ${how}. Nothing was restored: use another backup.`);
  const found = await stat(path.join(folder, file)).catch(() => null);
  if (!found?.isFile()) throw damaged('is missing');
  if (found.size !== bytes) throw damaged(`has ${found.size} bytes instead of ${bytes}`);
  if ((await hashOf(createReadStream(path.join(folder, file)))) !== sha256)
    throw damaged('does not match its SHA-256 in the manifest');
}

export async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export async function* linesOf(folder: string, file: string): AsyncGenerator<string> {
  const raw = createReadStream(path.join(folder, file));
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => input.destroy(error));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) if (line !== '') yield line;
}
