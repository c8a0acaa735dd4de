import { atBase, basePath } from '~/client/lib/base-path';

/** The application's files are prefetched once, when a visitor is likely to open it. */
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

/** Prefetches the application when a visitor points at, touches or focuses a link to one of its pages. */
export function prefetchOnIntent(isApp: (path: string) => boolean): void {
  const onIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link && link.origin === location.origin && isApp(link.pathname.slice(basePath().length))) prefetchApp();
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) addEventListener(type, onIntent, { passive: true });
}
