import { describe, expect, it } from 'vitest';
import type { EarlierTurn } from './background';
import { fitHistory } from './fit-history';

/** `count` turns of 94 tokens, 100 with overhead. */
const turnsOf = (count: number, summarized = 0): EarlierTurn[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `turn ${index}`,
    hasFiles: false,
    fileNames: [],
    isSummarized: index < summarized,
  }));
const sizesOf = (turns: EarlierTurn[], summary = 0) => ({ turns: turns.map(() => 94), summary });
const ids = (turns: EarlierTurn[]) => turns.map(({ id }) => Number(id));

describe('the history of a request', () => {
  it('is complete if it fits, even if a summary exists', () => {
    const history = turnsOf(6, 4);
    const summary = { content: 'They greeted.', messages: 4 };
    const fitted = fitHistory({ history, summary, unreadMessages: 0 }, sizesOf(history, 20), 600);
    expect(fitted).toMatchObject({ turns: history, summarizedMessages: 0, omittedMessages: 0 });
    expect(fitted.summary).toBeUndefined();
  });

  it('contains the newest turns with the summary of those before them', () => {
    const history = turnsOf(10, 6);
    const summary = { content: 'They greeted.', messages: 6 };
    const fitted = fitHistory({ history, summary, unreadMessages: 0 }, sizesOf(history, 20), 450);
    expect(ids(fitted.turns)).toEqual([6, 7, 8, 9]);
    expect(fitted).toMatchObject({ summary: 'They greeted.', summarizedMessages: 6, omittedMessages: 0 });
  });

  it('reports how many turns are neither sent nor summarized', () => {
    const history = turnsOf(10);
    expect(fitHistory({ history, unreadMessages: 0 }, sizesOf(history), 450)).toMatchObject({
      turns: history.slice(6),
      summarizedMessages: 0,
      omittedMessages: 6,
      isNearlyFull: true,
    });
    const summary = { content: 'They greeted.', messages: 8 };
    const later = fitHistory({ history: turnsOf(10, 2), summary, unreadMessages: 6 }, sizesOf(history, 20), 450);
    expect(later).toMatchObject({ summarizedMessages: 8, omittedMessages: 4 });
  });

  it('reports messages that were not loaded as omitted, except those that the summary covers', () => {
    const history = turnsOf(4);
    const summary = { content: 'They greeted.', messages: 500 };
    const fitted = (unreadMessages: number, summarized = 0) =>
      fitHistory({ history: turnsOf(4, summarized), summary, unreadMessages }, sizesOf(history, 20), 10_000);
    expect(fitted(800)).toMatchObject({ summarizedMessages: 500, omittedMessages: 300, isNearlyFull: true });
    expect(fitted(500)).toMatchObject({ summarizedMessages: 500, omittedMessages: 0, isNearlyFull: false });
    expect(fitted(498, 2)).toMatchObject({ summarizedMessages: 498, omittedMessages: 0, isNearlyFull: false });
  });

  it('begins with a message of the user', () => {
    const history = turnsOf(10);
    expect(ids(fitHistory({ history, unreadMessages: 0 }, sizesOf(history), 350).turns)).toEqual([8, 9]);
  });

  it('cuts the newest exchange if it does not fit, and omits it if too little would be left', () => {
    const history = turnsOf(4);
    const long = history.map((turn) => ({ ...turn, content: `begin ${'word '.repeat(1000)} end` }));
    const sizes = { turns: [1000, 1000, 20, 1000], summary: 0 };
    const fitted = fitHistory({ history: long, unreadMessages: 0 }, sizes, 200);
    expect(ids(fitted.turns)).toEqual([2, 3]);
    expect(fitted.turns[0]?.content).toBe(long[2]?.content);
    expect(fitted.turns[1]?.content).toMatch(/^begin .*\[…\].* end$/s);
    expect(fitHistory({ history: long, unreadMessages: 0 }, sizes, 50).turns).toEqual([]);
  });

  it('requests a summary before it is full', () => {
    const history = turnsOf(6);
    const isNearlyFull = (room: number) =>
      fitHistory({ history, unreadMessages: 0 }, sizesOf(history), room).isNearlyFull;
    expect([isNearlyFull(1100), isNearlyFull(900)]).toEqual([false, true]);
  });

  it('gives a summary at most half of the room', () => {
    const history = turnsOf(10, 8);
    const summary = { content: 'so '.repeat(1000), messages: 8 };
    const fitted = fitHistory({ history, summary, unreadMessages: 0 }, sizesOf(history, 1000), 400);
    expect(ids(fitted.turns)).toEqual([8, 9]);
    expect(fitted.summary?.length).toBeLessThan(700);
  });
});
