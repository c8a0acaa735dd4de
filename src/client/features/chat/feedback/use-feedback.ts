import { useEffect } from 'react';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { feedbackWords as words } from '~/client/words/feedback';
import type { AnswerFeedback } from '~/shared/schemas/feedback';

interface Answer {
  id: string;
  conversationId: string;
}

/** The user's feedback on an answer. The feedback on all answers of a conversation is loaded at once. */
export function useFeedback({ id: messageId, conversationId }: Answer) {
  const utils = trpc.useUtils();
  const list = trpc.feedback.list.useInfiniteQuery({ conversationId }, { getNextPageParam: (page) => page.nextCursor });
  const hasMore = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (hasMore) void fetchNextPage({ cancelRefetch: false });
  }, [hasMore, fetchNextPage]);

  function put(feedback: AnswerFeedback | null) {
    utils.feedback.list.setInfiniteData(
      { conversationId },
      (loaded) => loaded && withFeedback(loaded, messageId, feedback),
    );
  }
  const options = (failureTitle: string) => ({
    // Runs in the order of the clicks.
    scope: { id: `feedback:${messageId}` },
    onError(cause: unknown) {
      void utils.feedback.list.invalidate({ conversationId });
      errorToast(failureTitle, cause);
    },
  });
  const save = trpc.feedback.save.useMutation({
    ...options(words.failed),
    onMutate: ({ rating, reasons = [], comment = '' }) =>
      put({ messageId, rating, reasons, comment, updatedAt: new Date() }),
    onSuccess() {
      // The list could not be loaded before, so fetch it with the saved feedback.
      if (list.isError) void list.refetch();
    },
  });
  const remove = trpc.feedback.remove.useMutation({ ...options(words.removeFailed), onMutate: () => put(null) });
  const feedback = list.data?.pages.flatMap(({ items }) => items).find((item) => item.messageId === messageId);
  return { feedback, isLoading: list.isPending, save, remove };
}

type Pages = NonNullable<ReturnType<ReturnType<typeof trpc.useUtils>['feedback']['list']['getInfiniteData']>>;

/** The loaded pages with the feedback on one answer replaced. */
function withFeedback(loaded: Pages, messageId: string, feedback: AnswerFeedback | null): Pages {
  const pages = loaded.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.messageId !== messageId),
  }));
  if (feedback) pages[0]?.items.unshift(feedback);
  return { ...loaded, pages };
}
