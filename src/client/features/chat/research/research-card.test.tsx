import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import type { ResearchView } from '~/shared/schemas/research';
import { ResearchCard } from './research-card';

const step = { kind: 'question' as const, note: '', pages: 0, doing: null };
const research: ResearchView = {
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
    { ...step, question: 'What is the deposit rate?', state: 'waiting' },
    { ...step, question: 'What is the lending rate?', state: 'waiting' },
  ],
  error: null,
  createdAt: new Date(),
  updatedAt: new Date(),
};

it('sends the plan and the budget as they were changed', async () => {
  const requests = fakeServer({ 'research.run': () => ({ ...research, state: 'queued' }) });
  const { user } = renderInApp(<ResearchCard research={research} />);
  const plan = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Plan/ });
  expect(plan.value).toBe('What is the deposit rate?\nWhat is the lending rate?');
  await user.clear(plan);
  await user.type(plan, 'Only this?');
  const pages = screen.getByRole('spinbutton', { name: 'Pages' });
  await user.clear(pages);
  await user.type(pages, '7');
  await user.click(screen.getByRole('button', { name: 'Start Research' }));
  expect(requests.find(({ path }) => path === 'research.run')?.input).toEqual({
    id: research.id,
    questions: ['Only this?'],
    budget: { minutes: 10, pages: 7, usd: null },
  });
});

it('shows how far it is, what it has used, and a way to stop', async () => {
  const requests = fakeServer({ 'research.stop': () => ({ ...research, state: 'stopped' }) });
  const [first, ...rest] = research.steps;
  const steps = first ? [{ ...first, state: 'done' as const }, ...rest] : [];
  const { user } = renderInApp(<ResearchCard research={{ ...research, state: 'running', steps }} />);
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    'What is the deposit rate?',
    'What is the lending rate?',
  ]);
  expect(screen.getByLabelText('Answered')).toBeDefined();
  expect(screen.getByText('2 of 10 min · 5 of 24 pages · $0.07 · 1,234 tokens')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(requests.map(({ path }) => path)).toContain('research.stop');
});

it('shows what is being done for a question, and the place in the queue', async () => {
  fakeServer({});
  const steps = research.steps.map((one, index) => (index === 0 ? { ...one, doing: 'Reading ecb.europa.eu' } : one));
  const { rerender } = renderInApp(<ResearchCard research={{ ...research, state: 'running', steps }} />);
  expect(await screen.findByText('Reading ecb.europa.eu')).toBeDefined();
  expect(screen.getByLabelText('In progress')).toBeDefined();
  rerender(<ResearchCard research={{ ...research, state: 'queued', queuePlace: 3 }} />);
  expect(await screen.findByText('Waiting for its turn... Place 3 in the queue')).toBeDefined();
});

it('says why it failed and offers to continue', async () => {
  const requests = fakeServer({ 'research.run': () => ({ ...research, state: 'queued' }) });
  const failed = { ...research, state: 'failed' as const, error: 'The model is away.' };
  const { user } = renderInApp(<ResearchCard research={failed} />);
  expect(await screen.findByText('The model is away.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(requests.find(({ path }) => path === 'research.run')?.input).toEqual({ id: research.id });
});
