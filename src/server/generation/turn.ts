import type { AnswerSources } from '~/shared/answer-sources';
import type { ModelParameters } from '~/shared/schemas/models';
import type { ChosenModel } from './model-catalog-types';
import type { PartialAnswer } from './prepared-answer';

/** Fields of the request that are stored nowhere else, and that another process needs to continue the answer. */
export interface Resumable {
  timeZone?: string | null | undefined;
  parameters?: ModelParameters | null | undefined;
  /** For the log. */
  requestId?: string | undefined;
}

/** The answer to generate, and the attempt. */
export interface Turn {
  userId: string;
  conversationId: string;
  messageId: string;
  attempt: number;
  chosen: ChosenModel;
  sources: AnswerSources | null;
  /** The text to continue. */
  partial?: PartialAnswer | undefined;
  requestId?: string | undefined;
  /** Undefined if no other process can continue it. */
  resumable?: Resumable | undefined;
}
