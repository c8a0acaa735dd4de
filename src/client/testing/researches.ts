import { unknownAbilities } from '~/shared/schemas/models';
import type { ResearchView } from '~/shared/schemas/research';
import { config } from './config';
import type { FakeResponses } from './fake-server';

const step = { kind: 'question' as const, state: 'waiting' as const, note: '', pages: 0, doing: null };

/** A research run whose plan awaits the user's approval. */
export const plannedResearch: ResearchView = {
  id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
  conversationId: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a02',
  messageId: null,
  question: 'Where do the rates stand?',
  modelId: 'm',
  state: 'planned',
  queuePlace: null,
  budget: { minutes: 10, pages: 24, usd: null },
  used: { milliseconds: 61_000, pages: 5, inputTokens: 1000, outputTokens: 234, cost: '0.0712' },
  steps: [
    { ...step, question: 'What is the deposit rate?' },
    { ...step, question: 'What is the lending rate?' },
  ],
  error: null,
  createdAt: new Date('2026-05-04T09:30:00Z'),
  updatedAt: new Date('2026-05-04T09:30:00Z'),
};

/** A research that was just started. */
export const startedResearch: ResearchView = { ...plannedResearch, state: 'planning', steps: [] };

/**
 * A server with a model that can't call tools: its answers can't use the web, but its research can if a search provider
 * is set up.
 */
export const researchAnswers = (canResearch: boolean): FakeResponses => ({
  'auth.config': () => ({ ...config, model: { name: 'm', isConnected: true, canSearchWeb: false } }),
  'models.list': () => [
    {
      id: 'm',
      name: 'M',
      endpointId: null,
      isDefault: true,
      contextTokens: 8192,
      maxOutputTokens: null,
      canResearch,
      abilities: { ...unknownAbilities, tools: false, webSearch: false },
    },
  ],
  'research.start': () => startedResearch,
});
