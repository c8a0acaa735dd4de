/** The models that questions can be asked with. Types only: features/models decides who may use which. */
import type { ModelLimits } from '~/server/providers/llm/types';
import type { AnswerModel } from './library';

/** USD per million tokens, as decimal strings. */
export interface ModelPrices {
  input: string;
  output: string;
}

/** A model that the user may ask. */
export interface ChosenModel {
  /** As clients name it: in `messages.send`, GET /api/models and `metadata.modelId`. */
  id: string;
  displayName: string;
  model: AnswerModel;
  limits: ModelLimits;
  prices?: ModelPrices;
}

export interface ModelCatalog {
  /**
   * The model with this id, or the user's default. Throws AppError 'not_found' for a model that isn't offered to the
   * user, which answers exactly like one that does not exist.
   */
  choose(user: { id: string; isAdmin: boolean }, modelId?: string | null): Promise<ChosenModel>;
}
