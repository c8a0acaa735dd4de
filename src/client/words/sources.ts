export const sourcesWords = {
  loadingPassage: 'Loading the passage',
  passageGone: 'This passage is no longer available because the file was deleted.',
  retry: 'Retry',
  sources: 'Sources',
  pageNumber: (page: number) => `Page ${page}`,
  shortPage: (page: number) => `p. ${page}`,
  opensInNewTab: '(opens in a new tab)',
  closeSources: 'Close sources',
  source: (number: number, title: string) => `Source ${number}: ${title}`,
  more: (count: number) => `${count} more`,
} as const;
