/**
 * Requests one text from a model outside an answer, such as a title, a summary or a research note: within the user's
 * budgets, and counted as usage however the request ends.
 */
import type { Deps } from '~/server/deps';
import { estimateUsage } from '~/server/generation/estimate-usage';
import { type AnswerRequest, noLibrary } from '~/server/generation/library';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { ModelOutput } from '~/server/generation/model-output';
import { requestSize } from '~/server/generation/request-size';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import { AppError } from '~/server/lib/errors';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { sumOfUsage } from './cost';
import { recordUsage, releaseBudget, reserveBudget } from './usage.service';

export interface ModelText {
  text: string;
  citations: Citation[];
}

interface Options {
  /** The request is aborted once the text is longer. */
  maxCharacters?: number;
  onActivity?: (label: string) => Promise<void>;
  /** Called once with the recorded usage; not called if the request failed and nothing is known of its usage. */
  onUsage?: (usage: AnswerUsage | undefined) => Promise<void>;
}

type Question = Omit<AnswerRequest, 'library'>;

/**
 * For short texts, because thinking would cost more than the text itself. Only for models known to think: others may
 * reject the parameter, or start to think because of it.
 */
export const withLowEffort = ({ abilities }: ChosenModel): Pick<Question, 'parameters'> =>
  abilities.reasoning ? { parameters: { effort: 'low' } } : {};

/** Throws AppError 'budget_used' if a budget is used up, ModelError, or the signal's reason. */
export async function askModel(
  deps: Deps,
  use: ModelUse,
  question: Question,
  signal: AbortSignal,
  options: Options = {},
): Promise<ModelText> {
  signal.throwIfAborted();
  await reserveBudget(deps, use, requestSize(question));
  const written = new ModelOutput();
  const record = async () => {
    const recorded = await recordUsage(deps, use, written.usage);
    await options.onUsage?.(recorded);
  };
  const request = { ...question, library: noLibrary };
  try {
    await write(use, request, signal, options, written);
  } catch (error) {
    // No endpoint reports the tokens of a round that is cut off, and all of them charge for it.
    const isCutOff = signal.aborted || (!written.usage && !written.isEmpty);
    if (use.chosen.prices && isCutOff && !written.isWhole)
      written.usage = sumOfUsage(written.usage, await estimateUsage(request, written.unreported, deps.logger));
    if (written.usage) await record();
    else await releaseBudget(deps, use);
    throw error;
  }
  // Tokens are only estimated if they cost money.
  if (use.chosen.prices) written.usage ??= await estimateUsage(request, written, deps.logger);
  await record();
  return { text: written.text.replaceAll('\u0000', '').toWellFormed().trim(), citations: written.citations };
}

/** Like askModel, but returns null if a budget is used up: for background work that no user waits for. */
export async function askWithinBudget(...parameters: Parameters<typeof askModel>): Promise<ModelText | null> {
  try {
    return await askModel(...parameters);
  } catch (error) {
    if (error instanceof AppError && error.code === 'budget_used') return null;
    throw error;
  }
}

async function write(
  { chosen }: ModelUse,
  request: AnswerRequest,
  signal: AbortSignal,
  { maxCharacters = Number.POSITIVE_INFINITY, onActivity }: Options,
  written: ModelOutput,
): Promise<void> {
  const enough = new AbortController();
  for await (const event of chosen.model.stream(request, AbortSignal.any([signal, enough.signal]))) {
    written.take(event);
    if (event.type === 'activity' && event.activity.state === 'running') await onActivity?.(event.activity.label);
    if (written.text.length > maxCharacters) {
      enough.abort();
      break;
    }
  }
  signal.throwIfAborted();
}
