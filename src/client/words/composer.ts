export const composerWords = {
  keys: 'Press Enter to send, Shift+Enter for new line',
  attachAsText: 'attach as text file',
  liveSearchActive: 'Live Search active',
  stop: 'Stop generating',
  send: 'Send message',
  sendLater: 'Send after this answer',
  waitForFiles: 'Wait for uploads to finish',
  placeholder: (product: string) => `Message ${product}...`,
  message: (product: string) => `Message ${product}`,
  tooMany: (count: string, isOne: boolean) =>
    `${count} ${isOne ? 'character' : 'characters'} over the limit. Shorten your message or`,
} as const;
