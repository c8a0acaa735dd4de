import { errorMessage } from '~/client/lib/error-message';

/** A list that is read page by page, as far as a table needs to know it. */
interface PagedList {
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** What a table shows of its list besides the rows: that it failed, and that there is more. */
export function tableStates(list: PagedList, failedTitle: string) {
  return {
    error: list.isError
      ? {
          title: failedTitle,
          description: errorMessage(list.error),
          onRetry: () => void list.refetch(),
          isRetrying: list.isFetching,
        }
      : undefined,
    more: {
      hasMore: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      isError: list.isFetchNextPageError,
      load: () => void list.fetchNextPage(),
    },
  };
}
