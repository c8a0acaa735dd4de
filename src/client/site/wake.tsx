/** React in the public pages: it takes over the islands, each where it was drawn. */
import { ChakraProvider } from '@chakra-ui/react';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LateOverlays } from '~/client/app/late-overlays';
import { system } from '~/client/app/theme';
import { type IslandName, islands } from './islands';

/** The page carries the theme's rules already: only the parts' own styles are worked out in the browser. */
const ready = { ...system, _global: [], _config: { ...system._config, disableLayers: true } };

const inTheme = (content: ReactNode) => <ChakraProvider value={ready}>{content}</ChakraProvider>;

/** Resolves when every island answers to what is done with it. */
export async function wakeAll(elements: Iterable<HTMLElement>): Promise<void> {
  await Promise.all([...elements].map(wake));
  const overlays = document.createElement('div');
  document.body.append(overlays);
  createRoot(overlays).render(inTheme(<LateOverlays />));
}

function wake(element: HTMLElement): Promise<void> {
  const { island, props } = element.dataset;
  const Part = islands[island as IslandName] as ComponentType<object>;
  return new Promise((onAwake) => {
    hydrateRoot(
      element,
      inTheme(
        <Awake onAwake={onAwake}>
          <Part {...(JSON.parse(props ?? '{}') as object)} />
        </Awake>,
      ),
      { identifierPrefix: `${island}-` },
    );
  });
}

/** Effects run when React has taken over all that is within. */
function Awake({ onAwake, children }: { onAwake: () => void; children: ReactNode }) {
  useEffect(onAwake, [onAwake]);
  return children;
}
