/** Finds names in a sentence by their capital letters. */
import { commonWords } from './common-words';

export interface Name {
  text: string;
  start: number;
  end: number;
  /** True at the start of a sentence or cell, where every word is capitalized, so it may not be a name. */
  isInitial: boolean;
}

const capitalized =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}\p{N}&]*(?:-[\p{L}\p{N}]+)*|\p{L}+\p{N}[\p{L}\p{N}-]*|\d+-\p{L}+)/gu;

/** Limit of punctuation between the start and the word, so that long sentences aren't scanned again for each word. */
const maxMarks = 12;
const beginning = /[^\p{L}\p{N}]*$/u;
const ordinary = /^\p{Lu}\p{Ll}+(?:-\p{L}+)*$/u;

function isBeginning(sentence: string, at: number): boolean {
  const marks = beginning.exec(sentence.slice(Math.max(0, at - maxMarks), at))?.[0] ?? '';
  return marks.length === at || marks.includes('|');
}

export function namesIn(sentence: string): Name[] {
  return Array.from(sentence.matchAll(capitalized), ({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isInitial: ordinary.test(text) && isBeginning(sentence, index),
  })).filter(({ text }) => !commonWords.has(text.toLowerCase()));
}
