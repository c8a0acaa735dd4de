/** Selects the parts of a conversation that go into a request. Pure. */

import { cutMiddle } from '~/server/lib/cut-middle';
import type { Background, EarlierTurn } from './background';
import { fairShares, tokensPerTurn } from './budget';

/** The maximum share of the room for a summary. */
const summaryPart = 1 / 2;
/** A message cut to fewer tokens would be useless. */
const minTokensForCut = 60;
/**
 * The oldest turns are summarized once this share of the room is used, so that the summary is ready before it is full.
 */
const summarizeFrom = 0.6;

export interface FittedHistory {
  turns: EarlierTurn[];
  summary?: string;
  /** Messages that are only included in the summary. */
  summarizedMessages: number;
  /** Messages that are neither sent nor summarized. */
  omittedMessages: number;
  /** Whether older turns should be summarized before the next message. */
  isNearlyFull: boolean;
  /** Of the turns and the summary; an upper limit if they were cut. */
  tokens: number;
}

export interface HistorySizes {
  /** Tokens of each turn. */
  turns: readonly number[];
  summary: number;
}

type Messages = Pick<Background, 'history' | 'summary' | 'unreadMessages'>;

/**
 * `largestRoom`: the room that messages may take. Files fill what messages don't need yet, so `room` may be smaller.
 */
export function fitHistory(background: Messages, sizes: HistorySizes, room: number, largestRoom = room): FittedHistory {
  const { history, summary, unreadMessages } = background;
  const costs = sizes.turns.map((size) => size + tokensPerTurn);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const unsummarized = sum(costs.filter((_, index) => !history[index]?.isSummarized));
  const unreadSummarized = countUnreadSummarized(background);
  const isNearlyFull = unsummarized > largestRoom * summarizeFrom || unreadMessages > unreadSummarized;
  if (unreadMessages === 0 && sum(costs) <= room) {
    return { turns: [...history], summarizedMessages: 0, omittedMessages: 0, isNearlyFull, tokens: sum(costs) };
  }
  const forSummary = summary ? Math.min(sizes.summary, Math.floor(Math.max(0, room) * summaryPart)) : 0;
  const turns = newestTurns(history, costs, room - forSummary);
  const left = history.slice(0, history.length - turns.length);
  const tokens = Math.min(room, forSummary + sum(costs.slice(left.length)));
  const omitted = left.filter(({ isSummarized }) => !isSummarized).length;
  return {
    turns,
    ...(summary && forSummary > 0 && { summary: cutMiddle(summary.content, forSummary / sizes.summary) }),
    summarizedMessages: summary ? left.length - omitted + unreadSummarized : 0,
    omittedMessages: omitted + unreadMessages - unreadSummarized,
    isNearlyFull,
    tokens,
  };
}

/** Unread messages are older than the loaded ones, so a summary that covers a loaded message covers all of them. */
function countUnreadSummarized({ history, summary, unreadMessages }: Messages): number {
  if (!summary) return 0;
  return history.some(({ isSummarized }) => isSummarized) ? unreadMessages : Math.min(unreadMessages, summary.messages);
}

/**
 * The newest turns, starting with a message of the user. If even the newest exchange does not fit, its beginning and
 * end.
 */
function newestTurns(history: readonly EarlierTurn[], costs: readonly number[], room: number): EarlierTurn[] {
  let left = room;
  let from = history.length;
  while (from > 0 && (costs[from - 1] ?? 0) <= left) {
    from--;
    left -= costs[from] ?? 0;
  }
  while (from < history.length && history[from]?.role === 'assistant') from++;
  return from < history.length ? history.slice(from) : cutExchange(history.slice(-2), costs.slice(-2), room);
}

function cutExchange(exchange: readonly EarlierTurn[], costs: readonly number[], room: number): EarlierTurn[] {
  if (room < minTokensForCut * exchange.length) return [];
  const shares = fairShares(costs, room);
  return exchange.map((turn, index) => {
    const part = (shares[index] ?? 0) / (costs[index] ?? 1);
    return { ...turn, content: cutMiddle(turn.content, part >= 1 ? 1 : part * 0.9) };
  });
}
