import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { figuresWords } from '~/client/words/figures';
import { performanceWords as words } from '~/client/words/performance';
import { uiWords } from '~/client/words/ui';
import type { Performance } from '~/shared/schemas/positions';
import { PerformanceSection } from './performance-section';

const performance: Performance = {
  method: 'Equal weights.',
  benchmark: 'SPY',
  leftOut: [],
  totalReturnPercent: '20.00',
  benchmarkTotalReturnPercent: '10.00',
  points: [
    { day: '2026-01-05', book: '100.00', benchmark: '100.00' },
    { day: '2026-01-30', book: '110.00', benchmark: '105.00' },
    { day: '2026-02-27', book: '90.00', benchmark: '108.00' },
    { day: '2026-03-02', book: '120.00', benchmark: '110.00' },
  ],
};

function Page() {
  const utils = trpc.useUtils();
  return <PerformanceSection onRefresh={() => void utils.positions.invalidate()} />;
}

function open(changes: Partial<Performance> = {}, answers: FakeResponses = {}) {
  fakeServer({ 'positions.performance': () => ({ ...performance, ...changes }), ...answers });
  return renderInApp(<Page />);
}
const chart = () => screen.findByRole('slider', { name: words.chartLabel('SPY') });

it('reads out the last day initially, and the others with the arrow keys', async () => {
  const { user } = open();
  const slider = await chart();
  expect(slider.getAttribute('aria-valuetext')).toBe(
    `02 Mar 2026, ${words.book} 120.00 (+20.00%), SPY 110.00 (+10.00%)`,
  );
  slider.focus();
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('27 Feb 2026'));
  expect(slider.getAttribute('aria-valuetext')).toContain('90.00 (−10.00%)');
  await user.keyboard('{Home}');
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('05 Jan 2026'));
  await user.keyboard('{ArrowLeft}');
  expect(slider.getAttribute('aria-valuetext')).toContain('05 Jan 2026');
  await user.keyboard('{End}');
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('02 Mar 2026'));
});

it('shows the same values as a table, newest first, one row per month', async () => {
  const { user } = open();
  await chart();
  await user.click(screen.getByRole('button', { name: words.table }));
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
    '02 Mar 2026',
    '27 Feb 2026',
    '30 Jan 2026',
    '05 Jan 2026',
  ]);
  expect(rows[1]?.textContent).toContain('90.00 (−10.00%)');
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByRole('button', { name: words.table }).getAttribute('aria-pressed')).toBe('true');
});

it('restarts at 100 in a shorter period', async () => {
  const { user } = open();
  await chart();
  await user.click(screen.getByRole('button', { name: figuresWords.periodHints['1M'] }));
  const slider = await chart();
  // From the last closing price on or before 2 Feb.
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('109.09 (+9.09%)'));
});

it('shows how it was calculated, with dividends only if they change it', async () => {
  const first = open();
  await chart();
  expect(screen.getByText('Equal weights.')).toBeDefined();
  first.unmount();
  const second = open({ totalReturnPercent: '21.50', leftOut: ['BABA', 'SAP'] });
  await chart();
  const method = screen.getByText(/Equal weights\./).textContent;
  expect(method).toContain(words.returns('+21.50%, SPY +10.00%'));
  expect(method).toContain(words.leftOut('BABA, SAP'));
  second.unmount();
  open({ totalReturnPercent: '21.50', benchmarkTotalReturnPercent: undefined });
  await chart();
  expect(screen.getByText(/Equal weights\./).textContent).toContain(words.returns('+21.50%'));
});

it('shows that there is no history yet, without switches', async () => {
  open({ points: performance.points.slice(0, 1) });
  expect(await screen.findByText(words.notYet)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.table })).toBeNull();
  expect(screen.queryByText('Equal weights.')).toBeNull();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open(
    {},
    {
      'positions.performance': () => {
        if (isDown) throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
        return performance;
      },
    },
  );
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await chart()).toBeDefined();
});
