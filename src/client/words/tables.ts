/** Texts of tables and long lists. Public pages have none. */
export const tableWords = {
  sortBy: 'Sort by',
  ascending: 'Ascending',
  descending: 'Descending',
  loadMore: 'Load more',
  loadingMore: 'Loading more...',
  couldNotLoadMore: "Couldn't load more",
} as const;
