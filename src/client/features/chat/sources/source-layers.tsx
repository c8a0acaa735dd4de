import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { ChatMessage } from '~/shared/schemas/messages';
import { SourceCards } from './source-cards';

const AnswerSourcesPanel = lazyPart(() => import('./answer-sources-panel'));

export interface OpenedSource {
  messageId: string;
  number: number;
}

export interface SourceLayersProps {
  /** The answer and the source that the panel shows. */
  opened: OpenedSource | undefined;
  messages: readonly ChatMessage[];
  onClose: () => void;
}

/** The source cards and the sources panel. Default export for `lazy`. */
export default function SourceLayers({ opened, messages, onClose }: SourceLayersProps) {
  const message = opened && messages.find(({ id }) => id === opened.messageId);
  return (
    <>
      <SourceCards messages={messages} />
      <Suspense>
        {message && <AnswerSourcesPanel message={message} number={opened.number} onClose={onClose} />}
      </Suspense>
    </>
  );
}
