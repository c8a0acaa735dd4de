import { describe, expect, it } from 'vitest';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import type { WaitingMessage } from './queue';
import { answerOf, queueState, withoutSent } from './queue-state';

const waiting = (requestId: string, changes: Partial<WaitingMessage> = {}): WaitingMessage => ({
  requestId,
  content: 'And banks?',
  files: [],
  choice: {},
  after: 'a1',
  ...changes,
});
const message = (id: string, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  conversationId: 'c1',
  parentId: null,
  role: 'assistant',
  content: 'Rates fell.',
  attachments: [],
  metadata: { status: 'complete' },
  createdAt: new Date('2026-11-23T09:00:00Z'),
  ...changes,
});
const ended = (metadata: MessageMetadata) => message('a1', { metadata });

describe('a queued message', () => {
  it.each([
    ['nothing is loaded', undefined],
    ['its answer is being written', ended({ processing: true })],
    ['a question has no answer yet', message('q1', { role: 'user' })],
  ])('waits while %s', (_, last) => {
    expect(queueState(waiting('r1'), last)).toBe('waiting');
  });

  it('is due when the previous answer is complete', () => {
    expect(queueState(waiting('r1'), ended({ status: 'complete' }))).toBe('due');
    // Answers of earlier versions have no status.
    expect(queueState(waiting('r1'), ended({}))).toBe('due');
  });

  it.each(['failed', 'interrupted', 'stopped'] as const)(
    'requires a decision when the previous answer was %s',
    (status) => {
      expect(queueState(waiting('r1'), ended({ status }))).toBe('asking');
    },
  );

  it('requires a decision when another answer is the last one', () => {
    expect(queueState(waiting('r1'), message('a2'))).toBe('asking');
  });
});

describe('a message that another tab may have sent', () => {
  const question = message('q2', { role: 'user', parentId: 'a1', content: 'And banks?' });
  const reply = message('a2', { parentId: 'q2' });

  it('is found by its text after the answer it waited for', () => {
    expect(answerOf(waiting('r1'), [message('a1'), question, reply])).toBe('a2');
  });

  it.each([
    ['has another text', { ...question, content: 'Other' }],
    ['follows another answer', { ...question, parentId: 'a0' }],
    ['is an answer itself', { ...question, role: 'assistant' as const }],
  ])('is not found if it %s', (_, other) => {
    expect(answerOf(waiting('r1'), [message('a1'), other, reply])).toBeUndefined();
  });

  it('is not found before its answer exists', () => {
    expect(answerOf(waiting('r1'), [message('a1'), question])).toBeUndefined();
  });
});

describe('after a message was sent', () => {
  it('makes the others wait for its answer', () => {
    const queue = [waiting('r1'), waiting('r2'), waiting('r3')];
    expect(withoutSent(queue, 'r1', 'a2')).toEqual([waiting('r2', { after: 'a2' }), waiting('r3', { after: 'a2' })]);
  });

  it('leaves a queue that no longer contains it unchanged', () => {
    const queue = [waiting('r2', { after: 'a2' })];
    expect(withoutSent(queue, 'r1', 'other')).toBe(queue);
  });
});
