/** React in the public pages: it takes over the islands, each where it was drawn. */
import { ChakraProvider } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LateOverlays } from '../app/late-overlays';
import { system } from '../app/theme';
import { type IslandName, islands } from './islands';

/** The page carries the theme's rules already: only the parts' own styles are worked out in the browser. */
const ready = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };

const inTheme = (content: ReactNode) => <ChakraProvider value={ready}>{content}</ChakraProvider>;

export function wakeAll(elements: Iterable<HTMLElement>): Promise<void> {
  for (const element of elements) wake(element);
  const overlays = document.createElement('div');
  document.body.append(overlays);
  createRoot(overlays).render(inTheme(<LateOverlays />));
  // Hydration is done when the browser has drawn twice: React works in tasks of its own.
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function wake(element: HTMLElement): void {
  const { island, props } = element.dataset;
  const Part = islands[island as IslandName] as ComponentType<object>;
  hydrateRoot(element, inTheme(<Part {...(JSON.parse(props ?? '{}') as object)} />), {
    identifierPrefix: `${island}-`,
  });
}
