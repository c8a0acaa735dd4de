/** The token budget of a request and how its parts share it. Pure. */
import type { ModelLimits } from '~/server/providers/llm/types';

/** Leaves room for differences between vocabularies, text added by endpoints, and tool results during the answer. */
const usable = 0.9;
/** Share of the context window reserved for the answer, if the provider does not limit answers. */
const answerPart = 1 / 4;
const maxAnswerTokens = 16_384;
/** Providers whose answers may fill the whole window still need room for the message. */
const maxAnswerPart = 1 / 3;
/** Tokens for the role and delimiters of a message. */
export const tokensPerTurn = 6;

/**
 * Tokens, by our count, for everything that is sent: system prompt, tools, files, history and message. `tokenFactor` is
 * the number of the endpoint's tokens per token of ours.
 */
export function inputBudget({ contextTokens, maxOutputTokens }: ModelLimits, tokenFactor = 1): number {
  const answer = maxOutputTokens ?? Math.min(contextTokens * answerPart, maxAnswerTokens);
  return Math.floor(((contextTokens - Math.min(answer, contextTokens * maxAnswerPart)) * usable) / tokenFactor);
}

/** Splits `room` fairly: each gets what it needs up to an equal share, and the rest is divided among the others. */
export function fairShares(needs: readonly number[], room: number): number[] {
  const shares = needs.map(() => 0);
  const smallestFirst = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need);
  let left = Math.max(0, room);
  smallestFirst.forEach(({ need, index }, served) => {
    const share = Math.min(need, Math.floor(left / (needs.length - served)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}

/**
 * Passages may include one whole page per this many tokens; more pages would leave too little room for other passages.
 */
const tokensPerWholePage = 4000;
export const wholePagesIn = (room: number): number => Math.floor(Math.max(0, room) / tokensPerWholePage);

/**
 * Limits for passages of collections with and without files in the conversation, because they are added automatically.
 */
const collectionPart = { besideFiles: 1 / 5, alone: 1 / 2 };
export const maxCollectionTokens = 32_000;
/** More passages than any room for collections can hold. */
const maxCollectionPassages = 400;

/** The part of `room` available to passages of collections. */
export const collectionRoom = (room: number, hasFiles: boolean): number =>
  Math.min(maxCollectionTokens, Math.max(0, room) * (hasFiles ? collectionPart.besideFiles : collectionPart.alone));

/** Search limits for collections that fill this many tokens. */
export const passageLimitsFor = (tokens: number) => ({
  limit: maxCollectionPassages,
  wholePages: wholePagesIn(tokens),
});

/** `count` evenly spread indexes of 0 … `length` − 1, including the first and the last. */
export function spreadPlaces(length: number, count: number): number[] {
  if (count <= 0 || length <= 0) return [];
  if (count >= length) return Array.from({ length }, (_, place) => place);
  if (count === 1) return [0];
  return Array.from({ length: count }, (_, n) => Math.round((n * (length - 1)) / (count - 1)));
}
