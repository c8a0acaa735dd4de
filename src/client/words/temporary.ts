export const temporaryWords = {
  begin: 'New temporary chat',
  beginFailed: 'Failed to start a temporary chat',
  notice: 'Temporary chat: in no list, search or export.',
  noticeMore: 'It is deleted with its files when you leave it, or an hour after you close the page.',
} as const;
