import { section } from '../lib/words';

/** What the shared parts say by themselves; everything else they are told by the screen. */
export const uiWords = section('ui', {
  retry: 'Retry',
  somethingWrong: 'Something went wrong',
  sortBy: 'Sort by',
  ascending: 'Ascending',
  descending: 'Descending',
  loadMore: 'Load more',
  loadingMore: 'Loading more...',
  couldNotLoadMore: 'Could not load more',
  rowsShown: (count: string) => `${count} rows`,
});
