import { Flex } from '@chakra-ui/react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { threadWords as words } from '~/client/words/thread';
import type { ChatMessage } from '~/shared/schemas/messages';
import ResearchCards from '../research/research-cards';
import { SuggestedQuestions } from './suggested-questions';
import { useReadyNotice } from './use-ready-notice';

interface AfterMessagesProps {
  conversationId: string;
  /** The conversation has no messages. */
  isEmpty: boolean;
  /** The last message; undefined while a message is being sent. */
  last: ChatMessage | undefined;
  /** The composer has text or files, which would be sent with a suggested question. */
  hasDraft: boolean;
  onAsk: (text: string) => void;
}

/** The content after the last message of a conversation. A default export, because `lazy` needs one. */
export default function AfterMessages({ conversationId, isEmpty, last, hasDraft, onAsk }: AfterMessagesProps) {
  const { suggestedQuestions, processing } = last?.metadata ?? {};
  useReadyNotice(last);
  return (
    <>
      {isEmpty && (
        <Flex minHeight="min(28rem, 55dvh)" direction="column" justify="center">
          <EmptyState title={words.empty} />
        </Flex>
      )}
      {suggestedQuestions && !processing && (
        <SuggestedQuestions questions={suggestedQuestions} isHidden={hasDraft} onAsk={onAsk} />
      )}
      <ResearchCards conversationId={conversationId} />
    </>
  );
}
