/** On a page that is always busy, or draws nothing at all, some browsers never report that they are idle. */
const maxWaitMs = 2000;

/** Calls back when the browser is idle, or soon anyway. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Safari lacks requestIdleCallback; a short delay is good enough.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(callback, { timeout: maxWaitMs });
  return () => window.cancelIdleCallback(handle);
}
