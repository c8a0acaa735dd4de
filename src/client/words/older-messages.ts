export const olderMessagesWords = {
  failed: "Couldn't load older messages",
  loading: 'Loading older messages',
  notPrinted: 'Earlier messages are not printed. Export the conversation as PDF to get all of them.',
} as const;
