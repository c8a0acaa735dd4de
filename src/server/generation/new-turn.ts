/** A message and its answer, as question-store.ts writes them. */
import type { AnswerSources } from '~/shared/answer-sources';
import type { Attachment, SendMessageInput } from '~/shared/schemas/messages';
import type { Reservation } from './usage-ledger-types';

export interface QuestionLimits {
  maxConcurrentAnswers: number;
  /** Limit per user; 0 means no limit. Messages sent at the same moment can exceed it by `maxConcurrentAnswers`. */
  maxConversations: number;
  /** Limit per user; 0 means no limit. Messages sent at the same moment can exceed it as well. */
  maxMessages: number;
}

/** Whether the new conversation uses a collection, overriding the user's default. */
type Switch = NonNullable<SendMessageInput['collections']>[number];

export interface NewTurn extends QuestionLimits {
  userId: string;
  /** A new one may belong to a project. */
  conversation: { id: string; isNew: boolean; title: string; projectId: string | null; collections: Switch[] };
  /** The message that this one is another version of. */
  replaces: string | null;
  questionId: string;
  messageId: string;
  clientRequestId: string;
  content: string;
  attachments: Attachment[];
  objectIds: string[];
  modelId: string;
  sources: AnswerSources | null;
  reservation: Reservation | null;
  owner: string;
}
