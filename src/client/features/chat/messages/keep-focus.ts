import { runCommand } from '~/client/lib/commands';

/**
 * For an action that replaces its message: the returned function moves the focus to the composer, unless the user has
 * moved it elsewhere. Only for keyboard users, because on touch it would open a keyboard.
 */
export function keepFocus(): () => void {
  const isByKey = document.activeElement?.matches(':focus-visible');
  return () => {
    const { activeElement, body } = document;
    if (isByKey && (activeElement === body || activeElement?.closest('article'))) runCommand('focusComposer');
  };
}
