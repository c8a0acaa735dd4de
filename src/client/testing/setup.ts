import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissToast } from '~/client/lib/toast';

// Ends a test that hangs. A busy machine needs more than the default of one second.
configure({ asyncUtilTimeout: 15_000 });

// The DOM of the tests has no top layer. A popover is then an element like any other.
HTMLElement.prototype.showPopover ??= () => {};
HTMLElement.prototype.hidePopover ??= () => {};

// The DOM of the tests has none, and react-hook-form then takes the first option for a choice of the user.
if (!('size' in HTMLSelectElement.prototype)) {
  Object.defineProperty(HTMLSelectElement.prototype, 'size', {
    get(this: HTMLSelectElement) {
      return Number(this.getAttribute('size') ?? 0);
    },
  });
}

/** Also while a test has fake timers. */
const realTimeout = setTimeout;

afterEach(async () => {
  cleanup();
  // The client sends its requests in batches, one turn later. They belong to this test: the next one would record them.
  await new Promise((resolve) => realTimeout(resolve));
  // What a test added to the page itself.
  document.body.replaceChildren();
  // Otherwise the next test would find it, as an alert of its own screen.
  dismissToast();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

// A part that is still being loaded when the file ends fails, and stays failed for the files that follow.
afterAll(() => vi.dynamicImportSettled());
