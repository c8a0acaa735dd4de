/**
 * Asks a model for a short text beside an answer, such as a title: within the budgets of the user, counted as usage,
 * and cut off when the model writes more than is useful.
 */
import type { Deps } from '~/server/deps';
import { recordUsage, releaseBudget, reserveBudget } from '~/server/features/usage/usage.service';
import { estimateUsage } from '~/server/generation/estimate-usage';
import type { AnswerRequest, Library } from '~/server/generation/library';
import type { ModelUse } from '~/server/generation/usage-ledger';
import { AppError } from '~/server/lib/errors';
import type { AnswerUsage } from '~/shared/schemas/messages';

interface AsideQuestion {
  systemPrompt: string;
  content: string;
  /** The request ends after so many characters. */
  mostCharacters: number;
}

/** Null when a budget is used up. Throws ModelError, or the signal's reason. */
export async function askAside(
  deps: Deps,
  use: ModelUse,
  question: AsideQuestion,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    await reserveBudget(deps, use);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  const written: Written = { text: '' };
  try {
    await write(use, question, signal, written);
  } catch (error) {
    if (written.usage) await recordUsage(deps, use, written.usage);
    else await releaseBudget(deps, use);
    throw error;
  }
  // Only what costs something is worth counting.
  if (use.chosen.prices) written.usage ??= await estimateUsage(requestOf(question), written.text, deps.logger);
  await recordUsage(deps, use, written.usage);
  return written.text.replaceAll('\u0000', '').toWellFormed();
}

interface Written {
  text: string;
  usage?: AnswerUsage | undefined;
}

const requestOf = ({ systemPrompt, content }: AsideQuestion): AnswerRequest => ({
  systemPrompt,
  turns: [{ role: 'user', content }],
  library: nothing,
  isWebOff: true,
});

async function write(
  { chosen }: ModelUse,
  question: AsideQuestion,
  signal: AbortSignal,
  written: Written,
): Promise<void> {
  const enough = new AbortController();
  const until = AbortSignal.any([signal, enough.signal]);
  for await (const event of chosen.model.stream(requestOf(question), until)) {
    if (event.type === 'text') written.text += event.text;
    if (event.type === 'recall') written.text = written.text.slice(0, event.from);
    if (event.type === 'usage') written.usage = event.usage;
    if (written.text.length > question.mostCharacters) {
      enough.abort();
      break;
    }
  }
  signal.throwIfAborted();
}

/** The text comes from the question alone. */
const nothing: Library = {
  positions: async () => [],
  quotes: async () => [],
  performance: async () => undefined,
  documents: async () => [],
  passages: async () => [],
};
