import { AppError } from '~/server/lib/errors';
import { ObjectExists, ObjectMissing, ObjectRangeInvalid, StorageFull } from './types';

interface Failure {
  name?: string;
  Code?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** QuotaExceeded, XMinioStorageFull, InsufficientStorage and their like; a quota comes with all sorts of statuses. */
const fullNames = /quota|storage.?full|insufficientstorage/i;

const statusOf = (error: unknown) => (error as Failure | null)?.$metadata?.httpStatusCode;
const nameOf = (error: unknown) => (error as Failure | null)?.Code ?? (error as Failure | null)?.name ?? 'Error';

/**
 * Error details that may be logged. The SDK's errors contain the access key, the signed text and the endpoint, and
 * the logger would write all their fields.
 */
function causeOf(error: unknown): Error {
  const { code } = (error ?? {}) as Failure;
  const status = statusOf(error);
  return new Error(['object storage:', nameOf(error), code, status && `(HTTP ${status})`].filter(Boolean).join(' '));
}

/** Whether the store or the network caused the error. Bugs must not be hidden as such. */
const isOfStore = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  ('$metadata' in error || ('code' in error && !(error instanceof AppError)));

/** The store does not support conditional writes. */
export const isNotImplemented = (error: unknown) => statusOf(error) === 501;

export const isConditionFailed = (error: unknown) => statusOf(error) === 412;

/** Worth a retry: no response, a busy or broken (but not full) server, or two concurrent writes. */
export function isTransient(error: unknown): boolean {
  if (!isOfStore(error)) return false;
  const status = statusOf(error);
  if (status === undefined) return true;
  return !isFull(error) && status !== 501 && (status >= 500 || status === 429 || status === 409 || status === 408);
}

const isFull = (error: unknown) => statusOf(error) === 507 || fullNames.test(nameOf(error));

/**
 * Converts an error to one for users that names neither key nor endpoint. `object`: a 404 means that the object is
 * missing.
 */
export function s3Failure(error: unknown, options: { object: boolean }): unknown {
  if (!isOfStore(error)) return error;
  const status = statusOf(error);
  const cause = causeOf(error);
  if (isFull(error)) return new StorageFull({ cause });
  if (status === 404 && options.object && nameOf(error) !== 'NoSuchBucket') return new ObjectMissing({ cause });
  if (status === 412 || status === 409) return new ObjectExists({ cause });
  if (status === 416) return new ObjectRangeInvalid({ cause });
  if (status === undefined || status >= 500 || status === 429) {
    return new AppError('upstream', 'The file storage is unavailable. Try again in a moment.', {
      cause,
    });
  }
  return new AppError('upstream', 'The file storage rejected the request.', { cause });
}
