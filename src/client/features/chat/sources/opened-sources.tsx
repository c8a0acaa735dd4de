import { Suspense, useCallback, useRef, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { OpenedSource, SourceLayersProps } from './source-layers';

const SourceLayers = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.SourceLayers })));

/** The answer whose sources are open; closing returns the focus. */
export function useOpenedSources() {
  const [opened, setOpened] = useState<OpenedSource>();
  const opener = useRef<Element>(null);

  const open = useCallback((messageId: string, number: number) => {
    opener.current = document.activeElement;
    setOpened((before) => ({ messageId, number, count: (before?.count ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => {
    setOpened(undefined);
    // A drawer makes the page behind it inert until it is removed.
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    });
  }, []);

  return { opened, open, close };
}

/** Hover cards for source numbers, and the panel with an answer's sources. */
export const OpenedSources = (props: SourceLayersProps) => (
  <Suspense>
    <SourceLayers {...props} />
  </Suspense>
);
