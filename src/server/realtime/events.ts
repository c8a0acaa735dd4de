/**
 * The signals between processes, by topic. Signals only speed things up: everything in them is also in the database,
 * where a process that missed one finds the current state.
 */
import type { SessionId } from '~/server/lib/session-token';
import type { Citation } from '~/shared/schemas/citations';
import type { Activity, Attachment, ChatMessage } from '~/shared/schemas/messages';

export type ConversationSignal =
  | { type: 'started'; userMessage: ChatMessage; assistantMessage: ChatMessage; attempt: number }
  | { type: 'finished'; messageId: string; attempt: number; message: ChatMessage }
  /**
   * Readers must receive the running answer again: text turned out to be a thought, or another process had marked the
   * answer as interrupted although its own process was alive.
   */
  | { type: 'restarted'; messageId: string; attempt: number }
  /** Files of a message were processed, or failed. */
  | { type: 'attachments'; messageId: string; attachments: Attachment[] }
  /** Sources of a finished answer were checked, or follow-up questions were suggested. */
  | { type: 'checked'; messageId: string; attempt: number; message: ChatMessage }
  /** Another branch became the active one. */
  | { type: 'switched' }
  | { type: 'renamed'; title: string }
  | { type: 'deleted' };

/** New content of an answer that another process generates. */
export type AnswerPiece = { messageId: string; attempt: number } & (
  | { type: 'text'; at: number; text: string }
  | { type: 'progress'; activities: Activity[]; citations: Citation[] }
);

/**
 * Sent to one process: new content of the answers that its subscribers follow. Plain JSON, because it contains no
 * dates.
 */
export type ProcessSignal = { pieces: { conversationId: string; piece: AnswerPiece }[] };

export type AccountSignal =
  /** Every session of the account has ended except the one named. */
  | { type: 'sessions-ended'; userId: string; exceptSessionId?: SessionId }
  | { type: 'session-ended'; userId: string; sessionId: SessionId }
  /** Locked or deleted: running answers end too. */
  | { type: 'account-closed'; userId: string };

/**
 * A process with a subscriber requests an answer's text from the process that generates it: from an offset, and for the
 * next seconds.
 */
export interface TextRequest {
  type: 'text-wanted';
  messageId: string;
  attempt: number;
  from: number;
  processId: string;
  /** The process already has the text so far and needs only what follows. */
  isRenewal: boolean;
}

export type AnswerSignal =
  | { type: 'stop'; messageId: string }
  | TextRequest
  /** A stopping process has handed its answers over to the others. */
  | { type: 'handed-over' }
  /** This process or another one is connected again: events that were missed are in the database. */
  | { type: 'reconnected' };

/** Positions, prices, splits or closing prices have changed; pages that show the portfolio reload it. */
export type BookSignal = { type: 'changed' };

/** Model endpoints or the models they offer have changed. */
export type ModelsSignal = { type: 'changed' };

/** Search providers or their settings have changed. */
export type SearchSignal = { type: 'changed' };

/** A research run was stopped; the process that runs it ends it at once. */
export type ResearchSignal = { type: 'stopped'; researchId: string };

/** Jobs are waiting that the sender has no capacity for; see src/server/jobs. */
export type JobSignal = { type: 'waiting' };

export interface BusEvents {
  accounts: AccountSignal;
  answers: AnswerSignal;
  book: BookSignal;
  jobs: JobSignal;
  models: ModelsSignal;
  search: SearchSignal;
  research: ResearchSignal;
  [conversation: `conversation:${string}`]: ConversationSignal;
  [process: `process:${string}`]: ProcessSignal;
}

export type Topic = keyof BusEvents & string;
