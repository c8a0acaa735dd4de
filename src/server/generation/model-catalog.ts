/** The models that questions can be asked with. Types only: features/models decides who may use which. */
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import type { ModelLimits } from '~/server/providers/llm/types';
import type { Abilities } from '~/shared/schemas/models';
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
  /** Absent for the model of the settings. */
  endpointId?: string;
  model: AnswerModel;
  limits: ModelLimits;
  abilities: Abilities;
  prices?: ModelPrices;
  /** How its endpoint is reached; null for the offline analyst. A function, so that no log writes the key by accident. */
  connection(): OpenAiSettings | null;
}

export interface CatalogUser {
  id: string;
  isAdmin: boolean;
}

export interface ModelCatalog {
  /**
   * The model with this id, or the user's default. Throws AppError 'not_found' for a model that isn't offered to the
   * user, which answers exactly like one that does not exist.
   */
  choose(user: CatalogUser, modelId?: string | null): Promise<ChosenModel>;
  /** The models the user may choose from, in their order; the first of them is the default. */
  list(user: CatalogUser): Promise<readonly ChosenModel[]>;
  /** Reads the catalog again, here and on other processes. */
  changed(): void;
  close(): void;
}
