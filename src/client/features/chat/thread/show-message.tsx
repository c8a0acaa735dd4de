import { useEffect } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { revealMessage } from './reveal-message';

interface ShowMessageProps {
  conversationId: string;
  messageId: string;
  /** Called when the message is visible or can't be shown. */
  onShown: () => void;
}

/** Loads older pages of the open conversation until they contain the message, then scrolls to it. */
export function ShowMessage({ conversationId, messageId, onShown }: ShowMessageProps) {
  // Shares the cached pages of the thread.
  const { data, error, hasNextPage, isFetching, fetchNextPage } = trpc.messages.list.useInfiniteQuery(
    { conversationId },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const isLoaded = data?.pages.some(({ items }) => items.some(({ id }) => id === messageId)) ?? false;
  useEffect(() => {
    if (isLoaded) {
      revealMessage(messageId);
      onShown();
    } else if (error) {
      toast({ kind: 'error', title: words.showFailed, description: errorMessage(error) });
      onShown();
    } else if (data && !isFetching) {
      if (hasNextPage) void fetchNextPage();
      else {
        toast({ title: words.messageGone });
        onShown();
      }
    }
  }, [isLoaded, error, data, isFetching, hasNextPage, fetchNextPage, messageId, onShown]);
  return null;
}
