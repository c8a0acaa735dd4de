export const temporaryWords = {
  begin: 'New temporary chat',
  beginFailed: 'Failed to start a temporary chat',
  title: 'Temporary chat',
  notice:
    'Temporary: not listed or exported, and deleted with its files when you leave, or an hour after you close the page.',
} as const;
