import type { MouseEvent } from 'react';

/**
 * Moves the focus to the text box when a focused button removes itself. Only for key presses, because after a tap a
 * phone would open its keyboard.
 */
export function focusTextBox({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail === 0) currentTarget.closest('form')?.querySelector('textarea')?.focus();
}
