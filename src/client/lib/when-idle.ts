/** Calls back when the page has nothing else to do; returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callback; a moment later is as good.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(callback);
  return () => window.cancelIdleCallback(handle);
}
