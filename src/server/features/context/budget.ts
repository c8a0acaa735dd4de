/** How many tokens a request may have, and how its parts share them. Pure. */
import type { ModelLimits } from '~/server/providers/llm/types';

/** Vocabularies differ, endpoints add words of their own, and tools return text while an answer is written. */
const usable = 0.9;
/** The part of the window that is kept free for the answer, where the vendor does not limit answers. */
const answerPart = 1 / 4;
const mostForAnswer = 16_384;
/** Vendors that allow answers as long as the whole window still need room for the question. */
const mostAnswerPart = 1 / 3;
/** What the roles and marks around a message cost. */
export const tokensPerTurn = 6;

/**
 * Tokens, as we count them, for everything that is sent: system prompt, tools, files, history and question.
 * `tokenFactor` is what the endpoint counts for one of ours.
 */
export function inputBudget({ contextTokens, maxOutputTokens }: ModelLimits, tokenFactor = 1): number {
  const answer = maxOutputTokens ?? Math.min(contextTokens * answerPart, mostForAnswer);
  return Math.floor(((contextTokens - Math.min(answer, contextTokens * mostAnswerPart)) * usable) / tokenFactor);
}

/** Fair shares of `room`: each gets what it needs up to an equal share, and what is left over goes to the others. */
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

/** One page of a report whole for so many tokens: more would leave too little for passages of other pages. */
const tokensPerWholePage = 4000;
export const wholePagesIn = (room: number): number => Math.floor(Math.max(0, room) / tokensPerWholePage);

/** What collections may take at most beside files of the conversation, and without: they come unasked. */
const collectionPart = { besideFiles: 1 / 5, alone: 1 / 2 };
export const mostCollectionTokens = 32_000;
/** As many passages as any room for collections has. */
const mostCollectionPassages = 400;

/** The part of `room` that passages of collections may take. */
export const collectionRoom = (room: number, hasFiles: boolean): number =>
  Math.min(mostCollectionTokens, Math.max(0, room) * (hasFiles ? collectionPart.besideFiles : collectionPart.alone));

/** What to search collections for, to fill so many tokens. */
export const wantedFor = (tokens: number) => ({ limit: mostCollectionPassages, wholePages: wholePagesIn(tokens) });

/** `count` places of 0 … `length` − 1, evenly spread, the first and the last among them. */
export function spreadPlaces(length: number, count: number): number[] {
  if (count <= 0 || length <= 0) return [];
  if (count >= length) return Array.from({ length }, (_, place) => place);
  if (count === 1) return [0];
  return Array.from({ length: count }, (_, n) => Math.round((n * (length - 1)) / (count - 1)));
}
