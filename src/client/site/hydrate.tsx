/** Hydrates the islands of a public page. */
import { ChakraProvider } from '@chakra-ui/react';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LazyOverlays } from '~/client/app/lazy-overlays';
import { system } from '~/client/app/theme';
import { type IslandName, islands } from './islands';

/** The page already contains the theme's global styles, so the browser only computes those of the components. */
const ready = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };

const withTheme = (content: ReactNode) => <ChakraProvider value={ready}>{content}</ChakraProvider>;

/** Hydrates the islands. Resolves when all of them are interactive. */
export async function hydrateAll(elements: Iterable<HTMLElement>): Promise<void> {
  await Promise.all([...elements].map(hydrate));
  const overlays = document.createElement('div');
  document.body.append(overlays);
  createRoot(overlays).render(withTheme(<LazyOverlays />));
}

function hydrate(element: HTMLElement): Promise<void> {
  const { island, props } = element.dataset;
  // The name and the props that `Island` wrote during the build.
  const Part = islands[island as IslandName] as ComponentType<object>;
  return new Promise((onHydrated) => {
    hydrateRoot(
      element,
      withTheme(
        <Hydrated onHydrated={onHydrated}>
          <Part {...(JSON.parse(props ?? '{}') as object)} />
        </Hydrated>,
      ),
      { identifierPrefix: `${island}-` },
    );
  });
}

/** Calls back when React has hydrated the children, because effects run afterwards. */
function Hydrated({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
