import { appWords as words } from '~/client/words/app';

/** Fields of tRPC errors, read by shape so that this module doesn't import tRPC. */
interface ServerErrorData {
  code?: string;
  httpStatus?: number;
  appCode?: string;
  requestId?: string;
  retryAfterSeconds?: number;
  fieldErrors?: Record<string, string>;
}

function serverData(cause: unknown): ServerErrorData | undefined {
  if (typeof cause !== 'object' || cause === null || !('data' in cause)) return undefined;
  const { data } = cause;
  // Our server's error formatter writes these fields.
  return typeof data === 'object' && data !== null ? (data as ServerErrorData) : undefined;
}

/**
 * The message to show for an error: the server's message if it responded, else our own text, because the browser's
 * message is technical (no network, a proxy's HTML page).
 */
export function errorMessage(cause: unknown, fallback: string = words.unreachable): string {
  if (serverData(cause) && cause instanceof Error && cause.message) return cause.message;
  return isOffline() ? words.offline : fallback;
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

/** The error messages of invalid fields, by field name. */
export function fieldErrors(cause: unknown): Record<string, string> {
  return serverData(cause)?.fieldErrors ?? {};
}

export function isSignedOut(cause: unknown): boolean {
  return serverData(cause)?.code === 'UNAUTHORIZED';
}

export function isConflict(cause: unknown): boolean {
  return serverData(cause)?.code === 'CONFLICT';
}

/** Whether the resource does not exist (any more). */
export function isGone(cause: unknown): boolean {
  return serverData(cause)?.code === 'NOT_FOUND';
}

/** Whether the id in the URL does not exist or is malformed. */
export function isUnknownId(cause: unknown): boolean {
  return isGone(cause) || serverData(cause)?.code === 'BAD_REQUEST';
}

/** Whether a retry may succeed: the server was unreachable, temporarily unavailable, or limits the rate of requests. */
export function isTransient(cause: unknown): boolean {
  const data = serverData(cause);
  if (!data) return !(cause instanceof DOMException && cause.name === 'AbortError');
  return (
    data.httpStatus === 429 || (data.httpStatus !== undefined && data.httpStatus >= 500 && data.httpStatus !== 507)
  );
}

/** Limits that last longer are not retried automatically; the user gets the error. */
const longestLimitSeconds = 90;

/** Milliseconds until the server allows a retry, if it responded with this status; undefined if that is too long. */
function retryAfter(cause: unknown, status: number): number | undefined {
  const { httpStatus, retryAfterSeconds } = serverData(cause) ?? {};
  if (httpStatus !== status || !retryAfterSeconds || retryAfterSeconds > longestLimitSeconds) return undefined;
  return retryAfterSeconds * 1000;
}

/** Milliseconds until a rate limit allows the request; undefined for other errors and longer limits. */
export const limitedFor = (cause: unknown) => retryAfter(cause, 429);

/** Milliseconds until a restart or an outage may be over; undefined for other errors. */
export const unavailableFor = (cause: unknown) => retryAfter(cause, 503);

/** Whether a code chunk no longer exists on the server because of a deploy after the page was loaded. */
export function isChunkLoadError(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(cause.message)
  );
}
