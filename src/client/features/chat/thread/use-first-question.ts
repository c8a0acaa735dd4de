import { useCallback, useRef } from 'react';
import { useCommand } from '~/client/hooks/use-command';
import { useSameLocation } from '~/client/hooks/use-same-location';
import { runCommand } from '~/client/lib/commands';
import { trpc } from '~/client/lib/trpc';
import { useDraft } from '../composer/use-draft';
import { useSend } from '../composer/use-send';
import { usePendingFiles } from '../files/use-pending-files';
import { useMoveAnimation } from './use-move-animation';

/** The composer of a new chat: its draft with files, and the transition to the created conversation. */
export function useFirstQuestion(onStarted: (conversationId: string) => void) {
  const utils = trpc.useUtils();
  const draft = useDraft(undefined);
  const files = usePendingFiles(undefined);
  const beginWatch = useSameLocation();
  const isStillHere = useRef(beginWatch());

  const { pending, send, leave, isSending } = useSend({
    conversationId: undefined,
    draft,
    files,
    onSent({ conversation, userMessage, assistantMessage }, isShown) {
      const conversationId = conversation.id;
      utils.messages.list.setInfiniteData(
        { conversationId },
        (loaded) =>
          loaded ?? { pages: [{ items: [userMessage, assistantMessage], nextCursor: null }], pageParams: [null] },
      );
      // A user who has navigated elsewhere stays there.
      if (!isShown) return;
      void arrival().then(() => {
        if (!isStillHere.current()) return leave();
        draft.moveTo(conversationId);
        onStarted(conversationId);
      });
    },
  });
  const composer = useRef<HTMLDivElement>(null);
  const { begin, arrival } = useMoveAnimation(composer, pending !== undefined);
  const ask = useCallback(
    (text: string) => {
      begin();
      isStillHere.current = beginWatch();
      send(text);
    },
    [begin, beginWatch, send],
  );
  // While the first message is being sent, the URL is still that of a new chat, so the command resets this page.
  useCommand(
    'newChat',
    useCallback(() => {
      isStillHere.current = () => false;
      leave();
      runCommand('focusComposer');
    }, [leave]),
  );
  return { draft, files, pending, send, ask, isSending, composer };
}
