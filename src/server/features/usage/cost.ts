/** Exact costs of tokens, as integers in 10⁻¹² USD, because prices are per million tokens. */
import type { ChosenModel, ModelPrices } from '~/server/generation/model-catalog-types';
import type { RequestSize } from '~/server/generation/request-size';
import { divideHalfUp, formatDecimal, parseDecimal } from '~/shared/money';
import type { AnswerUsage } from '~/shared/schemas/messages';

const costDecimals = 12;
const tokensOfPrice = 1_000_000n;
/** The reservation for a request of unknown size. */
const ordinaryRequest = { inputTokens: 4000, outputTokens: 1000 };

/** In USD as a decimal string without trailing zeros. */
export function costOf({ inputTokens, outputTokens }: AnswerUsage, prices: ModelPrices): string {
  const input = BigInt(inputTokens) * scaled(prices.input);
  const output = BigInt(outputTokens) * scaled(prices.output);
  return toText(divideHalfUp(input + output, tokensOfPrice));
}

/** The expected cost of a request to the model; null for a model without a price. */
export function estimatedCost({ prices, limits }: ChosenModel, size: RequestSize = ordinaryRequest): string | null {
  if (!prices) return null;
  const requestedTokens = size.outputTokens ?? ordinaryRequest.outputTokens;
  const ofOneAnswer = Math.min(requestedTokens, limits.maxOutputTokens ?? limits.contextTokens);
  const outputTokens = ofOneAnswer * (size.answers ?? 1);
  const inputTokens = Math.min(size.inputTokens, limits.contextTokens);
  return costOf({ inputTokens, outputTokens }, prices);
}

export const isOrdinary = ({ inputTokens, outputTokens = 0, answers = 1 }: RequestSize): boolean =>
  inputTokens <= ordinaryRequest.inputTokens && outputTokens <= ordinaryRequest.outputTokens && answers === 1;

/** The total usage of two requests of one answer. It has a cost only if both have one. */
export function sumOfUsage(one: AnswerUsage | undefined, other: AnswerUsage | undefined): AnswerUsage | undefined {
  if (!one || !other) return one ?? other;
  const reasoningTokens = (one.reasoningTokens ?? 0) + (other.reasoningTokens ?? 0);
  const cachedTokens = (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(one.cost && other.cost && { cost: toText(scaled(one.cost) + scaled(other.cost)) }),
    ...((one.isEstimated || other.isEstimated) && { isEstimated: true }),
  };
}

const scaled = (decimal: string): bigint => parseDecimal(decimal, costDecimals);

const toText = (units: bigint): string => formatDecimal(units, costDecimals).replace(/\.?0+$/, '');
