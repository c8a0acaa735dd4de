import type { ModelScript } from './model-script';

/**
 * Requests for titles and suggested questions follow answers in the background, so fakes answer them outside of their
 * script.
 */
const startsWith =
  (start: string) =>
  (systemPrompt: unknown): boolean =>
    typeof systemPrompt === 'string' && systemPrompt.startsWith(start);

export const isTitleRequest = startsWith('You write the title of a conversation');
export const isSuggestionRequest = startsWith('You suggest what the user of an assistant could ask next');

/** The system prompt of a request's body, for either API. */
export function systemPromptOf({ messages, input }: Record<string, unknown>): unknown {
  return ((messages ?? input) as { content?: unknown }[] | undefined)?.[0]?.content;
}

/** Without a text, the request fails. */
export const inBackground = (given: string | ModelScript | undefined): ModelScript => {
  if (typeof given === 'object') return given;
  return given ? { text: given } : { fault: { kind: 'status', status: 404 } };
};
