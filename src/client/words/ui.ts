import { section } from '~/client/lib/words';

/** What the shared parts say by themselves; everything else they are told by the screen. */
export const uiWords = section('ui', {
  retry: 'Retry',
  somethingWrong: 'Something went wrong',
  cancel: 'Cancel',
  working: 'Working',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  loading: 'Loading',
  useLight: 'Use the light theme',
  useDark: 'Use the dark theme',
  notifications: 'Notifications (F8)',
  dismiss: 'Dismiss',
  sortBy: 'Sort by',
  ascending: 'Ascending',
  descending: 'Descending',
  loadMore: 'Load more',
  loadingMore: 'Loading more...',
  couldNotLoadMore: 'Could not load more',
  day: 'Day',
});
