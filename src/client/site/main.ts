/**
 * The public pages in the browser. They are complete as they arrive; this small script asks who is signed in, brings
 * the main button alive, and fetches React for what else there is to do – when somebody is about to do it.
 */
import '~/client/app/base.css';
import { publicPaths } from '~/shared/pages';
import { enliven } from './main-button';
import { prefetchOnIntent } from './prefetch-app';
import { siteSession } from './session-store';
import { wakeIslands, wakeOnIntent } from './wake-on-intent';

function bringAlive(): void {
  prefetchOnIntent((path) => !(publicPaths as readonly string[]).includes(path));
  for (const place of document.querySelectorAll('[data-missing-path]')) place.textContent = location.pathname;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-main-button]')) {
    const show = () => enliven(button, siteSession.get());
    siteSession.subscribe(show);
    show();
  }
}

if (import.meta.env.DEV) {
  // In development nothing is drawn ahead: the page is made here, whole.
  void import('./dev-page').then(({ drawDevPage }) => drawDevPage(bringAlive));
  void siteSession.load();
} else {
  bringAlive();
  wakeOnIntent();
  void siteSession.load().then(({ state }) => {
    // Who is signed in has a menu of their own in the bar; in the light theme its switch has another name.
    if (state === 'in' || document.documentElement.classList.contains('light')) wakeIslands().catch(() => {});
  });
}
