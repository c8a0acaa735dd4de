import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

type Data = string | Uint8Array;

/** SHA-256 as 64 hexadecimal digits. */
export const sha256 = (data: Data): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 as bytes: hashes have equal length, so timingSafeEqual can compare them. */
export const sha256Bytes = (data: Data): Buffer => createHash('sha256').update(data).digest();

/** The same as `sha256` of all bytes of a stream. */
export async function sha256OfStream(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
