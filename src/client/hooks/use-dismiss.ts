import { type RefObject, useEffect } from 'react';

/**
 * Tells when a press or the focus goes elsewhere than into `box`: what floats there closes. A press on `opener` does
 * not count, as the opener closes what it opened.
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
