import { useIsWide, widthHook } from '~/client/hooks/use-is-wide';
import type { ChatMessage } from '~/shared/schemas/messages';
import { showCited } from './show-cited';
import { SourcesPanel } from './sources-panel';

interface AnswerSourcesPanelProps {
  message: ChatMessage;
  /** The number of the selected source. */
  number: number;
  /** Changes with each selection, also of the same number. */
  count?: number;
  onClose: () => void;
}

/** The width from which the panel and a text of full width fit beside each other. */
const useIsBeside = widthHook(1200);

/** The sources of an answer: beside the conversation, over it, or on a phone as a bottom sheet. */
export function AnswerSourcesPanel({ message, number, count, onClose }: AnswerSourcesPanelProps) {
  const isBeside = useIsBeside();
  const isWide = useIsWide();
  const { id, content, metadata } = message;
  return (
    <SourcesPanel
      content={content}
      citations={metadata.citations}
      number={number}
      count={count}
      layout={isBeside ? 'beside' : isWide ? 'drawer' : 'sheet'}
      messageId={id}
      onShowCited={(source, place) => {
        if (!isBeside) onClose();
        showCited(id, source, place);
      }}
      onClose={onClose}
    />
  );
}
