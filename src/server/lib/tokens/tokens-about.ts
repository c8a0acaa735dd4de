/** Estimates and limits the tokens of texts where counting them would take too long. */
import { cutMiddle } from '~/server/lib/cut-middle';
import { startInBytes } from './cut-bytes';

/** A good estimate for every language: one-byte letters share a token, three-byte letters mostly have one each. */
const bytesPerToken = 4;
/** Vendors count images by size, and sound by length; most images, and a minute or two of sound, take about this many. */
const tokensPerMedium = 1000;

export const tokensAbout = (text: string, media = 0): number =>
  Math.ceil(Buffer.byteLength(text) / bytesPerToken) + media * tokensPerMedium;

/** No text has more characters in as many tokens. */
export const charactersIn = (tokens: number): number => tokens * bytesPerToken;

/** The beginning of the text. */
export const startInTokens = (text: string, tokens: number): string => startInBytes(text, tokens * bytesPerToken);

/** The beginning and the end of the text, with a mark in between if its middle is left out. */
export const cutToTokens = (text: string, tokens: number): string =>
  tokensAbout(text) <= tokens ? text : cutMiddle(text, (tokens * bytesPerToken) / Buffer.byteLength(text));
