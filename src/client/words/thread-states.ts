/** Texts of conversations without messages, which are loaded after the first paint. */
export const threadStateWords = {
  unknownConversation: "This conversation doesn't exist or was deleted.",
  startNew: 'Start a new chat',
  loadFailed: "Couldn't load this conversation",
  empty: 'Start a conversation by sending a message below.',
} as const;
