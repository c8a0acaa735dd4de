export const earlierMessagesWords = {
  summarized: 'Earlier messages are summarized',
  omitted: (count: number) =>
    count === 1
      ? "1 earlier message didn't fit and was left out of this answer"
      : `${count.toLocaleString('en-US')} earlier messages didn't fit and were left out of this answer`,
  summary: 'Summary of earlier messages',
  about: (messages: number, model: string) =>
    `${messages.toLocaleString('en-US')} messages, condensed by ${model}. AI can miss details.`,
  loading: 'Loading the summary...',
  loadFailed: "Couldn't load the summary",
  none: 'There is no summary yet.',
} as const;
