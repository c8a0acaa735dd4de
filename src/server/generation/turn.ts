import type { AnswerSources } from '~/shared/answer-sources';
import type { ChosenModel } from './model-catalog';

/** Which answer is written, at which attempt. */
export interface Turn {
  userId: string;
  conversationId: string;
  messageId: string;
  attempt: number;
  chosen: ChosenModel;
  sources: AnswerSources | null;
  requestId?: string | undefined;
}
