/** Names in a sentence, by their capital letters. */
import { commonWords } from './common-words';

export interface Name {
  text: string;
  start: number;
  end: number;
}

const capitalized =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}\p{N}&]*(?:-[\p{L}\p{N}]+)*|\p{L}+\p{N}[\p{L}\p{N}-]*|\d+-\p{L}+)/gu;

export function namesIn(sentence: string): Name[] {
  return Array.from(sentence.matchAll(capitalized), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  })).filter(({ text }) => !commonWords.has(text.toLowerCase()));
}
