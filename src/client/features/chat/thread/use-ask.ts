import { useCallback, useRef } from 'react';
import { useDraft } from '../composer/use-draft';
import { type PendingMessage, useSend } from '../composer/use-send';
import type { useConversation } from './use-conversation';

/** The composer's side of an open conversation: its draft, and the question that is on its way. */
export function useAsk(conversationId: string, conversation: ReturnType<typeof useConversation>) {
  const draft = useDraft(conversationId);
  const askedAt = useRef(0);
  const { pending, send, isSending } = useSend({
    conversationId,
    draft,
    onSent: (sent) => conversation.onSent(sent, askedAt.current),
  });

  const lastQuestion = conversation.messages.findLast(({ role }) => role === 'user');
  const latest = useRef({ lastQuestion, clock: conversation.clock });
  latest.current = { lastQuestion, clock: conversation.clock };
  const ask = useCallback(
    (content: string) => {
      askedAt.current = latest.current.clock.current;
      send(content, latest.current.lastQuestion?.id);
    },
    [send],
  );

  return { draft, ask, isSending, pending: pending && isStored(pending, lastQuestion) ? undefined : pending };
}

/** The socket may be quicker than the answer to the request, or its only witness: then the question stands there. */
function isStored(pending: PendingMessage, last: { id: string; content: string } | undefined): boolean {
  return last !== undefined && last.content === pending.content && last.id !== pending.lastQuestionId;
}
