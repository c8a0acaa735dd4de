import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { feedbackWords as words } from '~/client/words/feedback';
import { FeedbackSection } from './feedback-section';

const period = { from: '2026-05-01', to: '2026-05-04' };
const nothing = { incorrect: 0, unsupported: 0, instructions: 0, length: 0, other: 0 };

it('shows totals by model and reason, and the comments', async () => {
  const sums = { up: 14, down: 3, reasons: { ...nothing, incorrect: 2, length: 1 } };
  const requests = fakeServer({
    'feedback.summary': () => ({ ...period, total: sums, models: [{ model: 'm', modelName: 'Grok 4', ...sums }] }),
    'feedback.comments': () => ({
      items: [
        {
          id: '1',
          model: 'm',
          modelName: 'Grok 4',
          reasons: ['incorrect'],
          comment: 'The page says 2.5%.',
          updatedAt: new Date('2026-05-03T12:00:00Z'),
        },
      ],
      nextCursor: null,
    }),
  });
  renderInApp(<FeedbackSection period={period} />);
  expect(await screen.findByText(`${words.reasons.incorrect} (2), ${words.reasons.length} (1)`)).toBeDefined();
  expect(screen.getByText('14')).toBeDefined();
  expect(await screen.findByText('The page says 2.5%.')).toBeDefined();
  expect(requests[0]?.input).toMatchObject(period);
});

it('shows that there is no feedback, without a list of comments', async () => {
  fakeServer({
    'feedback.summary': () => ({ ...period, total: { up: 0, down: 0, reasons: nothing }, models: [] }),
    'feedback.comments': () => ({ items: [], nextCursor: null }),
  });
  renderInApp(<FeedbackSection period={period} />);
  expect(await screen.findByText(words.none)).toBeDefined();
  expect(screen.queryByText(words.noComments)).toBeNull();
});

it('marks the figures of the earlier period until those of the new one have loaded', async () => {
  const sums = { up: 14, down: 3, reasons: nothing };
  const reported = (up: number) => ({
    ...period,
    total: { ...sums, up },
    models: [{ model: 'm', modelName: 'Grok 4', ...sums, up }],
  });
  let finish = () => {};
  fakeServer({
    'feedback.summary': (input) =>
      (input as typeof period).from === period.from
        ? reported(14)
        : new Promise((resolve) => {
            finish = () => resolve(reported(977));
          }),
    'feedback.comments': () => ({ items: [], nextCursor: null }),
  });
  const { rerender } = renderInApp(<FeedbackSection period={period} />);
  const figures = (await screen.findByText('14')).closest('[aria-busy]');
  expect(figures?.getAttribute('aria-busy')).toBe('false');
  rerender(<FeedbackSection period={{ from: '2026-04-01', to: '2026-04-30' }} />);
  await waitFor(() => expect(figures?.getAttribute('aria-busy')).toBe('true'));
  expect(figures?.textContent).toContain('14');
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent === words.loading)).toBe(true);
  await waitFor(() => {
    finish();
    expect(figures?.textContent).toContain('977');
  });
  expect(figures?.getAttribute('aria-busy')).toBe('false');
});
