/** The public pages in the browser: they are there already, here their islands come alive. */
import '../app/base.css';
import { type ComponentType, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { publicPaths } from '~/shared/pages';
import { LateOverlays } from '../app/late-overlays';
import { type IslandName, islands } from './islands';
import { prefetchOnIntent } from './prefetch-app';
import { loadSession } from './session';
import { IslandProviders } from './site-providers';

void loadSession();
prefetchOnIntent((path) => !(publicPaths as readonly string[]).includes(path));

function wake(element: HTMLElement): void {
  const { island, props } = element.dataset;
  const Part = islands[island as IslandName] as ComponentType<object>;
  hydrateRoot(
    element,
    <IslandProviders>
      <Part {...(JSON.parse(props ?? '{}') as object)} />
    </IslandProviders>,
    { identifierPrefix: `${island}-` },
  );
}

function wakeAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) wake(element);
  const overlays = document.createElement('div');
  document.body.append(overlays);
  createRoot(overlays).render(
    <IslandProviders>
      <LateOverlays />
    </IslandProviders>,
  );
}

if (import.meta.env.DEV) {
  // In development nothing is drawn ahead: the page is made here, whole.
  void import('./dev-page').then(({ DevPage }) => {
    const root = document.getElementById('root');
    if (root) createRoot(root).render(<StrictMode>{<DevPage />}</StrictMode>);
  });
} else {
  wakeAll();
}
