import { errorMessage, isGone } from '~/client/lib/error-message';

/** The part of a paginated query that a table needs. */
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

/** The states of a table besides its rows: loading, error, and more pages. */
export function tableStates(list: PagedList, failedTitle: string) {
  return {
    error: list.isError
      ? {
          title: failedTitle,
          description: errorMessage(list.error),
          onRetry: isGone(list.error) ? undefined : () => void list.refetch(),
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
