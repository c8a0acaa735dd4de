import { Flex, Text } from '@chakra-ui/react';
import { MessageCircleDashed } from 'lucide-react';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { temporaryWords } from '~/client/words/temporary';
import { threadStateWords as words } from '~/client/words/thread-states';
import type { ChatMessage } from '~/shared/schemas/messages';
import ResearchCards from '../research/research-cards';
import { useIsTemporary } from '../temporary/use-is-temporary';
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

/** The content after the last message of a conversation. */
export function AfterMessages({ conversationId, isEmpty, last, hasDraft, onAsk }: AfterMessagesProps) {
  const { suggestedQuestions, processing } = last?.metadata ?? {};
  useReadyNotice(last);
  return (
    <>
      {isEmpty && <HowToStart />}
      {suggestedQuestions && !processing && (
        <SuggestedQuestions questions={suggestedQuestions} isHidden={hasDraft} onAsk={onAsk} />
      )}
      <ResearchCards conversationId={conversationId} />
    </>
  );
}

function HowToStart() {
  const isTemporary = useIsTemporary();
  return (
    <Flex minHeight="min(28rem, 55dvh)" direction="column" justify="center">
      <EmptyState
        icon={isTemporary && <MessageCircleDashed size={28} strokeWidth={1.5} aria-hidden />}
        title={
          <>
            {isTemporary && (
              <Text as="span" display="block" textStyle="heading" color="fg" mb="1">
                {temporaryWords.title}
              </Text>
            )}
            {words.empty}
          </>
        }
      />
    </Flex>
  );
}
