import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '~/shared/schemas/messages';
import { emptyLiveState, liveReducer } from './answer-reducer';
import { isSameMessage, joinPage, messagesBeyond } from './join-messages';

function message(id: string, over: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    conversationId: 'c',
    parentId: null,
    role: 'assistant',
    content: id,
    attachments: [],
    metadata: {},
    createdAt: new Date(1000),
    ...over,
  };
}

const question = message('q', { role: 'user', parentId: 'x' });
const answer = message('a', { parentId: 'q', content: '', metadata: { processing: true } });
const live = liveReducer(emptyLiveState, {
  type: 'events',
  events: [
    { type: 'started', userMessage: question, assistantMessage: answer, attempt: 1 },
    { type: 'text', messageId: 'a', attempt: 1, seq: 1, at: 0, text: 'Rates' },
  ],
});

describe('merging pages with live messages', () => {
  it('returns an unchanged page if there is nothing to merge', () => {
    const page = [message('x'), message('y')];
    expect(joinPage(page, live)).toBe(page);
  });

  it('shows the live text of a loaded answer', () => {
    expect(joinPage([question, answer], live).map(({ content }) => content)).toEqual(['q', 'Rates']);
  });

  it('shows live text of an answer whose row only the page contains', () => {
    const textOnly = liveReducer(emptyLiveState, {
      type: 'events',
      events: [{ type: 'text', messageId: 'a', attempt: 2, seq: 1, at: 0, text: 'Again' }],
    });
    const failed = message('a', { metadata: { status: 'failed' } });
    expect(joinPage([failed], textOnly)[0]).toMatchObject({ content: 'Again', metadata: { processing: true } });
    expect(messagesBeyond([], textOnly)).toEqual([]);
  });

  it('appends messages that no page contains, the question before its answer', () => {
    expect(messagesBeyond([[message('x')]], live).map(({ id }) => id)).toEqual(['q', 'a']);
    expect(messagesBeyond([[question, answer]], live)).toEqual([]);
  });

  it('omits messages on another branch than the loaded ones', () => {
    const otherBranch = [[message('x'), message('other question', { parentId: 'x' })]];
    expect(messagesBeyond(otherBranch, live)).toEqual([]);
    const newer = message('newer', { role: 'user', parentId: 'x', createdAt: new Date(2000) });
    const edited = liveReducer(live, { type: 'rows', rows: [newer], askedAt: live.clock });
    expect(messagesBeyond([[message('x')]], edited).map(({ id }) => id)).toEqual(['newer']);
  });

  it('keeps version information that only lists contain', () => {
    const versions = { number: 2, count: 2, previousId: 'p', nextId: null };
    expect(joinPage([question, { ...answer, versions }], live)[1]).toMatchObject({ content: 'Rates', versions });
  });
});

it('distinguishes a reloaded message from a changed one', () => {
  const one = message('m', { metadata: { numSourcesUsed: 2 } });
  expect(isSameMessage(one, { ...one, createdAt: new Date(1000), metadata: { numSourcesUsed: 2 } })).toBe(true);
  expect(isSameMessage(one, { ...one, metadata: { numSourcesUsed: 3 } })).toBe(false);
});
