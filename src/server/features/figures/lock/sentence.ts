/** What is known of a sentence while its numbers are judged. */

import { matchesOf } from '~/server/lib/matches';
import type { Anchor, Topic } from './anchors';
import type { ToldFacts } from './facts';
import type { NumberToken } from './number-tokens';
import type { Subjects } from './subjects';

export interface Place {
  start: number;
  end: number;
}

/** What the sentences before have been about. */
export interface Subject {
  topic: Topic | undefined;
  ticker?: string;
}

/** What a figure says, wherever it stands. */
export type Amount = Pick<NumberToken, 'form' | 'value' | 'isForeignMoney' | 'hasScale'>;

/** The figures of a question. */
export interface Asked {
  /** Every value. */
  values: ReadonlySet<string>;
  /** What the reader means to do: nobody can be told that this is so. */
  plans: readonly Amount[];
  /** The only share that is named. */
  ticker?: string;
}

export interface Context {
  subjects: Subjects;
  facts: ToldFacts;
  /** The reader's own question. */
  asked: Asked;
  /** Sentences of this answer that have been read. */
  judged: Map<string, Judged>;
}

export interface Judged {
  marks: Place[];
  subject: Subject;
}

export interface InSentence {
  text: string;
  anchors: readonly Anchor[];
  before: Subject;
  context: Context;
  /** Whether a word for a price or gain ends shortly before a place. Asked in the order of the text. */
  hasReturnNear: (place: number) => boolean;
}

/** Looks at least as far as a phrase reaches. */
export const nearCharacters = 40;

/** Whether a match ends within so many characters before a place. Places are asked in their order, and passed once. */
export function within(pattern: RegExp, text: string, characters: number): (place: number) => boolean {
  let ends: number[] | undefined;
  let next = 0;
  return (place) => {
    ends ??= [...matchesOf(pattern, text)].map((match) => match.index + match[0].length);
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return (ends[next - 1] ?? Number.NEGATIVE_INFINITY) >= place - characters;
  };
}
