import type { AnswerSources } from '~/shared/answer-sources';
import type { ChosenModel } from './model-catalog';
import type { BegunAnswer } from './prepared-answer';

/** Which answer is written, at which attempt. */
export interface Turn {
  userId: string;
  conversationId: string;
  messageId: string;
  attempt: number;
  chosen: ChosenModel;
  sources: AnswerSources | null;
  /** What it goes on from. */
  begun?: BegunAnswer | undefined;
  requestId?: string | undefined;
}
