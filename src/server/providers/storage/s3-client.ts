/** The SDK's client, loaded when it is needed, and the repetition of requests that failed for a moment. */
import type { S3Client } from '@aws-sdk/client-s3';
import { pause } from '~/server/lib/wait';
import type { S3Address, S3Settings } from './s3-address';
import { isTransient } from './s3-errors';

const attempts = 3;
const firstPauseMs = 100;
const connectMs = 3000;
/** How long the store may send nothing before a request fails. */
const silenceMs = 60_000;
/**
 * Each download holds a connection for as long as its reader takes: with a limit, slow readers would stop all other
 * requests. Downloads are limited per user and IP address instead.
 */
const agent = { maxSockets: Number.POSITIVE_INFINITY };

export type Loaded = Awaited<ReturnType<typeof loadSdk>>;

/** The SDK has hundreds of files, so only installations with S3 load it, and only on first use. */
export async function loadSdk(
  { region, accessKeyId, secretAccessKey }: S3Settings,
  { endpoint, isPathStyle }: S3Address,
) {
  const [sdk, presigner] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')]);
  const client: S3Client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Default checksums would be signed into the links, for bytes that do not exist yet.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Retries are made here, because the SDK cannot send a stream twice.
    maxAttempts: 1,
    // The SDK would also log errors that are thrown and logged here anyway.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, presigner, client };
}

export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error;
      // With jitter, so that requests that failed together are not retried together.
      await pause(firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
