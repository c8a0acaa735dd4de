import { useNavigate } from '@tanstack/react-router';
import { useCallback, useContext, useRef, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { timeZoneHere } from '~/client/lib/time-zone';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { threadWords as words } from '~/client/words/thread';
import type { Attachment, SentMessage } from '~/shared/schemas/messages';
import { forgetNewChatCollections, newChatCollections } from '../collections/new-chat-collections';
import { toAttachment } from '../files/pending-file';
import type { DraftFiles } from '../files/use-pending-files';
import { useAskedWith } from '../models/use-chosen-model';
import { useConversationCache } from '../panel/use-conversation-cache';
import { CurrentProject } from '../projects/current-project';
import { newRequestId } from './request-id';
import type { useDraft } from './use-draft';

/** A message without a confirmation from the server. */
export interface PendingMessage {
  requestId: string;
  /** The project and the chosen model with its parameters, serialized. */
  choice: string;
  content: string;
  attachments: readonly Attachment[];
  sentAt: Date;
  /** The last question of the conversation when this one was sent. */
  lastQuestionId: string | undefined;
  /** Why sending failed; absent while it is in progress. */
  error?: string;
}

interface UseSendOptions {
  conversationId: string | undefined;
  draft: ReturnType<typeof useDraft>;
  files: DraftFiles;
  /** Also called after the user has opened another conversation, or has called `leave` for another question. */
  onSent: (sent: SentMessage, isShown: boolean) => void;
}

/**
 * Sends a message that is shown at once, and restores its text and files if sending fails. The first message of a
 * conversation stays shown until `leave` is called.
 */
export function useSend({ conversationId, draft, files: { store }, onSent }: UseSendOptions) {
  const [pending, setPending] = useState<PendingMessage>();
  const latest = useRef(pending);
  latest.current = pending;
  const settledId = useRef<string>(undefined);
  const notify = useFailedNotice(conversationId);
  const cache = useConversationCache();
  const { userId } = draft;
  const project = useContext(CurrentProject);

  const { mutate } = trpc.messages.send.useMutation({
    onSuccess(sent, { conversationId, clientRequestId, content, attachments = [] }) {
      if (!conversationId) forgetNewChatCollections(userId);
      draft.forget(content);
      store.release(attachments.map(({ url }) => url));
      void cache.put(sent.conversation);
      onSent(sent, latest.current?.requestId === clientRequestId);
      // Until the page of the new conversation replaces this one, another message would start another conversation.
      if (conversationId) setPending((now) => (now?.requestId === clientRequestId ? undefined : now));
    },
    onError(cause, { clientRequestId, content, attachments = [] }) {
      // Only the response was lost.
      if (settledId.current === clientRequestId) return;
      const isMounted = draft.restore(content);
      store.returnToDraft(attachments.map(({ url }) => url));
      const error = errorMessage(cause);
      if (isMounted && latest.current?.requestId === clientRequestId) setPending((now) => now && { ...now, error });
      else notify(error);
    },
  });

  const { hide, forget } = draft;
  const choose = useAskedWith(userId);
  const send = useCallback(
    (content: string, lastQuestionId?: string) => {
      const before = latest.current;
      if (before && before.error === undefined) return;
      const attachments = store.handOver().map(toAttachment);
      // Resending the same message uses the same id, so that the server stores it only once.
      const collections = newChatCollections(userId);
      const place = { projectId: project?.id, ...(collections.length > 0 && { collections }) };
      const options = { ...choose(), ...(conversationId ? { projectId: undefined } : place) };
      const choice = JSON.stringify(options);
      const isSame =
        before?.content === content && before.choice === choice && areSameFiles(before.attachments, attachments);
      const requestId = isSame ? before.requestId : newRequestId();
      setPending({ requestId, choice, content, attachments, sentAt: new Date(), lastQuestionId });
      hide(content, lastQuestionId);
      const sent = attachments.map(({ name, type, size, url }) => ({ name, type, size, url }));
      const timeZone = timeZoneHere();
      mutate({ conversationId, clientRequestId: requestId, content, attachments: sent, timeZone, ...options });
    },
    [choose, conversationId, hide, mutate, project, store, userId],
  );

  /** Stops showing the pending message here; sending continues. */
  const leave = useCallback(() => setPending(undefined), []);
  /** Called when the server turns out to have the message, even if the request then fails. */
  const settle = useCallback(
    ({ requestId, content }: PendingMessage) => {
      settledId.current = requestId;
      forget(content);
      leave();
    },
    [forget, leave],
  );

  return {
    pending,
    send,
    leave,
    settle,
    isSending: pending !== undefined && pending.error === undefined,
    // Passed to the queue of waiting messages; importing them there would add several small chunks to the page.
    parts: { cache, choose, newRequestId },
  };
}

/** Shows users who have opened something else that the message was not sent and is a draft again. */
function useFailedNotice(conversationId: string | undefined) {
  const navigate = useNavigate();
  const run = () => void navigate({ to: '/qchat', search: { c: conversationId } });
  return (description: string) =>
    toast({ kind: 'error', title: words.sendFailed, description, action: { label: words.openDraft, run } });
}

const areSameFiles = (before: readonly Attachment[], now: readonly Attachment[]) =>
  before.map(({ url }) => url).join() === now.map(({ url }) => url).join();
