/** The models that answers can use: features/models decides who may use which. */
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import type { ModelLimits } from '~/server/providers/llm/types';
import type { Abilities } from '~/shared/schemas/models';
import type { AnswerModel } from './library';

/** USD per million tokens, as decimal strings. */
export interface ModelPrices {
  input: string;
  output: string;
}

/** A model that the user may use. */
export interface ChosenModel {
  /** The public id, as in `messages.send`, GET /api/models and `metadata.modelId`. */
  id: string;
  displayName: string;
  /** Absent for the model of the settings. */
  endpointId?: string;
  model: AnswerModel;
  limits: ModelLimits;
  abilities: Abilities;
  prices?: ModelPrices;
  /**
   * The connection to its endpoint; null for the offline analyst. A function, so that no log prints the key by
   * accident.
   */
  connection(): OpenAiSettings | null;
}

export interface CatalogUser {
  id: string;
  isAdmin: boolean;
}

export interface ModelCatalog {
  /**
   * The model with this id, or the user's default. Throws AppError 'not_found' for a model that isn't offered to the
   * user, exactly as for one that does not exist.
   */
  choose(user: CatalogUser, modelId?: string | null): Promise<ChosenModel>;
  /** The models the user may choose from, in order; the first one is the default. */
  list(user: CatalogUser): Promise<readonly ChosenModel[]>;
  /** Reloads the catalog, here and on other processes. */
  changed(): void;
  close(): void;
}
