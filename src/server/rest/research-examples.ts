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

export const scheduleExample = {
  id: ids.schedule,
  conversationId: ids.conversation,
  question: researchExample.question,
  questions: ['What is the deposit rate?'],
  modelId: 'llama3.3',
  timing: { frequency: 'weekly', weekday: 1, dayOfMonth: null, time: '08:00', timeZone: 'Europe/Berlin' },
  isPaused: false,
  nextAt: time,
  createdAt: time,
};

const page = { title: 'Key interest rates', url: 'https://www.ecb.europa.eu/rates' };
const evidence = {
  messageId: ids.answer,
  snapshotId: '5e4d3c2b-1a09-48f7-a6b5-c4d3e2f1a0b9',
  readAt: time,
  ...page,
};
export const changesExample = {
  previousMessageId: ids.earlierAnswer,
  previousAt: time,
  isComplete: true,
  changes: [
    {
      kind: 'changed',
      ...page,
      before: { ...evidence, passage: 'The deposit rate is 2.25%.' },
      after: { ...evidence, passage: 'The deposit rate is 2.00%.' },
      caveats: [],
    },
  ],
};
