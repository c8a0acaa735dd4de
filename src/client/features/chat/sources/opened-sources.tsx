import { Suspense, useCallback, useRef, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { ChatMessage } from '~/shared/schemas/messages';

const AnswerSourcesPanel = lazyPart(() => import('./answer-sources-panel'));

interface Opened {
  messageId: string;
  number: number;
}

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

interface OpenedSourcesProps {
  opened: Opened | undefined;
  messages: readonly ChatMessage[];
  onClose: () => void;
}

export function OpenedSources({ opened, messages, onClose }: OpenedSourcesProps) {
  const message = opened && messages.find(({ id }) => id === opened.messageId);
  if (!message) return null;
  return (
    <Suspense>
      <AnswerSourcesPanel message={message} number={opened.number} onClose={onClose} />
    </Suspense>
  );
}
