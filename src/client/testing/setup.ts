import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissToast } from '~/client/lib/toast';

// Ends tests that hang. Busy machines need more than the default of one second.
configure({ asyncUtilTimeout: 15_000 });

// happy-dom has no top layer, so popovers are ordinary elements.
HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
  if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements.', 'InvalidStateError');
};
HTMLElement.prototype.hidePopover ??= () => {};

// happy-dom dispatches the event in the middle of close(), browsers when the running script has ended.
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};

// happy-dom lacks `size`, without which react-hook-form mistakes the first option for the user's choice.
if (!('size' in HTMLSelectElement.prototype)) {
  Object.defineProperty(HTMLSelectElement.prototype, 'size', {
    get(this: HTMLSelectElement) {
      return Number(this.getAttribute('size') ?? 0);
    },
  });
}

/** The real timer, in case a test has fake timers. */
const realTimeout = setTimeout;

afterEach(async () => {
  cleanup();
  // The client batches requests until the next tick. Let them be sent, so that the next test doesn't record them.
  await new Promise((resolve) => realTimeout(resolve));
  // Removes elements that the test added to the page.
  document.body.replaceChildren();
  // Otherwise the next test would find this toast.
  dismissToast();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

// A dynamic import that is interrupted at the end of a file fails, and stays failed for later files.
afterAll(() => vi.dynamicImportSettled());
