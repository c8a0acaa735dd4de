/** Counts what models cost. Types only: features/usage keeps the ledger and the budgets. */
import type { AnswerUsage } from '~/shared/schemas/messages';
import type { ChosenModel } from './model-catalog';
import type { RequestSize } from './request-size';

/** One request to a model, with all its rounds. */
export interface ModelUse {
  /** Unique: a use that is recorded several times counts once. */
  key: string;
  userId: string;
  purpose: 'answer' | 'summary' | 'research' | 'completion' | 'title' | 'suggestions' | 'description' | 'embedding';
  chosen: ChosenModel;
}

/** What recording needs to know about a model. */
export type UsedModel = Pick<ChosenModel, 'id' | 'displayName' | 'prices'>;
export type RecordedUse = Omit<ModelUse, 'chosen'> & { chosen: UsedModel };

/** What a statement that starts a request reserves with the database's reserve_usage(). */
export interface Reservation {
  purpose: ModelUse['purpose'];
  model: string;
  modelName: string;
  usd: string;
}

export interface UsageLedger {
  /** What to reserve for a request to a model, of ordinary size if none is given; null for a model without a price. */
  reservationFor(purpose: ModelUse['purpose'], chosen: ChosenModel, size?: RequestSize): Reservation | null;
  /**
   * Reserves more for a running request that is larger than ordinary ones. Throws AppError 'budget_used' when a budget is
   * used up without it.
   */
  raise(use: Pick<ModelUse, 'key' | 'userId' | 'chosen'>, size: RequestSize): Promise<void>;
  /** Records a use and returns its tokens with their cost. Without tokens it counts as a request of unknown size. */
  record(use: RecordedUse, tokens: AnswerUsage | undefined): Promise<AnswerUsage | undefined>;
  /** Gives back what was reserved for a use that did not take place. */
  release(key: string): Promise<void>;
  /** Closes the uses of a process that is gone. What they used is unknown. */
  closeAbandoned(keys: readonly string[]): Promise<void>;
}

/** Each attempt costs, so each counts. */
export const answerKey = ({ messageId, attempt }: { messageId: string; attempt: number }) =>
  `answer:${messageId}:${attempt}`;
