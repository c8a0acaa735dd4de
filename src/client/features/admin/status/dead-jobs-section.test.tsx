import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { DeadJobsSection } from './dead-jobs-section';

const dead = {
  id: '42',
  kind: 'file.read',
  attempts: 5,
  error: 'The file is damaged.',
  failedAt: new Date('2026-05-04'),
};

it('shows failed jobs, and retries them', async () => {
  const requests = fakeServer({ 'status.retryJobs': () => ({ message: '1 failed job is being retried.' }) });
  const onRetried = vi.fn();
  const { user } = renderInApp(<DeadJobsSection jobs={[dead]} onRetried={onRetried} />);
  expect(screen.getByText('The file is damaged.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Retry All' }));
  expect(await screen.findByText('1 failed job is being retried.')).toBeDefined();
  expect(requests.map(({ path }) => path)).toEqual(['status.retryJobs']);
  expect(onRetried).toHaveBeenCalledOnce();
});

it('shows that retrying failed, and leaves the list unchanged', async () => {
  fakeServer({
    'status.retryJobs': () => {
      throw new ServerError('Something went wrong.');
    },
  });
  const onRetried = vi.fn();
  const { user } = renderInApp(<DeadJobsSection jobs={[dead]} onRetried={onRetried} />);
  await user.click(screen.getByRole('button', { name: 'Retry All' }));
  expect(await screen.findByText('Failed to retry the jobs')).toBeDefined();
  expect(onRetried).not.toHaveBeenCalled();
});
