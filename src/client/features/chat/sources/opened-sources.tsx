import { Suspense, useCallback, useRef, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { Opened, SourceLayersProps } from './source-layers';

const SourceLayers = lazyPart(() => import('./source-layers'));

/** Which answer's sources are looked into; closing gives the keyboard back to where it was. */
export function useOpenedSources() {
  const [opened, setOpened] = useState<Opened>();
  const opener = useRef<Element>(null);

  const open = useCallback((messageId: string, number: number) => {
    opener.current = document.activeElement;
    setOpened({ messageId, number });
  }, []);
  const close = useCallback(() => {
    setOpened(undefined);
    // A drawer keeps the page behind it out of reach until it is gone.
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    });
  }, []);

  return { opened, open, close };
}

/** The sources of answers in short, at a number, and as the panel of the answer that was opened. */
export const OpenedSources = (props: SourceLayersProps) => (
  <Suspense>
    <SourceLayers {...props} />
  </Suspense>
);
