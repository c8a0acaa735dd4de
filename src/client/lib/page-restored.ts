/**
 * Calls back when Back or Forward shows this page as the browser has kept it, with its state from before it was left.
 * Returns a function that stops this.
 */
export function onPageRestored(callback: () => void): () => void {
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) callback();
  }
  window.addEventListener('pageshow', onPageShow);
  return () => window.removeEventListener('pageshow', onPageShow);
}
