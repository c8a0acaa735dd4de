/**
 * Errors of use cases. One table maps their code to an HTTP status and a tRPC code, so that an error looks the same on
 * every transport. The message is for the user; details for the operator go to `cause`.
 */
export const errorTable = {
  validation: { status: 400, trpc: 'BAD_REQUEST' },
  signed_out: { status: 401, trpc: 'UNAUTHORIZED' },
  /** The password was right, but the code is still missing. */
  second_factor: { status: 401, trpc: 'UNAUTHORIZED' },
  /** Not 429: retrying in a moment does not help. */
  budget_used: { status: 402, trpc: 'PAYMENT_REQUIRED' },
  forbidden: { status: 403, trpc: 'FORBIDDEN' },
  /** The user must set up a second factor before anything else. */
  second_factor_setup: { status: 403, trpc: 'FORBIDDEN' },
  not_found: { status: 404, trpc: 'NOT_FOUND' },
  wrong_method: { status: 405, trpc: 'METHOD_NOT_SUPPORTED' },
  /** The body arrived too slowly. */
  too_slow: { status: 408, trpc: 'TIMEOUT' },
  conflict: { status: 409, trpc: 'CONFLICT' },
  too_large: { status: 413, trpc: 'PAYLOAD_TOO_LARGE' },
  unsupported_type: { status: 415, trpc: 'UNSUPPORTED_MEDIA_TYPE' },
  /** The request names a host that this installation does not have. */
  misdirected: { status: 421, trpc: 'BAD_REQUEST' },
  too_many: { status: 429, trpc: 'TOO_MANY_REQUESTS' },
  upstream: { status: 502, trpc: 'BAD_GATEWAY' },
  unavailable: { status: 503, trpc: 'SERVICE_UNAVAILABLE' },
  storage_full: { status: 507, trpc: 'INTERNAL_SERVER_ERROR' },
  internal: { status: 500, trpc: 'INTERNAL_SERVER_ERROR' },
} as const;

export type AppErrorCode = keyof typeof errorTable;

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly retryAfterSeconds: number | undefined;
  /** The input field that the message is about. */
  readonly field: string | undefined;
  constructor(
    readonly code: AppErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number; field?: string },
  ) {
    super(message, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.field = options?.field;
  }
}

export const somethingWentWrong = 'Something went wrong on our side. Please try again.';
export const signedOut = () => new AppError('signed_out', 'Please sign in to continue.');
export const forbidden = () => new AppError('forbidden', "You don't have permission to do this.");
export const shuttingDown = () =>
  new AppError('unavailable', 'The server is restarting. Try again in a few seconds.', { retryAfterSeconds: 5 });
export const databaseUnavailable = (cause: unknown) =>
  new AppError('unavailable', 'The database is unavailable. Try again in a moment.', {
    cause,
    retryAfterSeconds: 5,
  });
export const databaseFull = (cause: unknown) =>
  new AppError('storage_full', 'The server is out of storage space. Please contact the operator of this service.', {
    cause,
  });
export const deletedMeanwhile = (cause: unknown) =>
  new AppError(
    'conflict',
    'Something that this refers to was deleted in the meantime. Reload the page and try again.',
    {
      cause,
    },
  );
export const fileTypeNotAllowed = (cause?: string) =>
  new AppError('unsupported_type', 'This file type is not allowed', { cause });
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new AppError('too_many', message, { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) });
