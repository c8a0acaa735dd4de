/** Without a limit, a browser may never call back on a busy page. */
const maxWaitMs = 2000;

/** Calls back when the browser is idle, or after two seconds at the latest. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Safari lacks requestIdleCallback; a short delay is good enough.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(callback, { timeout: maxWaitMs });
  return () => window.cancelIdleCallback(handle);
}
