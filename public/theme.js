// Applies the reader's theme before anything is painted. A file of its own, as the page allows no inline script.
(() => {
  const light = matchMedia('(prefers-color-scheme: light)');

  function apply() {
    const choice = localStorage.getItem('theme');
    show(choice === 'light' || (choice === 'system' && light.matches) ? 'light' : 'dark');
  }

  function show(mode) {
    document.documentElement.className = mode;
    document.querySelector('meta[name="theme-color"]').content = mode === 'dark' ? '#0A0C10' : '#FAF8F4';
  }

  try {
    apply();
    // The device may change its theme before the page's own script runs, and not every page has a switch.
    light.addEventListener('change', apply);
  } catch {
    // Storage may be forbidden: dark it is.
    show('dark');
  }

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
