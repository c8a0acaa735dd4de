import { ids, time } from './examples';

export const researchExample = {
  id: ids.research,
  conversationId: ids.conversation,
  messageId: null,
  question: 'Where do the key interest rates of the ECB stand?',
  modelId: 'llama3.3',
  state: 'planned',
  queuePlace: null,
  budget: { minutes: 10, pages: 24, usd: '2.00' },
  used: { milliseconds: 0, pages: 0, inputTokens: 310, outputTokens: 64, cost: null },
  steps: [
    { question: 'What is the deposit rate?', kind: 'question', state: 'waiting', note: '', pages: 0, doing: null },
  ],
  error: null,
  createdAt: time,
  updatedAt: time,
};
