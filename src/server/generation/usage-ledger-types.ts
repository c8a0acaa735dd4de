/** Records what models cost: features/usage implements the ledger and the budgets. */
import type { AnswerUsage } from '~/shared/schemas/messages';
import type { ChosenModel } from './model-catalog-types';
import type { RequestSize } from './request-size';

/** One request to a model, including all its tool rounds. */
export interface ModelUse {
  /** Unique: a use that is recorded several times counts once. */
  key: string;
  userId: string;
  purpose: 'answer' | 'summary' | 'research' | 'completion' | 'title' | 'suggestions' | 'description' | 'embedding';
  chosen: ChosenModel;
}

/** The fields of a model needed for recording. */
export type UsedModel = Pick<ChosenModel, 'id' | 'displayName' | 'prices'>;
export type RecordedUse = Omit<ModelUse, 'chosen'> & { chosen: UsedModel };

/** The amount that a statement reserves with the database function reserve_usage() when a request starts. */
export interface Reservation {
  purpose: ModelUse['purpose'];
  model: string;
  modelName: string;
  usd: string;
}

export interface UsageLedger {
  /**
   * The amount to reserve for a request to a model, of typical size if none is given; null for a model without a price.
   */
  reservationFor(purpose: ModelUse['purpose'], chosen: ChosenModel, size?: RequestSize): Reservation | null;
  /**
   * Reserves more for a running request that is larger than usual. Throws AppError 'budget_used' if that exceeds a
   * budget.
   */
  raise(use: Pick<ModelUse, 'key' | 'userId' | 'chosen'>, size: RequestSize): Promise<void>;
  /** Records a use and returns its tokens with their cost. Without tokens it counts as a request of unknown size. */
  record(use: RecordedUse, tokens: AnswerUsage | undefined): Promise<AnswerUsage | undefined>;
  /** Releases the reservation of a use that did not take place. */
  release(key: string): Promise<void>;
  /** Closes the uses of a process that is gone. Their usage is unknown. */
  closeAbandoned(keys: readonly string[]): Promise<void>;
}
