// Applies the reader's theme before anything is painted. A file of its own, as the page allows no inline script.
(() => {
  let mode = 'dark';
  try {
    const choice = localStorage.getItem('theme');
    const isLight = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
    mode = isLight ? 'light' : 'dark';
  } catch {
    // Storage may be forbidden: dark it is.
  }
  document.documentElement.className = mode;
  document.querySelector('meta[name="theme-color"]').content = mode === 'dark' ? '#0A0C10' : '#FAF8F4';

  // A page whose script did not arrive is a page without scripts: what is written for that case is put in its place.
  addEventListener(
    'error',
    ({ target }) => {
      if (target?.tagName !== 'SCRIPT') return;
      for (const fallback of document.querySelectorAll('noscript')) fallback.outerHTML = fallback.textContent;
    },
    true,
  );
})();
