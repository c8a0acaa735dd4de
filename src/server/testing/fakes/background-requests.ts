/** Requests for titles and suggested questions follow answers in the background, so fakes answer them beside their script. */
const startsWith =
  (start: string) =>
  (systemPrompt: unknown): boolean =>
    typeof systemPrompt === 'string' && systemPrompt.startsWith(start);

export const isTitleRequest = startsWith('You write the title of a conversation');
export const isSuggestionRequest = startsWith('You suggest what the user of an assistant could ask next');
