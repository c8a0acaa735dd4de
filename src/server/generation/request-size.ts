/** Estimates the size of a request before it is sent, to reserve its cost. Counting its tokens would take too long. */
import type { ModelRequest } from '~/server/providers/llm/types';

export interface RequestSize {
  inputTokens: number;
  /** The maximum length of the answer, if the request limits it. */
  outputTokens?: number | undefined;
  /** How many answers the request asks for, each of that length; by default one. */
  answers?: number | undefined;
}

/** A good estimate for every language: one-byte letters share a token, three-byte letters mostly have one each. */
const bytesPerToken = 4;
/** Vendors count images by size, and sound by length; most images, and a minute or two of sound, take about this many. */
const tokensPerMedium = 1000;

export const tokensAbout = (text: string, media = 0): number =>
  Math.ceil(Buffer.byteLength(text) / bytesPerToken) + media * tokensPerMedium;

export function requestSize({
  systemPrompt,
  personalization = '',
  turns,
  tools,
  parameters,
}: ModelRequest): RequestSize {
  const texts = [systemPrompt, personalization, tools?.instructions ?? '', ...turns.map(({ content }) => content)];
  const images = turns.reduce((sum, turn) => sum + (turn.images?.length ?? 0), 0);
  const inputTokens = texts.reduce((sum, text) => sum + tokensAbout(text), images * tokensPerMedium);
  return { inputTokens, outputTokens: parameters?.maxOutputTokens };
}
