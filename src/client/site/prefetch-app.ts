import { atBase, basePath } from '~/client/lib/base-path';

/** The files of the signed-in application, fetched when somebody is about to go there and not before. */
let isDone = false;

export function prefetchApp(): void {
  if (isDone) return;
  isDone = true;
  const files = document.querySelector('meta[name="app-files"]')?.getAttribute('content') ?? '';
  for (const href of files.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
    link.href = atBase(href);
    document.head.append(link);
  }
}

/** Pages of the application: their links fetch it on the way to the click. */
export function prefetchOnIntent(isApp: (path: string) => boolean): void {
  const onIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link && link.origin === location.origin && isApp(link.pathname.slice(basePath().length))) prefetchApp();
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) addEventListener(type, onIntent, { passive: true });
}
