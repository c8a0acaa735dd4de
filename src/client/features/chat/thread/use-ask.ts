import { useCallback, useEffect, useRef } from 'react';
import { useDraft } from '../composer/use-draft';
import { useSend } from '../composer/use-send';
import { usePendingFiles } from '../files/use-pending-files';
import type { useConversation } from '../stream/use-conversation';

/** The composer of an open conversation: its draft with files, and the message being sent. */
export function useAsk(conversationId: string, conversation: ReturnType<typeof useConversation>) {
  const draft = useDraft(conversationId);
  const files = usePendingFiles(conversationId);
  const askedAt = useRef(0);
  const { pending, send, settle, isSending, parts } = useSend({
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

  // The live event may arrive before the response, or instead of it. After a reload, only the draft of a message that
  // was being sent remains.
  const { sending, forget } = draft;
  const isPendingStored = isStored(pending, lastQuestion);
  const isDraftStored = isStored(sending, lastQuestion);
  useEffect(() => {
    if (pending && isPendingStored) settle(pending);
    else if (sending && isDraftStored) forget(sending.content);
  }, [pending, isPendingStored, settle, sending, isDraftStored, forget]);

  return { draft, files, ask, isSending, parts, pending: isPendingStored ? undefined : pending };
}

interface SentText {
  content: string;
  lastQuestionId?: string | undefined;
}

/** Whether the last question is the text that was sent. */
const isStored = (sent: SentText | undefined, last: { id: string; content: string } | undefined): boolean =>
  sent !== undefined && last !== undefined && last.content === sent.content && last.id !== sent.lastQuestionId;
