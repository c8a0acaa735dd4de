export type Waiting = 'offline' | 'retrying' | 'limited';

export interface RetryOptions {
  /** Milliseconds before the second try, the third, and so on; after the last of them a failure is final. */
  delays: readonly number[];
  /** Whether the same work may succeed a moment later. */
  isPassing: (cause: unknown) => boolean;
  /** Milliseconds after which a limit that the failure is about lets more work through; waiting for it uses up no try. */
  limitedFor?: (cause: unknown) => number | undefined;
  signal?: AbortSignal | undefined;
  /** Told what is waited for, and undefined when the work goes on; for a limit also for how many milliseconds. */
  onWait?: ((what: Waiting | undefined, limitMs?: number) => void) | undefined;
}

/** A browser that wrongly believes to be offline tries all the same, this often. */
const longestOfflineMs = 30_000;

/**
 * Repeats work whose failure will pass. Being offline uses up no try: the connection is waited for, however long it
 * takes. Ends with the last failure, or with the signal's reason.
 */
export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { delays, isPassing, limitedFor, signal, onWait } = options;
  for (let failures = 0; ; ) {
    try {
      return await work();
    } catch (cause) {
      if (signal?.aborted || !isPassing(cause)) throw cause;
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
  return pause(longestOfflineMs, signal, back.signal).finally(() => window.removeEventListener('online', listener));
}

/** Rejects when the work is given up, ends early when there is nothing to wait for any more. */
function pause(ms: number, signal: AbortSignal | undefined, early?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
      settle();
    };
    const give = end(() => reject(signal?.reason));
    const timer = setTimeout(end(resolve), ms);
    signal?.addEventListener('abort', give, { once: true });
    early?.addEventListener('abort', end(resolve), { once: true });
  });
}
