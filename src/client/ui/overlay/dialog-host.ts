import { useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * An element that is always inside the topmost dialog, or in the body if none is open. A modal dialog makes everything
 * outside of it inert, even a popover that opens above it later. Calls `onMove` after each move.
 */
export function useDialogHost(onMove: () => void): HTMLElement {
  const [host] = useState(createHost);
  const moved = useEffectEvent(onMove);

  useLayoutEffect(() => {
    /** The open dialogs, in the order in which they opened. */
    let opened: Element[] = [];

    function move() {
      const open = [...document.querySelectorAll('dialog[open]')];
      opened = [
        ...opened.filter((dialog) => open.includes(dialog)),
        ...open.filter((dialog) => !opened.includes(dialog)),
      ];
      const parent = opened.at(-1) ?? document.body;
      if (host.parentElement === parent) return;
      parent.append(host);
      moved();
    }

    move();
    // Dialogs close before they are removed, so the attribute covers that too.
    const changes = new MutationObserver(move);
    changes.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => {
      changes.disconnect();
      host.remove();
    };
  }, [host]);

  return host;
}

function createHost(): HTMLElement {
  const host = document.createElement('div');
  // It must not become an item of the dialog's layout.
  host.style.display = 'contents';
  return host;
}
