/**
 * The signals between processes, by topic. A signal only makes things faster: everything in it is also in the database,
 * where a receiver that missed it finds the current state.
 */
import type { SessionId } from '~/server/lib/session-token';
import type { Activity, Attachment, ChatMessage, Citation } from '~/shared/schemas/messages';

export type ConversationSignal =
  | { type: 'started'; userMessage: ChatMessage; assistantMessage: ChatMessage; attempt: number }
  | { type: 'text'; messageId: string; attempt: number; at: number; text: string }
  | { type: 'progress'; messageId: string; attempt: number; activities: Activity[]; citations: Citation[] }
  | { type: 'finished'; messageId: string; attempt: number; message: ChatMessage }
  /** A process that joins in the middle asks the writer for the whole text so far. */
  | { type: 'text-wanted'; messageId: string }
  /** Files of a message were read, or could not be. */
  | { type: 'attachments'; messageId: string; attachments: Attachment[] }
  | { type: 'renamed'; title: string }
  | { type: 'deleted' };

export type AccountSignal =
  /** Every session of the account has ended except the one named. */
  | { type: 'sessions-ended'; userId: string; exceptSessionId?: SessionId }
  | { type: 'session-ended'; userId: string; sessionId: SessionId }
  /** Locked or deleted: running answers end too. */
  | { type: 'account-closed'; userId: string };

export type AnswerSignal = { type: 'stop'; messageId: string };

/** Positions, prices, splits or closing prices have changed: pages that show the portfolio read it again. */
export type BookSignal = { type: 'changed' };

/** Model endpoints or the models they offer have changed. */
export type ModelsSignal = { type: 'changed' };

/** Jobs are waiting that the sender has no capacity for; see src/server/jobs. */
export type JobSignal = { type: 'waiting' };

export interface BusEvents {
  accounts: AccountSignal;
  answers: AnswerSignal;
  book: BookSignal;
  jobs: JobSignal;
  models: ModelsSignal;
  [conversation: `conversation:${string}`]: ConversationSignal;
}

export type Topic = keyof BusEvents & string;
