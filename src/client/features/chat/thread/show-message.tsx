import { useEffect, useRef } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { isShown, revealMessage } from './reveal-message';

interface ShowMessageProps {
  conversationId: string;
  messageId: string;
  /** Called when the message is visible or can't be shown. */
  onShown: () => void;
}

/**
 * Scrolls to a message of the open conversation. If it is not shown yet, older pages are loaded until they contain it,
 * and finally the newest ones again: it may be newer than those that were loaded.
 */
export function ShowMessage({ conversationId, messageId, onShown }: ShowMessageProps) {
  // Shares the cached pages of the thread.
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = trpc.messages.list.useInfiniteQuery(
    { conversationId },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const isReloaded = useRef(false);
  const isLoaded = data?.pages.some(({ items }) => items.some(({ id }) => id === messageId)) ?? false;
  useEffect(() => {
    // A message newer than the loaded pages may be rendered, although none of them contains it.
    if (isLoaded || isShown(messageId)) {
      revealMessage(messageId);
      onShown();
    } else if (error) {
      toast({ kind: 'error', title: words.showFailed, description: errorMessage(error) });
      onShown();
    } else if (data && !isFetching) {
      if (hasNextPage) void fetchNextPage();
      else if (!isReloaded.current) {
        isReloaded.current = true;
        void refetch();
      } else {
        toast({ title: words.messageGone });
        onShown();
      }
    }
  }, [isLoaded, error, data, isFetching, hasNextPage, fetchNextPage, refetch, messageId, onShown]);
  return null;
}
