import { useCallback, useRef, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import type { SentMessage } from '~/shared/schemas/messages';
import { useConversationCache } from '../panel/use-conversation-cache';
import { newRequestId } from './request-id';
import type { useDraft } from './use-draft';

/** A question the server does not have yet, as far as is known here. */
export interface PendingMessage {
  requestId: string;
  content: string;
  sentAt: Date;
  /** The last question that stood there when this one was sent. */
  lastQuestionId: string | undefined;
  /** Why it was not sent; absent while it is on its way. */
  error?: string;
}

interface UseSendOptions {
  conversationId: string | undefined;
  draft: ReturnType<typeof useDraft>;
  /** Also called when the screen has moved on to another conversation. */
  onSent: (sent: SentMessage) => void;
}

/** Sends a question that is shown at once, and gives its text back when it fails. */
export function useSend({ conversationId, draft, onSent }: UseSendOptions) {
  const [pending, setPending] = useState<PendingMessage>();
  const latest = useRef(pending);
  latest.current = pending;
  const cache = useConversationCache();

  const { mutate } = trpc.messages.send.useMutation({
    onSuccess(sent, { content }) {
      draft.forget(content);
      void cache.put(sent.conversation);
      onSent(sent);
      setPending(undefined);
    },
    onError(cause, { content }) {
      draft.restore(content);
      setPending((now) => now && { ...now, error: errorMessage(cause) });
    },
  });

  const { hide } = draft;
  const send = useCallback(
    (content: string, lastQuestionId?: string) => {
      const before = latest.current;
      if (before && before.error === undefined) return;
      // The same text again is the same message: if the server has it after all, it is not doubled.
      const requestId = before?.content === content ? before.requestId : newRequestId();
      setPending({ requestId, content, sentAt: new Date(), lastQuestionId });
      hide();
      mutate({ conversationId, clientRequestId: requestId, content });
    },
    [conversationId, hide, mutate],
  );

  return { pending, send, isSending: pending !== undefined && pending.error === undefined };
}
