/**
 * The input of an answer's run: the model, its request, and how to process the text. Types only; features create them.
 */
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage, MessageMetadata } from '~/shared/schemas/messages';
import type { FollowUp, KeepMetadata } from './answer-store';
import type { AnswerModel, AnswerRequest } from './library';

/** Maps a range of the text as it streamed to the stored text, which lacks thoughts; empty for a range within one. */
export type PlaceInText = <Range extends Pick<Citation, 'start' | 'end'>>(range: Range) => Range[];

/** Everything a run needs to start, prepared by a feature. */
export interface PreparedAnswer {
  model: AnswerModel;
  request: AnswerRequest;
  /** Called once the message is stored, before any output of the model is used and before it can call a tool. */
  begin?: (messageId: string, keep: KeepMetadata) => Promise<void>;
  /** Checks the citations of the finished text: the given ones, and those that only the whole text shows. */
  cite?: (text: string, citations: readonly Citation[]) => Promise<Citation[]>;
  rewrite?: AnswerRewriter;
  /** Metadata about the ended text, however it ended. `place` maps the ranges of the rewriter to that text. */
  review?: (text: string, citations: readonly Citation[], place: PlaceInText) => Promise<Partial<MessageMetadata>>;
  /** Metadata about the text so far, of an answer that is handed over: it has no review yet. Must not reject. */
  soFar?: (citations: readonly Citation[]) => Promise<Partial<MessageMetadata>>;
  /** A second attempt at a complete text whose review found unconfirmed figures. */
  correct?: CorrectAnswer;
  /** The jobs to add at the end of the answer, stored in the same transaction. */
  followUps?: (messageId: string, citations: readonly Citation[]) => FollowUp[];
  /** Shows the provider's own error messages. */
  isForAdmin?: boolean;
}

/** A complete answer as it would be stored. */
export interface WrittenAnswer {
  content: string;
  citations: readonly Citation[];
  metadata: MessageMetadata;
}

export interface Correction {
  /** The key of its model usage. */
  key: string;
  signal: AbortSignal;
  place: PlaceInText;
  /** Shows users an activity while the first text is being corrected. */
  announce(label: string): void;
}

/** Returns the better of two texts, with the usage of both. Model errors are not thrown: the first text is kept. */
export type CorrectAnswer = (first: WrittenAnswer, correction: Correction) => Promise<WrittenAnswer>;

/** Rewrites the model's output before users see it. */
export interface AnswerRewriter {
  /** Returns the text that can be shown now and holds back the rest. */
  push(text: string): string;
  /** Returns the remaining text when the model has finished. */
  end(): string;
  /** Maps an offset in the model's text to the rewritten text. */
  placeOf(offset: number, isEnd?: boolean): number;
  /** Whether takeCitations() would return any. */
  readonly hasCitations: boolean;
  /** Citations of the text rewritten since the last call. */
  takeCitations(): Citation[];
}

/** An interrupted answer that is continued, or written again if it has no text. */
export interface PartialAnswer {
  text: string;
  metadata: MessageMetadata;
  /** The sum of both usages. */
  sumOfUsage(partial: AnswerUsage | undefined, more: AnswerUsage | undefined): AnswerUsage | undefined;
}

/** A stored message whose answer is to be generated. */
export interface StoredQuestion {
  conversationId: string;
  questionId: string;
  /** The previous message on its branch; null for the first one. */
  parentId: string | null;
  content: string;
}

/** Prepares a run; `signal` aborts if the run is ended before it starts. */
export type PrepareAnswer = (signal: AbortSignal) => Promise<PreparedAnswer>;

/** How a run starts. */
export interface AnswerStart {
  prepare: PrepareAnswer;
  /** Called before the message is committed, so it must not read the stored message; returns null if it needs to. */
  prepareEarly?: (() => Promise<PreparedAnswer | null>) | undefined;
  /** Resolves when the message is stored, rejects if it is not. Absent if it is already stored. */
  committed?: Promise<void> | undefined;
}
