/** Estimates the size of a request before it is sent, to reserve its cost. Counting its tokens would take too long. */
import type { ModelRequest } from '~/server/providers/llm/types';

export interface RequestSize {
  inputTokens: number;
  /** The maximum length of the answer, if the request limits it. */
  outputTokens?: number | undefined;
}

/** A good estimate for every language: one-byte letters share a token, three-byte letters mostly have one each. */
const bytesPerToken = 4;
/** Vendors count images by size; most take about this many. */
const tokensPerImage = 1000;

export const tokensAbout = (text: string, images = 0): number =>
  Math.ceil(Buffer.byteLength(text) / bytesPerToken) + images * tokensPerImage;

export function requestSize({
  systemPrompt,
  personalization = '',
  turns,
  tools,
  parameters,
}: ModelRequest): RequestSize {
  const texts = [systemPrompt, personalization, tools?.instructions ?? '', ...turns.map(({ content }) => content)];
  const images = turns.reduce((sum, turn) => sum + (turn.images?.length ?? 0), 0);
  const inputTokens = texts.reduce((sum, text) => sum + tokensAbout(text), images * tokensPerImage);
  return { inputTokens, outputTokens: parameters?.maxOutputTokens };
}
