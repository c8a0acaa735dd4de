/**
 * The script of the public pages, which are prerendered in full. It loads the session, enables the main button, and
 * loads React only when the visitor is about to use an island.
 */
import '~/client/app/base.css';
import { isPublicPath } from '~/shared/pages';
import { hydrateIslands, hydrateOnIntent } from './hydrate-on-intent';
import { activateButton } from './main-button';
import { prefetchOnIntent } from './prefetch-app';
import { siteSession } from './session-store';

function activatePage(): void {
  prefetchOnIntent((path) => !isPublicPath(path));
  for (const place of document.querySelectorAll('[data-missing-path]')) place.textContent = location.pathname;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-main-button]')) {
    const show = () => activateButton(button, siteSession.get());
    siteSession.subscribe(show);
    show();
  }
}

if (import.meta.env.DEV) {
  // Nothing is prerendered in development, so render the page here.
  void import('./dev-page').then(({ drawDevPage }) => drawDevPage(activatePage));
  void siteSession.load();
} else {
  activatePage();
  hydrateOnIntent();
  void siteSession.load().then(({ state }) => {
    // The prerendered bar is for visitors in the dark theme. Hydrate it early if it must look different.
    if (state === 'in' || document.documentElement.classList.contains('light')) hydrateIslands().catch(() => {});
  });
}
