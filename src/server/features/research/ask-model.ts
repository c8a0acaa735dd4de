/** Asks the model of a research for one text, within the budgets of the user, and counts what it has used. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { recordUsage, releaseBudget, reserveBudget } from '~/server/features/usage/usage.service';
import type { AnswerRequest, Library } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog';
import type { ModelUse } from '~/server/generation/usage-ledger';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { addUsage, type Research } from './research-store';

export interface ModelText {
  text: string;
  citations: Citation[];
}

/** Throws AppError 'budget_used' when the user's budget is used up, ModelError, or the signal's reason. */
export async function askModel(
  deps: Deps,
  chosen: ChosenModel,
  { id, userId }: Pick<Research, 'id' | 'userId'>,
  request: Omit<AnswerRequest, 'library'>,
  signal: AbortSignal,
  onActivity: (label: string) => Promise<void> = async () => {},
): Promise<ModelText> {
  const use: ModelUse = { key: `research:${id}:${randomUUID()}`, userId, purpose: 'research', chosen };
  await reserveBudget(deps, use);
  let usage: AnswerUsage | undefined;
  const citations: Citation[] = [];
  let text = '';
  try {
    for await (const event of chosen.model.stream({ ...request, library: nothing }, signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'recall') text = text.slice(0, event.from);
      if (event.type === 'activity' && event.activity.state === 'running') await onActivity(event.activity.label);
      if (event.type === 'usage') usage = event.usage;
      if (event.type === 'citation') citations.push(event.citation);
    }
    signal.throwIfAborted();
  } catch (error) {
    if (usage) await addUsage(deps.db, id, await recordUsage(deps, use, usage));
    else await releaseBudget(deps, use);
    throw error;
  }
  await addUsage(deps.db, id, await recordUsage(deps, use, usage));
  return { text: text.replaceAll('\u0000', '').toWellFormed().trim(), citations };
}

/** A research draws on the web alone. */
export const nothing: Library = {
  positions: async () => [],
  quotes: async () => [],
  performance: async () => undefined,
  documents: async () => [],
  passages: async () => [],
};
