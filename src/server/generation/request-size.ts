/** How large a request is before it is sent, to reserve what it will cost. Counting its tokens would take too long. */
import type { ModelRequest } from '~/server/providers/llm/types';

export interface RequestSize {
  inputTokens: number;
  /** The most that the answer may have, where the request says so. */
  outputTokens?: number | undefined;
}

/** Close to it for every language: letters of one byte share a token, those of three bytes mostly have one of their own. */
const bytesPerToken = 4;
/** Vendors count images by their size, most of them about so. */
const tokensPerImage = 1000;

export const tokensAbout = (text: string, images = 0): number =>
  Math.ceil(Buffer.byteLength(text) / bytesPerToken) + images * tokensPerImage;

export function requestSize({ systemPrompt, turns, tools, parameters }: ModelRequest): RequestSize {
  const texts = [systemPrompt, tools?.instructions ?? '', ...turns.map(({ content }) => content)];
  const images = turns.reduce((sum, turn) => sum + (turn.images?.length ?? 0), 0);
  const inputTokens = texts.reduce((sum, text) => sum + tokensAbout(text), images * tokensPerImage);
  return { inputTokens, outputTokens: parameters?.maxOutputTokens };
}
