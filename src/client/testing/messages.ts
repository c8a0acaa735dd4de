import type { ChatMessage } from '~/shared/schemas/messages';
import { rates } from './conversations';

/** A user's message about interest rates. */
export const question: ChatMessage = {
  id: '0e6b6a6c-9a5d-4f0b-8d1c-6f1f0a7d3e21',
  conversationId: rates.id,
  parentId: null,
  role: 'user',
  content: 'What moves rates?',
  attachments: [],
  metadata: {},
  createdAt: new Date('2026-05-04T09:30:00Z'),
};

/** Its complete answer. */
export const answer: ChatMessage = {
  ...question,
  id: '3f9d2c1b-7e4a-4c8d-9b6f-5a4e3d2c1b0f',
  parentId: question.id,
  role: 'assistant',
  content: 'Inflation does.',
  metadata: { status: 'complete' },
  createdAt: new Date('2026-05-04T09:30:01Z'),
};

export const runningAnswer: ChatMessage = { ...answer, content: '', metadata: { processing: true } };

/** An answer whose text has not started, for tests that write it event by event. */
export const newAnswer = (over: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'answer',
  conversationId: 'conversation',
  parentId: null,
  role: 'assistant',
  content: '',
  attachments: [],
  metadata: { processing: true },
  createdAt: new Date(1000),
  ...over,
});
