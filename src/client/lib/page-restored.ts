/**
 * Calls back when Back or Forward restores this page from the browser's back/forward cache, with its earlier state.
 * Returns a function that stops this.
 */
export function onPageRestored(callback: () => void): () => void {
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) callback();
  }
  window.addEventListener('pageshow', onPageShow);
  return () => window.removeEventListener('pageshow', onPageShow);
}
