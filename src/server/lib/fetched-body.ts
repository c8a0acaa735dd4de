/** The body of an untrusted response: decompressed, and limited in size. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PublicFetchError } from './public-fetch-error';

/** The value of Accept-Encoding for such requests. */
export const knownEncodings = 'gzip, deflate, br';

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export async function readFetched(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    if (Number(answer.headers['content-length']) > maxBytes) throw new PublicFetchError('too_large');
    // Counted after decompression, so that a zip bomb stops at the limit.
    for await (const chunk of decoded(answer) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new PublicFetchError('too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof PublicFetchError ? error : new PublicFetchError('unreachable', { cause: error });
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

/** At most one encoding, because nested ones are used for zip bombs. */
function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity' || answer.statusCode === 304) return answer;
  const decoder = decoders[encoding]?.();
  if (!decoder) throw new PublicFetchError('encoding');
  // Errors of either end reach the reader through the decoder.
  return pipeline(answer, decoder, () => {}) as typeof decoder;
}
