import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import type { JobKindStatus } from '~/shared/schemas/status';
import { JobsSection } from './jobs-section';

const inAnHour = new Date(Date.now() + 3_600_000);
const job = (kind: string, counts: Partial<JobKindStatus> = {}): JobKindStatus => ({
  kind,
  lastRunAt: null,
  nextRunAt: null,
  waiting: 0,
  running: 0,
  dead: 0,
  error: null,
  ...counts,
});

it('shows jobs that are due, running or failed, and the others on request', async () => {
  const { user } = renderInApp(
    <JobsSection
      jobs={[
        job('files.read', { waiting: 2 }),
        job('prices.read', { waiting: 1, nextRunAt: inAnHour }),
        job('mail.send', { dead: 1 }),
        job('news.read', { running: 1 }),
      ]}
    />,
  );
  expect(screen.getByText('files.read')).toBeDefined();
  expect(screen.getByText('mail.send')).toBeDefined();
  expect(screen.getByText('news.read')).toBeDefined();
  expect(screen.queryByText('prices.read')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 4 jobs' }));
  expect(screen.getByText('prices.read')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show active jobs' }));
  expect(screen.queryByText('prices.read')).toBeNull();
});

it('shows a recurring job that is overdue, or has several jobs waiting', () => {
  renderInApp(
    <JobsSection
      jobs={[
        job('overdue', { waiting: 1, nextRunAt: new Date(Date.now() - 60_000) }),
        job('twice', { waiting: 2, nextRunAt: inAnHour }),
      ]}
    />,
  );
  expect(screen.getByText('overdue')).toBeDefined();
  expect(screen.getByText('twice')).toBeDefined();
});

it('shows a recurring job whose last run failed, with the error, while it waits for its next run', () => {
  renderInApp(
    <JobsSection
      jobs={[
        job('failing', { waiting: 1, nextRunAt: inAnHour, error: 'Error: no route to host' }),
        job('well', { waiting: 1, nextRunAt: inAnHour }),
      ]}
    />,
  );
  expect(screen.getByText('failing')).toBeDefined();
  expect(screen.getByText('Last run failed: Error: no route to host')).toBeDefined();
  expect(screen.queryByText('well')).toBeNull();
});

it('shows an empty state', () => {
  renderInApp(<JobsSection jobs={[job('prices.read', { waiting: 1, nextRunAt: inAnHour })]} />);
  expect(screen.getByText('No job is due or running, and none has failed')).toBeDefined();
});

it('has no expander when every job is shown', () => {
  renderInApp(<JobsSection jobs={[job('files.read', { waiting: 2 })]} />);
  expect(screen.queryByRole('button')).toBeNull();
});
