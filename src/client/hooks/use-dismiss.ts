import { type RefObject, useEffect } from 'react';

/**
 * Calls `onDismiss` on a press or focus outside `box`, to close popovers. Presses on `opener` don't count, because
 * the opener toggles the popover itself.
 */
export function useDismiss(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: () => void,
  opener?: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !opener?.current?.contains(target)) onDismiss();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [box, isOpen, onDismiss, opener]);
}
