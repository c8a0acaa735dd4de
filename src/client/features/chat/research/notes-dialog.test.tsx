import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { plannedResearch } from '~/client/testing/researches';
import type { ResearchStepView, ResearchView } from '~/shared/schemas/research';
import { ReportActions } from './report-actions';

const step: ResearchStepView = { question: '', kind: 'question', state: 'done', note: '', pages: 0, doing: null };
const research: ResearchView = {
  ...plannedResearch,
  state: 'done',
  steps: [
    {
      ...step,
      question: 'What is the deposit rate?',
      note: 'It is **2.00%**, see [[1]](https://ecb.example/rates).',
      pages: 2,
    },
    { ...step, question: 'What is the lending rate?', state: 'failed' },
    { ...step, question: 'Contradictions and gaps', kind: 'review', note: 'They agree.' },
    { ...step, question: 'What changed?', kind: 'gap', state: 'waiting' },
  ],
};

it('shows the notes of a report with their pages', async () => {
  const requests = fakeServer({ 'research.get': () => research });
  const { user } = renderInApp(<ReportActions researchId={research.id} />);
  await user.click(screen.getByRole('button', { name: 'Notes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Research notes' });
  const link = await within(dialog).findByRole('link', { name: /1/ });
  expect(link.getAttribute('href')).toBe('https://ecb.example/rates');
  expect((await within(dialog).findByText('2.00%')).tagName).toBe('STRONG');
  expect(within(dialog).getByText('Question from the plan · 2 pages read')).toBeDefined();
  expect(within(dialog).getByText('Nothing found')).toBeDefined();
  expect(await within(dialog).findByText('They agree.')).toBeDefined();
  expect(within(dialog).getByText('No note yet')).toBeDefined();
  expect(requests).toEqual([{ path: 'research.get', input: { id: research.id } }]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows that the notes could not be loaded, and reloads them', async () => {
  let isBroken = true;
  fakeServer({
    'research.get': () => {
      if (isBroken) throw new ServerError('The database is away.', { httpStatus: 503 });
      return research;
    },
  });
  const { user } = renderInApp(<ReportActions researchId={research.id} />);
  await user.click(screen.getByRole('button', { name: 'Notes' }));
  expect(await screen.findByText("Couldn't load the notes")).toBeDefined();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('They agree.')).toBeDefined();
});
