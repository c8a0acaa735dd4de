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
function systemPromptOf({ messages, input }: Record<string, unknown>): unknown {
  return ((messages ?? input) as { content?: unknown }[] | undefined)?.[0]?.content;
}

export interface BackgroundTexts {
  title?: string | ModelScript;
  suggestions?: string;
}

/** The answer to a background request, which fails without a text; undefined for other requests. */
export function backgroundScript(body: Record<string, unknown>, texts: BackgroundTexts): ModelScript | undefined {
  const systemPrompt = systemPromptOf(body);
  const isTitle = isTitleRequest(systemPrompt);
  if (!isTitle && !isSuggestionRequest(systemPrompt)) return undefined;
  const given = isTitle ? texts.title : texts.suggestions;
  if (typeof given === 'object') return given;
  return given ? { text: given } : { fault: { kind: 'status', status: 404 } };
}
