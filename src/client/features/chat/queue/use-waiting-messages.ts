import { useEffect, useRef, useState } from 'react';
import { runCommand } from '~/client/lib/commands';
import { errorMessage } from '~/client/lib/error-message';
import { timeZoneHere } from '~/client/lib/time-zone';
import { trpc } from '~/client/lib/trpc';
import { uploadWords } from '~/client/words/upload';
import { waitingWords as words } from '~/client/words/waiting-messages';
import { limits } from '~/shared/limits';
import type { useDraft } from '../composer/use-draft';
import type { useSend } from '../composer/use-send';
import { toKeptFiles } from '../files/pending-file';
import { deletedNames, isDeleted } from '../files/stored-files';
import type { DraftFiles } from '../files/use-pending-files';
import type { useConversation } from '../stream/use-conversation';
import { changeQueue, maxWaiting, queueKey, readQueue, useQueue, type WaitingMessage } from './queue';
import { answerOf, type QueueState, queueState, withoutSent } from './queue-state';

export interface WaitingMessagesOptions {
  conversationId: string;
  draft: ReturnType<typeof useDraft>;
  files: DraftFiles;
  conversation: Pick<ReturnType<typeof useConversation>, 'messages' | 'running' | 'list' | 'clock' | 'onSent'>;
  /** The composer is sending a message. */
  isSending: boolean;
  parts: Pick<ReturnType<typeof useSend>['parts'], 'choose' | 'newRequestId'> & {
    cache: Pick<ReturnType<typeof useSend>['parts']['cache'], 'put'>;
  };
}

/** Queues messages of the composer while an answer streams, and sends them in order. */
export function useWaitingMessages(options: WaitingMessagesOptions) {
  const { conversationId, draft, files, conversation, isSending, parts } = options;
  const { messages, running, list } = conversation;
  const { userId } = draft;
  const key = queueKey(userId, conversationId);
  const queue = useQueue(key);
  const first = queue[0];
  const [notice, setNotice] = useState<string>();
  const { edit, remove } = useEditQueued(key, draft, files, setNotice);

  const { send, sendingId, failure } = useSendWaiting(key, options, () => setNotice(undefined));

  /** True if the message is queued, or if the queue is full; then it stays in the composer. */
  function take(content: string): boolean {
    const now = readQueue(key);
    const after = running?.id ?? now[0]?.after;
    if (!after) return false;
    if (now.length >= maxWaiting) {
      setNotice(words.full(maxWaiting));
      return true;
    }
    const keptFiles = files.store.handOver().flatMap(toKeptFiles);
    const item = { requestId: parts.newRequestId(), content, files: keptFiles, choice: parts.choose(), after };
    changeQueue(key, (all) => [...all, item]);
    files.store.release(keptFiles.map(({ objectPath }) => objectPath));
    draft.change('');
    setNotice(undefined);
    return true;
  }

  // Sent by another tab, or by a request whose response was lost.
  const answerId = first && answerOf(first, messages);
  useEffect(() => {
    if (first && answerId) changeQueue(key, (now) => withoutSent(now, first.requestId, answerId));
  }, [key, first, answerId]);

  const isFresh = list.isSuccess && !list.isFetching;
  const state = first && isFresh ? queueState(first, messages.at(-1)) : 'waiting';
  const { problem, isIncomplete } = problemOf(first, state, failure);
  const isDue = state === 'due' && problem === undefined && !isSending && !sendingId && !answerId;
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (first && isDue) latest.current(first);
  }, [first, isDue]);

  return {
    queue,
    state,
    problem,
    isIncomplete,
    notice,
    sendingId,
    isAfterOther: first?.after !== messages.at(-1)?.id,
    take,
    send,
    edit,
    remove,
  };
}

interface Failure {
  requestId: string;
  reason: string;
}

/** Why a message is not sent. Without all of its files, sending it again would fail, too. */
function problemOf(first: WaitingMessage | undefined, state: QueueState, failure: Failure | undefined) {
  const deleted = first && state !== 'waiting' ? deletedNames(first.files) : [];
  if (deleted.length > 0) return { problem: uploadWords.deleted(deleted), isIncomplete: true };
  return { problem: first && failure?.requestId === first.requestId ? failure.reason : undefined, isIncomplete: false };
}

/** Sends one message of the queue at a time. */
function useSendWaiting(
  key: string,
  { conversationId, conversation, parts }: Pick<WaitingMessagesOptions, 'conversationId' | 'conversation' | 'parts'>,
  onBegin: () => void,
) {
  const [failure, setFailure] = useState<Failure>();
  const [sendingId, setSendingId] = useState<string>();
  const askedAt = useRef(0);

  const { mutate } = trpc.messages.send.useMutation({
    onSuccess(sent, { clientRequestId }) {
      conversation.onSent(sent, askedAt.current);
      void parts.cache.put(sent.conversation);
      changeQueue(key, (now) => withoutSent(now, clientRequestId, sent.assistantMessage.id));
      setSendingId(undefined);
    },
    onError(cause, { clientRequestId }) {
      setFailure({ requestId: clientRequestId, reason: errorMessage(cause) });
      setSendingId(undefined);
    },
  });

  function send({ requestId, content, files: keptFiles, choice }: WaitingMessage) {
    if (sendingId) return;
    askedAt.current = conversation.clock.current;
    setSendingId(requestId);
    setFailure(undefined);
    onBegin();
    const attachments = keptFiles.map(({ name, type, size, objectPath: url }) => ({ name, type, size, url }));
    mutate({
      ...choice,
      conversationId,
      clientRequestId: requestId,
      content,
      attachments,
      timeZone: timeZoneHere(),
    });
  }

  return { send, sendingId, failure };
}

/** Removes a message from the queue, to edit it in the composer or to delete it. */
function useEditQueued(
  key: string,
  draft: WaitingMessagesOptions['draft'],
  files: DraftFiles,
  setNotice: (notice: string | undefined) => void,
) {
  const { mutate: removeFile } = trpc.uploads.remove.useMutation();
  const drop = (item: WaitingMessage) =>
    changeQueue(key, (now) => now.filter(({ requestId }) => requestId !== item.requestId));

  function edit(item: WaitingMessage) {
    const kept = [...files.files.filter((file) => !file.isSending), ...item.files.filter((file) => !isDeleted(file))];
    if (kept.length > limits.attachmentsPerMessage) {
      setNotice(words.tooManyFiles);
      return;
    }
    setNotice(undefined);
    drop(item);
    files.store.restore(item.files);
    draft.restore(item.content);
    runCommand('focusComposer');
  }

  function remove(item: WaitingMessage) {
    setNotice(undefined);
    drop(item);
    for (const { id } of item.files) removeFile({ id });
    runCommand('focusComposer');
  }

  return { edit, remove };
}
