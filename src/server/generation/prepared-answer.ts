/** What an answer's run is given: the model, its request, and what is done with the text. Types only; features make them. */
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage, MessageMetadata } from '~/shared/schemas/messages';
import type { FollowUp } from './answer-store';
import type { AnswerModel, AnswerRequest } from './library';

/** What a run needs to start, as a feature prepares it. */
export interface PreparedAnswer {
  model: AnswerModel;
  request: AnswerRequest;
  /** Called once the question is stored, before anything of the model's reply is used and before it can use a tool. */
  begin?: (messageId: string) => Promise<void>;
  /** The citations of the finished text, checked: those given, and those that only the whole text shows. */
  cite?: (text: string, citations: readonly Citation[]) => Promise<Citation[]>;
  rewrite?: AnswerRewriter;
  /** Metadata about the text once it has ended, however it ended. */
  review?: (text: string, citations: readonly Citation[]) => Promise<Partial<MessageMetadata>>;
  /** A second try at a complete text whose review found unconfirmed figures. */
  correct?: CorrectAnswer;
  /** The jobs that follow the end of the answer; they are stored with it. */
  followUps?: (messageId: string, citations: readonly Citation[]) => FollowUp[];
  /** Shows the provider's own words for a failure. */
  isForAdmin?: boolean;
}

/** A complete answer as it would be stored. */
export interface WrittenAnswer {
  content: string;
  citations: readonly Citation[];
  metadata: MessageMetadata;
}

export interface Correction {
  /** Key of its use of the model. */
  key: string;
  signal: AbortSignal;
  /** Tells readers of the first text what is being done about it. */
  announce(label: string): void;
}

/** Returns the better of two texts, with the usage of both. Failures of the model are no errors: the first text stays. */
export type CorrectAnswer = (first: WrittenAnswer, correction: Correction) => Promise<WrittenAnswer>;

/** Changes what the model writes before readers see it. */
export interface AnswerRewriter {
  /** The text that can be shown now; the rest is held back. */
  push(text: string): string;
  /** The text that was held back, when the model has finished. */
  end(): string;
  /** Translates an offset of the model's text into one of the rewritten text. */
  placeOf(offset: number, isEnd?: boolean): number;
  /** Whether there are citations to take. */
  readonly hasCitations: boolean;
  /** Citations of the text rewritten since the last call. */
  takeCitations(): Citation[];
}

/** An answer that was cut off and is continued in another version of it. */
export interface BegunAnswer {
  text: string;
  metadata: MessageMetadata;
  /** Both uses together. */
  sumOfUsage(begun: AnswerUsage | undefined, more: AnswerUsage | undefined): AnswerUsage | undefined;
}

/** A stored question whose answer is to be written. */
export interface StoredQuestion {
  conversationId: string;
  questionId: string;
  /** The message before it on its branch; null for a first one. */
  parentId: string | null;
  content: string;
}

/** Prepares a run; `signal` aborts when the run is ended before it starts. */
export type PrepareAnswer = (signal: AbortSignal) => Promise<PreparedAnswer>;

/** How a run starts. */
export interface AnswerStart {
  prepare: PrepareAnswer;
  /**
   * For a question whose commit waits for the disk. Called before that, so it must not need the stored question; null
   * when it does.
   */
  prepareEarly?: (() => Promise<PreparedAnswer | null>) | undefined;
  /** Resolves when the question is stored, rejects when it is not. Absent for one that is. */
  committed?: Promise<void> | undefined;
}
