/** How long one piece of work may block the event loop before other requests run. */
const sliceMs = 10;

/**
 * For long work done in pieces: await this between two pieces, so that other requests run once the pieces so far have
 * used a time slice. It costs almost nothing before that.
 */
export function createYieldPoint(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
