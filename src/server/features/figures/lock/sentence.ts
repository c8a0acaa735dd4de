/** The context of a sentence while its numbers are checked. */

import { matchesOf } from '~/server/lib/matches';
import type { Anchor, Topic } from './anchors';
import type { ReturnedFacts } from './facts';
import type { NumberToken } from './number-tokens';
import type { Subjects } from './subjects';

export interface TextSpan {
  start: number;
  end: number;
}

/** The subject of the preceding sentences. */
export interface Subject {
  topic: Topic | undefined;
  ticker?: string;
}

/** The content of a figure, regardless of its position. */
export type Amount = Pick<NumberToken, 'form' | 'value' | 'isForeignMoney' | 'hasScale'>;

/** The figures of the user's message. */
export interface QuestionFigures {
  /** All values. */
  values: ReadonlySet<string>;
  /** The user's plans, which an answer can't assert as facts. */
  plans: readonly Amount[];
  /** The stock, if exactly one is named. */
  ticker?: string;
}

export interface Context {
  subjects: Subjects;
  facts: ReturnedFacts;
  /** The user's own message. */
  question: QuestionFigures;
  /** Sentences of this answer that are already checked. */
  checked: Map<string, CheckedSentence>;
}

export interface CheckedSentence {
  marks: TextSpan[];
  subject: Subject;
}

export interface SentenceContext {
  text: string;
  anchors: readonly Anchor[];
  before: Subject;
  context: Context;
  /** Whether a word for a price or gain ends shortly before a position. Call with ascending positions. */
  hasReturnNear: (place: number) => boolean;
}

/** At least the reach of a phrase. */
export const nearCharacters = 40;

/**
 * Whether a match ends within this many characters before a position. Call with ascending positions, because matches
 * are consumed.
 */
export function within(pattern: RegExp, text: string, characters: number): (place: number) => boolean {
  let ends: number[] | undefined;
  let next = 0;
  return (place) => {
    ends ??= [...matchesOf(pattern, text)].map((match) => match.index + match[0].length);
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return (ends[next - 1] ?? Number.NEGATIVE_INFINITY) >= place - characters;
  };
}
