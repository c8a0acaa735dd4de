import { type RefObject, useEffect, useEffectEvent } from 'react';

export interface MenuKeys {
  isOpen: boolean;
  /** How many options there are, and which one is active. */
  count: number;
  active: number;
  onActive: (index: number) => void;
  /** False where nothing can be chosen: the key then does what it does without the menu. */
  onChoose: () => boolean;
  onDismiss: () => void;
}

/** Arrows, Enter and Escape of a text box, as long as a menu is open above it. */
export function useMenuKeys(box: RefObject<HTMLElement | null>, keys: MenuKeys): void {
  const { isOpen } = keys;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Safari ends the composition before it reports the key; its code still tells.
    if (event.isComposing || event.keyCode === 229 || !isTaken(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  function isTaken({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const { count, active, onActive, onChoose, onDismiss } = keys;
    if (shiftKey || ctrlKey || metaKey || altKey) return false;
    if (key === 'Escape') onDismiss();
    else if (key === 'Enter') return onChoose();
    else if (count > 0 && key === 'ArrowDown') onActive((active + 1) % count);
    else if (count > 0 && key === 'ArrowUp') onActive((active - 1 + count) % count);
    else return false;
    return true;
  }

  useEffect(() => {
    const element = box.current;
    if (!element || !isOpen) return;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // Before the text box itself, whose Enter sends.
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [box, isOpen]);
}
