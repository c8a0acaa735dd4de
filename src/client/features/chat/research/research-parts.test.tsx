import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { timeZoneHere } from '~/client/lib/time-zone';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { researchWords } from '~/client/words/research';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchView } from '~/shared/schemas/research';
import { RepeatDialog } from './repeat-dialog';
import { ReportActions } from './report-actions';
import { ResearchCard } from './research-card';
import ResearchCards from './research-cards';

const id = '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01';
const step: ResearchView['steps'][number] = {
  question: 'What is the deposit rate?',
  kind: 'question',
  state: 'waiting',
  note: '',
  pages: 0,
  doing: null,
};
const research: ResearchView = {
  id,
  conversationId: 'c1',
  messageId: null,
  question: 'How did rates change?',
  modelId: 'deep',
  state: 'planned',
  queuePlace: null,
  budget: { minutes: 10, pages: 24, usd: null },
  used: { milliseconds: 0, pages: 0, inputTokens: 0, outputTokens: 0, cost: null },
  steps: [step],
  error: null,
  createdAt: new Date('2026-05-04T09:30:00Z'),
  updatedAt: new Date('2026-05-04T09:30:00Z'),
};
const schedule = {
  id: 's1',
  conversationId: 'c1',
  question: research.question,
  questions: [step.question],
  modelId: 'deep',
  timing: { frequency: 'daily' as const, weekday: null, dayOfMonth: null, time: '07:30', timeZone: 'Europe/Berlin' },
  isPaused: false,
  nextAt: null,
  createdAt: new Date('2026-05-04T09:30:00Z'),
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

afterEach(() => void vi.restoreAllMocks());

function repeat(answers: FakeResponses) {
  const requests = fakeServer({ 'research.createSchedule': () => schedule, ...answers });
  const onClose = vi.fn();
  const inputs = () =>
    requests.filter(({ path }) => path === 'research.createSchedule').map(({ input }) => input as { timing: object });
  return { inputs, onClose, ...renderInApp(<RepeatDialog researchId={id} onClose={onClose} />) };
}

it('repeats research every Monday morning unless another time is chosen', async () => {
  const { user, inputs, onClose } = repeat({});
  expect(screen.getByText(words.timeZone(timeZoneHere()))).toBeDefined();
  await user.click(press(words.create));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputs()).toMatchObject([
    { researchId: id, timing: { frequency: 'weekly', weekday: 1, time: '08:00', timeZone: timeZoneHere() } },
  ]);
  // As phrased by the server, which calculates the schedule.
  expect(await screen.findByText('Every day at 07:30 (Europe/Berlin)')).toBeDefined();
});

it('shows the day field that the frequency requires, and no other', async () => {
  const { user, inputs } = repeat({});
  expect(screen.queryByLabelText(words.dayOfMonth)).toBeNull();
  await user.selectOptions(field(words.weekday), 'Friday');
  await user.selectOptions(field(words.frequency), words.frequencies.monthly);
  expect(screen.queryByLabelText(words.weekday)).toBeNull();
  await user.selectOptions(field(words.dayOfMonth), '31');
  await user.click(press(words.create));
  await waitFor(() => expect(inputs()).toHaveLength(1));
  expect(inputs()[0]?.timing).toMatchObject({ frequency: 'monthly', dayOfMonth: 31 });
  await user.selectOptions(field(words.frequency), words.frequencies.daily);
  expect(screen.queryByLabelText(words.dayOfMonth)).toBeNull();
});

it('stays open with its input when scheduling fails', async () => {
  const { user, onClose } = repeat({
    'research.createSchedule': () => {
      throw new ServerError('You have 10 schedules', { httpStatus: 409 });
    },
  });
  await user.selectOptions(field(words.weekday), 'Friday');
  await user.click(press(words.create));
  expect(await screen.findByText('You have 10 schedules')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  expect(field(words.weekday).value).toBe('5');
});

it('is not sent twice while it is being saved', async () => {
  const { user, inputs } = repeat({ 'research.createSchedule': () => new Promise(() => {}) });
  await user.click(press(words.create));
  await user.click(await screen.findByRole('button', { name: words.creating }));
  expect(inputs()).toHaveLength(1);
});

it('repeats a report, and compares it with the previous one', async () => {
  fakeServer({
    'research.changes': () => ({ previousMessageId: null, previousAt: null, isComplete: true, changes: [] }),
  });
  const { user } = renderInApp(<ReportActions researchId={id} />);
  await user.click(press(words.changes));
  expect(await screen.findByText(words.noPrevious)).toBeDefined();
  await user.click(press(words.close));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(press(words.repeat));
  expect(await screen.findByText(words.repeatNote)).toBeDefined();
});

it('shows research runs without a report, oldest first, except discarded ones', async () => {
  const one = (question: string, changes: Partial<ResearchView>) => ({
    ...research,
    id: question,
    question,
    ...changes,
  });
  fakeServer({
    'research.list': () => [
      one('Newest?', { state: 'failed', error: 'No page could be read' }),
      one('Discarded?', { state: 'stopped' }),
      one('Stopped early?', { state: 'stopped', used: { ...research.used, milliseconds: 400 } }),
      one('Stopped while planning?', { state: 'stopped', steps: [] }),
      one('Stopped later?', { state: 'stopped', steps: [{ ...step, state: 'done' }] }),
      one('Done?', { state: 'done' }),
      one('Oldest?', { state: 'planned' }),
    ],
  });
  renderInApp(<ResearchCards conversationId="c1" />);
  await screen.findByText('Newest?');
  const questions = screen.getAllByText(/^(Newest|Discarded|Stopped .+|Done|Oldest)\?$/);
  const shown = ['Oldest?', 'Stopped later?', 'Stopped while planning?', 'Stopped early?', 'Newest?'];
  expect(questions.map(({ textContent }) => textContent)).toEqual(shown);
});

it.each(['opened again', 'rejected by the server'])(
  'removes a plan that another tab has run when it is %s',
  async (how) => {
    let state: ResearchView['state'] = 'planned';
    fakeServer({
      'research.list': () => [{ ...research, state }],
      'research.run': () => {
        throw new ServerError('It has started already', { httpStatus: 409 });
      },
    });
    const { user } = renderInApp(<ResearchCards conversationId="c1" />);
    const start = await screen.findByRole('button', { name: researchWords.start });
    state = 'done';
    if (how === 'opened again') for (const isFocused of [false, true]) act(() => focusManager.setFocused(isFocused));
    else await user.click(start);
    await waitFor(() => expect(screen.queryByRole('button', { name: researchWords.start })).toBeNull());
  },
);

it('stops a discarded plan, and shows why the server rejects it', async () => {
  const requests = fakeServer({
    'research.stop': () => {
      throw new ServerError('It has ended already', { httpStatus: 409 });
    },
  });
  const { user } = renderInApp(<ResearchCard research={research} />);
  await user.click(await screen.findByRole('button', { name: researchWords.discard }));
  expect(await screen.findByText('It has ended already')).toBeDefined();
  expect(screen.getByText(researchWords.stopFailed)).toBeDefined();
  expect(requests).toEqual([{ path: 'research.stop', input: { id } }]);
});

it('sends a plan line by line without empty lines, and shows why it was rejected', async () => {
  const requests = fakeServer({
    'research.run': () => {
      throw new ServerError('The service is busy', { httpStatus: 503 });
    },
  });
  const { user } = renderInApp(<ResearchCard research={research} />);
  const plan = await screen.findByRole('textbox', { name: /^Plan/ });
  await user.type(plan, '{Enter}{Enter}  Who decides?  {Enter}');
  await user.type(field(researchWords.cost), ' 2.50 ');
  await user.click(press(researchWords.start));
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(requests[0]?.input).toEqual({
    id,
    questions: ['What is the deposit rate?', 'Who decides?'],
    budget: { minutes: 10, pages: 24, usd: '2.50' },
  });
  expect(errorOf(plan)).toBeUndefined();
});

it('marks a cost limit that the server rejects at its field', async () => {
  const refused = 'This AI model has no price. Leave the cost empty.';
  fakeServer({
    'research.run': () => {
      throw new ServerError(refused, { httpStatus: 409, fieldErrors: { usd: refused } });
    },
  });
  const { user } = renderInApp(<ResearchCard research={research} />);
  await user.type(await screen.findByLabelText(researchWords.cost), '2.50');
  await user.click(press(researchWords.start));
  await waitFor(() => expect(errorOf(field(researchWords.cost))).toBe(refused));
});
