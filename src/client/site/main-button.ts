import { atBase } from '~/client/lib/base-path';
import { prefetchApp } from './prefetch-app';
import type { SiteSession } from './session-store';
import { signUpPage } from './sign-up-page';

/** Names the words of the button; all of them stand in the page, one is shown. */
export const mainButtonLabels = { loading: 'loading', start: 'start', open: 'open' } as const;

/** The way in: to the chat for who is signed in, to the sign-up form for everybody else. */
export function enliven(button: HTMLButtonElement, { state }: SiteSession): void {
  const shown = state === 'loading' ? 'loading' : state === 'in' ? 'open' : 'start';
  for (const label of button.querySelectorAll<HTMLElement>('[data-label]')) {
    label.hidden = label.dataset.label !== shown;
  }
  button.disabled = state === 'loading';
  button.onclick = () => window.location.assign(atBase(state === 'in' ? '/qchat' : signUpPage));
  button.onpointerenter = prefetchApp;
  button.onfocus = prefetchApp;
}
