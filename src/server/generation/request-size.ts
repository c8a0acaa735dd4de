/** Estimates the size of a request before it is sent, to reserve its cost. Counting its tokens would take too long. */
import { tokensAbout } from '~/server/lib/tokens/tokens-about';
import type { ModelRequest } from '~/server/providers/llm/types';

export interface RequestSize {
  inputTokens: number;
  /** The maximum length of the answer, if the request limits it. */
  outputTokens?: number | undefined;
  /** How many answers the request asks for, each of that length; by default one. */
  answers?: number | undefined;
}

export function requestSize({
  systemPrompt,
  personalization = '',
  turns,
  tools,
  parameters,
}: ModelRequest): RequestSize {
  const texts = [systemPrompt, personalization, tools?.instructions ?? '', ...turns.map(({ content }) => content)];
  const images = turns.reduce((sum, turn) => sum + (turn.images?.length ?? 0), 0);
  const inputTokens = texts.reduce((sum, text) => sum + tokensAbout(text), tokensAbout('', images));
  return { inputTokens, outputTokens: parameters?.maxOutputTokens };
}
