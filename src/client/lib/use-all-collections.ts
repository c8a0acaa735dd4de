import { useEffect } from 'react';
import { limits } from '~/shared/limits';
import type { Collection } from '~/shared/schemas/collections';
import { trpc } from './trpc';

interface AllCollections {
  /** Those that have loaded so far, newest first; undefined before the first page. */
  collections: Collection[] | undefined;
  /** False while further pages load, and after one of them failed. */
  isComplete: boolean;
  /** One of the further pages failed. */
  isFailed: boolean;
}

/** Every collection that the user can read, for menus and dialogs that offer them all. */
export function useAllCollections(): AllCollections {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = trpc.collections.list.useInfiniteQuery(
    { limit: limits.listRows },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: 'always' },
  );
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    collections: data?.pages.flatMap(({ items }) => items),
    isComplete: data !== undefined && !hasNextPage,
    isFailed: isFetchNextPageError,
  };
}
