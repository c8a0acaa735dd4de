import { chakra } from '@chakra-ui/react';
import { Suspense, useCallback, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { Composer } from '../composer/composer';
import type { useAnswerActions } from '../messages/use-answer-actions';
import type { useConversation } from '../stream/use-conversation';
import type { useAsk } from './use-ask';
import type { useSendOrWait } from './use-send-or-wait';

const WaitingMessages = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.WaitingMessages })));

interface ThreadComposerProps {
  conversationId: string;
  conversation: ReturnType<typeof useConversation>;
  asking: ReturnType<typeof useAsk>;
  sending: ReturnType<typeof useSendOrWait>;
  stop: ReturnType<typeof useAnswerActions>['stop'];
}

/** The composer of an open conversation, below its queued messages. */
export function ThreadComposer({ conversationId, conversation, asking, sending, stop }: ThreadComposerProps) {
  const { draft, files, isSending, parts } = asking;
  const { queue, sendOrWait } = sending;
  const runningId = conversation.running?.id;
  const latest = useRef(runningId);
  latest.current = runningId;
  const { mutate } = stop;
  const stopRunning = useCallback(() => {
    if (latest.current) mutate({ messageId: latest.current });
  }, [mutate]);
  return (
    <chakra.div data-screen-only px={{ base: '4', md: '8' }} pb={{ base: '3', md: '4' }}>
      <chakra.div maxWidth="44rem" mx="auto">
        <Suspense>
          <WaitingMessages {...{ queue, conversationId, draft, files, conversation, isSending, parts }} />
        </Suspense>
        <Composer
          text={draft.text}
          onChange={draft.change}
          files={files}
          onSend={sendOrWait}
          isSending={isSending}
          onStop={runningId ? stopRunning : undefined}
          isStopping={stop.isPending}
        />
      </chakra.div>
    </chakra.div>
  );
}
