import { useCallback, useRef } from 'react';
import { timeZoneHere } from '~/client/lib/time-zone';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { threadWords as words } from '~/client/words/thread';
import { versionWords } from '~/client/words/versions';
import { readChoice } from '../models/model-choice';
import type { useConversation } from '../stream/use-conversation';
import { keepFocus } from './keep-focus';

/** Stop, Retry and switching versions, with optimistic updates. */
export function useAnswerActions(userId: string, conversation: ReturnType<typeof useConversation>) {
  const stop = trpc.messages.stop.useMutation({
    // Without the socket, nothing else would report the end of the answer.
    onSuccess: () => void conversation.readNewest().catch(() => {}),
    onError: (cause) => errorToast(words.couldNotStopTheAnswer, cause),
  });
  const isRetrying = useRef(false);
  const retry = trpc.messages.retry.useMutation({
    onMutate: keepFocus,
    async onSuccess({ assistantMessage, attempt }, { messageId }, focusComposer) {
      focusComposer();
      conversation.onRetried(assistantMessage, attempt);
      // Pending until the new version is shown, because the buttons of the old one must not start another.
      if (assistantMessage.id !== messageId) await conversation.readBranch();
    },
    onError: (cause) => errorToast(words.couldNotRetry, cause),
    onSettled: () => {
      isRetrying.current = false;
    },
  });
  const { mutate } = retry;
  const again = useCallback(
    (messageId: string, model?: string, continues?: boolean) => {
      // The second click of a double click can come before the buttons are disabled.
      if (isRetrying.current) return;
      isRetrying.current = true;
      const { parameters } = readChoice(userId);
      const options = { ...(model && { model }), ...(parameters && { parameters }) };
      mutate({ messageId, timeZone: timeZoneHere(), ...options, ...(continues && { continues }) });
    },
    [mutate, userId],
  );
  const show = trpc.messages.show.useMutation({
    onSuccess: () => void conversation.readBranch(),
    onError: (cause) => errorToast(versionWords.couldNotShow, cause),
  });
  return { stop, retry, again, show };
}
