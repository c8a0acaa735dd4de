import { Flex } from '@chakra-ui/react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { threadWords as words } from '~/client/words/thread';
import type { ChatMessage } from '~/shared/schemas/messages';
import ResearchCards from '../research/research-cards';
import { SuggestedQuestions } from './suggested-questions';
import { useReadyNotice } from './use-ready-notice';

interface AfterMessagesProps {
  conversationId: string;
  /** Nothing was asked here yet. */
  isEmpty: boolean;
  /** The last message; absent while a question is on its way. */
  last: ChatMessage | undefined;
  /** The composer has a text or files, which would be sent with a suggested question. */
  hasDraft: boolean;
  onAsk: (text: string) => void;
}

/** What follows the last message of a conversation. A default export, as `lazy` asks for one. */
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
