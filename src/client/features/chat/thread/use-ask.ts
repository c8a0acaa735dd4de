import { useCallback, useEffect, useRef } from 'react';
import { useDraft } from '../composer/use-draft';
import { type PendingMessage, useSend } from '../composer/use-send';
import { usePendingFiles } from '../files/use-pending-files';
import type { useConversation } from '../stream/use-conversation';

/** The composer of an open conversation: its draft with files, and the message being sent. */
export function useAsk(conversationId: string, conversation: ReturnType<typeof useConversation>) {
  const draft = useDraft(conversationId);
  const files = usePendingFiles(conversationId);
  const askedAt = useRef(0);
  const { pending, send, isSending, parts } = useSend({
    conversationId,
    draft,
    files,
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

  // Removes files that were sent from another tab, or from here by a request whose response was lost.
  const { store } = files;
  const lastAttachments = lastQuestion?.attachments;
  useEffect(() => {
    if (lastAttachments) store.release(lastAttachments.map(({ url }) => url));
  }, [store, lastAttachments]);

  return {
    draft,
    files,
    ask,
    isSending,
    parts,
    pending: pending && isStored(pending, lastQuestion) ? undefined : pending,
  };
}

/** Whether the pending message is stored. The live event may arrive before the response, or without one. */
function isStored(pending: PendingMessage, last: { id: string; content: string } | undefined): boolean {
  return last !== undefined && last.content === pending.content && last.id !== pending.lastQuestionId;
}
