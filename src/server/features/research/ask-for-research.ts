/** Requests one text from the model of a research run, and adds its usage to the research. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { askModel, type ModelText } from '~/server/features/usage/ask-model';
import type { AnswerRequest } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { addUsage, type Research } from './research-store';

/** Throws AppError 'budget_used' if the user's budget is used up, ModelError, or the signal's reason. */
export function askForResearch(
  deps: Deps,
  chosen: ChosenModel,
  { id, userId }: Pick<Research, 'id' | 'userId'>,
  request: Omit<AnswerRequest, 'library'>,
  signal: AbortSignal,
  onActivity?: (label: string) => Promise<void>,
): Promise<ModelText> {
  const use: ModelUse = { key: `research:${id}:${randomUUID()}`, userId, purpose: 'research', chosen };
  return askModel(deps, use, request, signal, {
    ...(onActivity && { onActivity }),
    onUsage: (usage) => addUsage(deps.db, id, usage),
  });
}
