import { atBase } from '~/client/lib/base-path';
import { signUpPage } from '~/client/lib/sign-up-page';
import { prefetchApp } from './prefetch-app';
import type { SiteSession } from './session-store';

/** The button's labels. The page contains all of them, and one is visible. */
export const mainButtonLabels = { loading: 'loading', start: 'start', open: 'open' } as const;

/** Leads signed-in users to the chat and visitors to the sign-up form. */
export function activateButton(button: HTMLButtonElement, { state }: SiteSession): void {
  const shown = state === 'loading' ? 'loading' : state === 'in' ? 'open' : 'start';
  for (const label of button.querySelectorAll<HTMLElement>('[data-label]')) {
    label.hidden = label.dataset.label !== shown;
  }
  button.disabled = state === 'loading';
  button.onclick = () => window.location.assign(atBase(state === 'in' ? '/qchat' : signUpPage));
  button.onpointerenter = prefetchApp;
  button.onfocus = prefetchApp;
}
