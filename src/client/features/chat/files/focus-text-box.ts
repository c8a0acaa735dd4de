import type { MouseEvent } from 'react';

/**
 * A button that takes itself away leaves the keyboard nowhere: it goes to the text box. Only for presses by key: a
 * finger would bring up a phone's keyboard.
 */
export function focusTextBox({ detail, currentTarget }: MouseEvent<HTMLElement>): void {
  if (detail === 0) currentTarget.closest('form')?.querySelector('textarea')?.focus();
}
