/** Requests for titles follow answers in the background, so fakes answer them beside their script. */
export const isTitleRequest = (systemPrompt: unknown): boolean =>
  typeof systemPrompt === 'string' && systemPrompt.startsWith('You write the title of a conversation');
