import type { ChatMessage } from '~/shared/schemas/messages';
import { AnswerSourcesPanel } from './answer-sources-panel';
import { SourceCards } from './source-cards';

export interface OpenedSource {
  messageId: string;
  number: number;
  /** How often a source was selected since the panel opened. */
  count: number;
}

export interface SourceLayersProps {
  /** The answer and the source that the panel shows. */
  opened: OpenedSource | undefined;
  messages: readonly ChatMessage[];
  onClose: () => void;
}

/** The source cards and the sources panel. */
export function SourceLayers({ opened, messages, onClose }: SourceLayersProps) {
  const message = opened && messages.find(({ id }) => id === opened.messageId);
  return (
    <>
      <SourceCards messages={messages} />
      {message && (
        <AnswerSourcesPanel message={message} number={opened.number} count={opened.count} onClose={onClose} />
      )}
    </>
  );
}
