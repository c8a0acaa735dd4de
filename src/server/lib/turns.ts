/** How long one piece of work may hold the event loop before other requests run. */
const sliceMs = 10;

/**
 * For long work that is done in pieces: awaiting this between two pieces lets other requests run once the pieces so far
 * have taken a slice of time. It costs next to nothing before that.
 */
export function takingTurns(): () => Promise<void> | undefined {
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
