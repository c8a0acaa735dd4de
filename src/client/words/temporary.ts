export const temporaryWords = {
  begin: 'New temporary chat',
  beginFailed: 'Failed to start a temporary chat',
  notice:
    "This temporary chat isn't listed, searchable or exported. It's deleted with its files when you leave it, or an hour after you close the page.",
} as const;
