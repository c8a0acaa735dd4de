import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { timeZoneHere } from '~/client/lib/time-zone';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { scheduleWords as words } from '~/client/words/schedules';
import { uiWords } from '~/client/words/ui';
import type { ResearchScheduleView } from '~/shared/schemas/research-schedules';
import { SchedulesSection } from './schedules-section';

const schedule: ResearchScheduleView = {
  id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a',
  conversationId: rates.id,
  question: 'What moves rates?',
  questions: ['What moves rates?'],
  modelId: 'xai/grok-4',
  timing: { frequency: 'weekly', weekday: 3, dayOfMonth: null, time: '08:00', timeZone: 'Europe/Berlin' },
  isPaused: false,
  nextAt: new Date('2026-05-06T12:00:00Z'),
  createdAt: new Date('2026-05-01T12:00:00Z'),
};
const paused: ResearchScheduleView = { ...schedule, isPaused: true, nextAt: null };
const busy = () => {
  throw new ServerError('The service is busy');
};

function section(list: ResearchScheduleView[], answers: FakeResponses = {}) {
  const requests = fakeServer({ 'research.schedules': () => list, ...answers });
  const inputsOf = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { inputsOf, ...renderInApp(<SchedulesSection />) };
}
const action = (name: string) => screen.findByRole('button', { name: words.named(name, schedule.question) });

it('shows that there are none, and how to create one', async () => {
  section([]);
  expect(await screen.findByText(words.none)).toBeDefined();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = section([], { 'research.schedules': () => (isDown ? busy() : [schedule]) });
  expect(await screen.findByText(words.loadFailed)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByText(schedule.question)).toBeDefined();
});

it('shows the frequency and the next run of each', async () => {
  section([schedule]);
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toContain('Every Wednesday at 08:00 (Europe/Berlin)');
  expect(row.textContent).toContain(words.next('May 6, 2026'));
});

it('pauses an active one and resumes a paused one', async () => {
  const running = section([schedule], { 'research.updateSchedule': () => paused });
  await running.user.click(await action(words.pause));
  await waitFor(() =>
    expect(running.inputsOf('research.updateSchedule')).toEqual([{ scheduleId: schedule.id, isPaused: true }]),
  );
  running.unmount();
  const stopped = section([paused], { 'research.updateSchedule': () => schedule });
  expect((await screen.findByRole('listitem')).textContent).toContain(words.paused);
  await stopped.user.click(await action(words.resume));
  await waitFor(() =>
    expect(stopped.inputsOf('research.updateSchedule')).toEqual([{ scheduleId: schedule.id, isPaused: false }]),
  );
});

it('shows why one could not be paused, and reloads the list', async () => {
  const { user, inputsOf } = section([schedule], { 'research.updateSchedule': busy });
  await user.click(await action(words.pause));
  expect(await screen.findByText(words.saveFailed)).toBeDefined();
  await waitFor(() => expect(inputsOf('research.schedules')).toHaveLength(2));
});

it('deletes one only after a confirmation that names it', async () => {
  const { user, inputsOf } = section([schedule], {
    'research.deleteSchedule': () => ({ message: 'Schedule deleted' as const }),
  });
  await user.click(await action(words.delete));
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain(words.deleteBody(schedule.question));
  expect(inputsOf('research.deleteSchedule')).toEqual([]);
  await user.click(within(asked).getByRole('button', { name: words.delete }));
  expect(await screen.findByText(words.deleted)).toBeDefined();
  expect(inputsOf('research.deleteSchedule')).toEqual([{ scheduleId: schedule.id }]);
});

it('stays open if it could not be deleted', async () => {
  const { user } = section([schedule], { 'research.deleteSchedule': busy });
  await user.click(await action(words.delete));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.delete }));
  expect(await screen.findByText(words.deleteFailed)).toBeDefined();
  expect(screen.getByRole('alertdialog')).toBeDefined();
});

it.each([
  ['can be saved if the device has another time zone', 'Pacific/Apia', null],
  ['has nothing to save if the device has the same time zone', timeZoneHere(), 'true'],
])('an unchanged schedule %s', async (_, timeZone, isInactive) => {
  const { user } = section([{ ...schedule, timing: { ...schedule.timing, timeZone } }]);
  await user.click(await action(words.edit));
  const save = within(await screen.findByRole('dialog')).getByRole('button', { name: words.save });
  expect(save.getAttribute('aria-disabled')).toBe(isInactive);
});

it("edits the schedule, which then uses this device's time zone", async () => {
  const { user, inputsOf } = section([schedule], { 'research.updateSchedule': () => schedule });
  await user.click(await action(words.edit));
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByLabelText<HTMLSelectElement>(words.weekday).value).toBe('3');
  await user.selectOptions(form.getByLabelText(words.frequency), 'monthly');
  await user.selectOptions(form.getByLabelText(words.dayOfMonth), '15');
  fireEvent.change(form.getByLabelText(words.time), { target: { value: '17:30' } });
  await user.click(form.getByRole('button', { name: words.save }));
  expect(await screen.findByText(words.saved)).toBeDefined();
  expect(inputsOf('research.updateSchedule')).toMatchObject([
    {
      scheduleId: schedule.id,
      timing: { frequency: 'monthly', dayOfMonth: 15, time: '17:30', timeZone: timeZoneHere() },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps the dialog open if the schedule could not be saved, and changes nothing on Cancel', async () => {
  const { user, inputsOf } = section([schedule], { 'research.updateSchedule': busy });
  await user.click(await action(words.edit));
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByRole('button', { name: words.save }));
  expect(await screen.findByText(words.saveFailed)).toBeDefined();
  await user.click(form.getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('research.updateSchedule')).toHaveLength(1);
});
