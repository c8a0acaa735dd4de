/** Calls back when the browser is idle. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Safari lacks requestIdleCallback; a short delay is good enough.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(callback);
  return () => window.cancelIdleCallback(handle);
}
