import { appWords as words } from '~/client/words/app';

/** What went wrong, in words a person can use. Reads tRPC's errors by shape, so that it stays free of their code. */
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
  return typeof data === 'object' && data !== null ? (data as ServerErrorData) : undefined;
}

/**
 * The server's own words where it answered. Without an answer (no network, a proxy's HTML page) the raw text would be
 * the browser's, so ours stand in.
 */
export function errorMessage(cause: unknown, fallback: string = words.unreachable): string {
  if (serverData(cause) && cause instanceof Error && cause.message) return cause.message;
  return isOffline() ? words.offline : fallback;
}

function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false;
}

/** Words per field, where the server refused particular ones. */
export function fieldErrors(cause: unknown): Record<string, string> {
  return serverData(cause)?.fieldErrors ?? {};
}

export function isSignedOut(cause: unknown): boolean {
  return serverData(cause)?.code === 'UNAUTHORIZED';
}

export function isConflict(cause: unknown): boolean {
  return serverData(cause)?.code === 'CONFLICT';
}

/** It is not there, or no longer. */
export function isGone(cause: unknown): boolean {
  return serverData(cause)?.code === 'NOT_FOUND';
}

/** No thing has the id in the address: it is gone, or what is written there is no id. */
export function isUnknownId(cause: unknown): boolean {
  return isGone(cause) || serverData(cause)?.code === 'BAD_REQUEST';
}

/** Whether the same request may succeed a moment later: nobody answered, or somebody who was not quite there. */
export function isPassing(cause: unknown): boolean {
  const data = serverData(cause);
  if (!data) return !(cause instanceof DOMException && cause.name === 'AbortError');
  return (
    data.httpStatus === 429 || (data.httpStatus !== undefined && data.httpStatus >= 500 && data.httpStatus !== 507)
  );
}

/** A limit that ends later than this is no limit of a minute, and the reader should know. */
const longestLimitSeconds = 90;

/** Milliseconds until a limit of the server lets the same request through. */
export function limitedFor(cause: unknown): number | undefined {
  const { httpStatus, retryAfterSeconds } = serverData(cause) ?? {};
  if (httpStatus !== 429 || !retryAfterSeconds || retryAfterSeconds > longestLimitSeconds) return undefined;
  return retryAfterSeconds * 1000;
}

/** A part of the application that no longer exists on the server: there has been a deploy since the page was loaded. */
export function isChunkLoadError(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(cause.message)
  );
}
