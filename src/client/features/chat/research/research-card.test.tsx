import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { plannedResearch as research } from '~/client/testing/researches';
import { ResearchCard } from './research-card';

it('sends the edited plan and budget', async () => {
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

it('shows progress and usage, and offers to stop', async () => {
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

it('shows the current activity for a question, and the place in the queue', async () => {
  fakeServer({});
  const steps = research.steps.map((one, index) => (index === 0 ? { ...one, doing: 'Reading ecb.europa.eu' } : one));
  const { rerender } = renderInApp(<ResearchCard research={{ ...research, state: 'running', steps }} />);
  expect(await screen.findByText('Reading ecb.europa.eu')).toBeDefined();
  expect(screen.getByLabelText('In progress')).toBeDefined();
  rerender(<ResearchCard research={{ ...research, state: 'queued', queuePlace: 3 }} />);
  expect(await screen.findByText('Waiting for its turn... Place 3 in the queue')).toBeDefined();
});

it('shows why it failed and offers to continue', async () => {
  const requests = fakeServer({ 'research.run': () => ({ ...research, state: 'queued' }) });
  const failed = { ...research, state: 'failed' as const, error: 'The model is away.' };
  const { user } = renderInApp(<ResearchCard research={failed} />);
  expect(await screen.findByText('The model is away.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(requests.find(({ path }) => path === 'research.run')?.input).toEqual({ id: research.id });
});

it('offers to continue if it was stopped before it had a plan', async () => {
  const requests = fakeServer({ 'research.run': () => ({ ...research, state: 'planning', steps: [] }) });
  const stopped = { ...research, state: 'stopped' as const, steps: [] };
  const { user } = renderInApp(<ResearchCard research={stopped} />);
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(requests.find(({ path }) => path === 'research.run')?.input).toEqual({ id: research.id });
  // The budget is part of the plan's form.
  expect(screen.queryByRole('button', { name: 'Change the budget' })).toBeNull();
});

it('continues with another budget, and shows the stored notes', async () => {
  const steps = research.steps.map((one, index) =>
    index === 0 ? { ...one, state: 'done' as const, note: 'It is 2.00%.' } : one,
  );
  const stopped = { ...research, state: 'stopped' as const, steps };
  const requests = fakeServer({
    'research.run': () => ({ ...stopped, state: 'queued' }),
    'research.get': () => stopped,
  });
  const { user } = renderInApp(<ResearchCard research={stopped} />);
  await user.click(await screen.findByRole('button', { name: 'Notes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Research notes' });
  expect(await within(dialog).findByText('It is 2.00%.')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('button', { name: 'Change the budget' }));
  const minutes = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Minutes' });
  expect(minutes.value).toBe('10');
  await user.clear(minutes);
  await user.type(minutes, '25');
  await user.type(screen.getByRole('textbox', { name: 'Cost in USD' }), '1.50');
  await user.click(screen.getByRole('button', { name: 'Continue Research' }));
  expect(requests.find(({ path }) => path === 'research.run')?.input).toEqual({
    id: research.id,
    budget: { minutes: 25, pages: 24, usd: '1.50' },
  });
});

it('offers no notes if there are none', async () => {
  fakeServer({});
  renderInApp(<ResearchCard research={{ ...research, state: 'stopped' }} />);
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Notes' })).toBeNull();
});
