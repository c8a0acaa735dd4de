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
    // Storage may be forbidden.
    show('dark');
  }

  // Menus and addresses need both: Chrome 120, Firefox 125, Safari 17.
  if (!('popover' in HTMLElement.prototype && 'canParse' in URL))
    addEventListener('DOMContentLoaded', noteOldBrowser, { once: true });

  function noteOldBrowser() {
    const note = document.createElement('p');
    note.setAttribute('role', 'alert');
    note.textContent = 'This browser is too old: some parts of this site will not work. Please update it.';
    note.style.cssText = 'margin: 0; padding: 0.75rem 1rem; color: #1b1a17; background: #f4d58d';
    document.body.prepend(note);
  }

  // Shows the text for browsers without scripts if the script of the page can't be loaded.
  addEventListener(
    'error',
    ({ target }) => {
      if (target?.tagName !== 'SCRIPT') return;
      for (const fallback of document.querySelectorAll('noscript')) fallback.outerHTML = fallback.textContent;
    },
    true,
  );
})();
