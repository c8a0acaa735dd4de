export type Waiting = 'offline' | 'retrying' | 'limited';

export interface RetryOptions {
  /** Milliseconds before each retry. After the last one, an error is final. */
  delays: readonly number[];
  /** Whether a retry may succeed. */
  isTransient: (cause: unknown) => boolean;
  /** Milliseconds until a rate limit allows the request, or undefined. Waiting for it uses up no attempt. */
  limitedFor?: (cause: unknown) => number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the reason for each wait, and with undefined when work resumes. `limitMs` is set for a rate limit. */
  onWait?: ((what: Waiting | undefined, limitMs?: number) => void) | undefined;
}

/** `navigator.onLine` can be wrong, so an attempt is made this often even while offline. */
const maxOfflineMs = 30_000;

/**
 * Retries work after temporary errors. Waiting for the connection uses up no attempt and has no time limit. Rejects
 * with the last error, or with the signal's reason.
 */
export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, isTransient, limitedFor, signal, onWait } = options;
  for (let failures = 0; ; ) {
    try {
      return await work();
    } catch (cause) {
      if (signal?.aborted || !isTransient(cause)) throw cause;
      if (navigator.onLine === false) {
        onWait?.('offline');
        await untilOnline(signal);
      } else {
        const limitMs = limitedFor?.(cause);
        const delay = limitMs ?? delays[failures++];
        if (delay === undefined) throw cause;
        onWait?.(limitMs ? 'limited' : 'retrying', limitMs);
        await pause(delay, signal);
      }
      onWait?.(undefined);
    }
  }
}

function untilOnline(signal: AbortSignal | undefined): Promise<void> {
  const back = new AbortController();
  const listener = () => back.abort();
  window.addEventListener('online', listener, { once: true });
  return pause(maxOfflineMs, signal, back.signal).finally(() => window.removeEventListener('online', listener));
}

/** Resolves after `ms` or when `early` aborts. Rejects when `signal` aborts. */
function pause(ms: number, signal: AbortSignal | undefined, early?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', rejectAborted);
      settle();
    };
    const rejectAborted = end(() => reject(signal?.reason));
    const timer = setTimeout(end(resolve), ms);
    signal?.addEventListener('abort', rejectAborted, { once: true });
    early?.addEventListener('abort', end(resolve), { once: true });
  });
}
