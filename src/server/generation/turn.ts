import type { AnswerSources } from '~/shared/answer-sources';
import type { ModelParameters } from '~/shared/schemas/models';
import type { ChosenModel } from './model-catalog';
import type { BegunAnswer } from './prepared-answer';

/** What the request said that is stored nowhere else; another process that goes on with the answer needs it. */
export interface Resumable {
  timeZone?: string | null | undefined;
  parameters?: ModelParameters | null | undefined;
}

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
  /** Absent where no other process can go on with it. */
  resumable?: Resumable | undefined;
}
