/** The current user and model of a research run. */
import type { Deps } from '~/server/deps';
import type { CatalogUser, ChosenModel } from '~/server/generation/model-catalog-types';
import { AppError } from '~/server/lib/errors';
import type { Research } from './research-store';

export interface Researcher {
  user: CatalogUser;
  chosen: ChosenModel;
}

/** Undefined if the account is locked, or the model is no longer available. */
export async function researcherOf(deps: Deps, { userId, modelId }: Research): Promise<Researcher | undefined> {
  const user = await deps.db.user.findUnique({
    where: { id: userId },
    select: { id: true, isAdmin: true, isLocked: true },
  });
  if (!user || user.isLocked) return undefined;
  try {
    const chosen = await deps.models.choose(user, modelId);
    return chosen.model.isConnected ? { user, chosen } : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

export const modelGone = 'The AI model for this research is no longer available.';
