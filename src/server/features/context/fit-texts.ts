/** Fits the texts of background work into its requests. */
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { cutToTokens, tokensAbout } from '~/server/lib/tokens/tokens-about';
import { fairShares, inputBudget } from './budget';

/** What the limits of a request depend on. */
type Window = Pick<ChosenModel, 'limits'> & { model: Pick<ChosenModel['model'], 'tokenFactor'> };

/**
 * Cuts each text to `maxTokens`, and all of them to what the model's window leaves beside the other texts of the
 * request.
 */
export function fitTexts(
  { limits, model }: Window,
  others: readonly string[],
  texts: readonly string[],
  maxTokens: number,
  cut = cutToTokens,
): string[] {
  const room = others.reduce((left, text) => left - tokensAbout(text), inputBudget(limits, model.tokenFactor));
  const needs = texts.map((text) => Math.min(tokensAbout(text), maxTokens));
  const shares = fairShares(needs, room);
  return texts.map((text, index) => cut(text, shares[index] ?? 0));
}
