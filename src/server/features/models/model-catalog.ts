import type { AnswerModel } from '~/server/generation/library';
import type { ModelCatalog } from '~/server/generation/model-catalog';
import { AppError } from '~/server/lib/errors';
import { smallestLimits } from '~/server/providers/llm/types';

/** Offers the one model of the settings, to everyone. */
export function createModelCatalog(model: AnswerModel): ModelCatalog {
  const only = { id: model.name, displayName: model.name, model, limits: smallestLimits };
  return {
    async choose(_user, modelId) {
      if (modelId && modelId !== only.id) throw new AppError('not_found', 'Model not found');
      return only;
    },
  };
}
