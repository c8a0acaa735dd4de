/**
 * Scripts without spaces between words. A character of Chinese or Japanese says about as much as two of other scripts;
 * Thai, Lao, Khmer and Burmese are alphabetic.
 */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const letters = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

const count = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0;

/** The length that the text would have in a script with spaces, about. */
export const comparableLength = (text: string): number => text.length + count(text, ideographs);

/** Six ideographs or twelve letters say as much as two words, and are more than a name. */
export const hasSeveralSpacelessWords = (text: string): boolean =>
  2 * count(text, ideographs) + count(text, letters) >= 12;

export const hasSeveralIdeographs = (text: string): boolean => count(text, ideographs) >= 6;

/** Whether a character, by its code, belongs to such a script or its punctuation. */
export const isSpaceless = (code: number): boolean =>
  (code >= 0x3001 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xe00 && code <= 0xeff) ||
  (code >= 0x1000 && code <= 0x109f) ||
  (code >= 0x1780 && code <= 0x17ff);

/** Full-width punctuation, which has the space after it built in. */
export const isWidePunctuation = (code: number): boolean =>
  (code >= 0xff01 && code <= 0xff0f) ||
  (code >= 0xff1a && code <= 0xff20) ||
  (code >= 0xff3b && code <= 0xff40) ||
  (code >= 0xff5b && code <= 0xff65);
