/** Names in a sentence, by their capital letters. */
import { commonWords } from './common-words';

export interface Name {
  text: string;
  start: number;
  end: number;
  /** It begins a sentence or a cell, where every word has a capital: it may be none. */
  isInitial: boolean;
}

const capitalized =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}\p{N}&]*(?:-[\p{L}\p{N}]+)*|\p{L}+\p{N}[\p{L}\p{N}-]*|\d+-\p{L}+)/gu;

const beginning = /(?:^|\|)[^\p{L}\p{N}|]*$/u;
const ordinary = /^\p{Lu}\p{Ll}+(?:-\p{L}+)*$/u;

export function namesIn(sentence: string): Name[] {
  return Array.from(sentence.matchAll(capitalized), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isInitial: beginning.test(sentence.slice(0, index)) && ordinary.test(text),
  })).filter(({ text }) => !commonWords.has(text.toLowerCase()));
}
