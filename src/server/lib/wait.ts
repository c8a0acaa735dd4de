/** Waiting that can end early. */

/** Waits so long, or until the signal aborts; which of the two it was, the signal tells. */
export function pause(ms: number, signal: AbortSignal = never): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

const never = new AbortController().signal;

/** Resolves with the work, or after a while without it; rejects as the work does. */
export async function awaitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  try {
    await Promise.race([work, pause(ms, done.signal)]);
  } finally {
    done.abort();
  }
}
