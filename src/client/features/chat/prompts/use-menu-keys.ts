import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isComposing } from '~/client/lib/is-composing';

export interface MenuKeys {
  isOpen: boolean;
  /** The number of options; `active` is the index of the current one. */
  count: number;
  active: number;
  onActive: (index: number) => void;
  /** False if there is nothing to choose; the key then has its usual effect. */
  onChoose: () => boolean;
  onDismiss: () => void;
}

/** Handles arrows, Enter and Escape in a text box while a menu is open above it. */
export function useMenuKeys(box: RefObject<HTMLElement | null>, keys: MenuKeys): void {
  const { isOpen } = keys;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || !isTaken(event)) return;
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
    // Runs before the text box's own handler, which sends with Enter.
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [box, isOpen]);
}
