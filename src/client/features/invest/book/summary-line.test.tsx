import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { shownFigures } from '~/client/testing/shown-figures';
import { investWords as words } from '~/client/words/invest';
import type { BookSummary } from '~/shared/schemas/positions';
import { GainButton } from './gain-button';
import { LatestPrice } from './latest-price';
import { RefreshNote } from './refresh-note';
import { SummaryLine } from './summary-line';

const [oldest, newest] = [new Date('2026-05-01T20:00:00Z'), new Date('2026-05-04T20:00:00Z')];
const summary: BookSummary = {
  openCount: 1200,
  closedCount: 34,
  countedCount: 1230,
  averageGain: '12.50',
  hitRate: '61.80',
  best: { id: 'a', name: 'Nvidia', ticker: 'NVDA', gainsPercent: '125.00' },
  worst: { id: 'b', name: 'Alibaba', ticker: 'BABA', gainsPercent: '-61.20' },
  asOf: oldest,
  latestAsOf: newest,
};

it('summarizes the portfolio in one line', () => {
  renderInApp(<SummaryLine summary={summary} />);
  const figures = shownFigures(words.summary);
  expect(figures[words.positions]).toBe(`1,234${words.openAndClosed('1,200', '34')}`);
  expect(figures[words.averageGain]).toBe(`+12.50%${words.averageGainNote('1,230')}`);
  expect(figures[words.hitRate]).toBe(`61.80%${words.hitRateNote}`);
  expect(figures[words.best]).toBe('+125.00%Nvidia (NVDA)');
  expect(figures[words.worst]).toBe('−61.20%Alibaba (BABA)');
});

it('shows the time of the oldest price, if prices have different times', () => {
  const first = renderInApp(<SummaryLine summary={summary} />);
  expect(shownFigures(words.summary)[words.pricesAsOf]).toBe(
    `${formatMoment(newest)}${words.oldestPrice(formatMoment(oldest))}`,
  );
  first.unmount();
  renderInApp(<SummaryLine summary={{ ...summary, asOf: newest }} />);
  expect(shownFigures(words.summary)[words.pricesAsOf]).toBe(formatMoment(newest));
});

it('shows dashes for unknown values, never 0', () => {
  renderInApp(<SummaryLine summary={{ openCount: 2, closedCount: 0, countedCount: 0 }} />);
  const figures = shownFigures(words.summary);
  expect(figures[words.averageGain]?.[0]).toBe('-');
  for (const name of [words.hitRate, words.best, words.worst, words.pricesAsOf])
    expect(figures[name]?.[0], name).toBe('-');
});

it('labels its figures while they are loading', () => {
  renderInApp(<SummaryLine summary={undefined} />);
  expect(Object.keys(shownFigures(words.summary))).toEqual([
    words.positions,
    words.averageGain,
    words.hitRate,
    words.best,
    words.worst,
    words.pricesAsOf,
  ]);
});

it('opens the calculation of a known gain with the keyboard, and of no unknown one', async () => {
  const onOpen = vi.fn();
  const unknown = renderInApp(<GainButton percent={undefined} onOpen={onOpen} />);
  expect(unknown.container.textContent).toBe('-');
  expect(screen.queryByRole('button')).toBeNull();
  unknown.unmount();
  const { user } = renderInApp(<GainButton percent="-4.20" onOpen={onOpen} />);
  const button = screen.getByRole('button', { name: '−4.20%' });
  expect(button.getAttribute('aria-haspopup')).toBe('dialog');
  await user.tab();
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledOnce();
});

it('marks a price that is out of date, also for screen readers', () => {
  const fresh = renderInApp(<LatestPrice position={openPosition({ priceAsOf: newest })} />);
  expect(screen.getByText('$241.50')).toBeDefined();
  expect(screen.queryByText(words.stale(formatMoment(newest)))).toBeNull();
  fresh.unmount();
  renderInApp(<LatestPrice position={openPosition({ priceAsOf: newest, isPriceStale: true })} />);
  expect(screen.getByText(words.stale(formatMoment(newest)))).toBeDefined();
});

it('draws the trend from two closing prices on, and a dash without a price', () => {
  const one = renderInApp(<LatestPrice position={openPosition({ recentCloses: ['240.00'] })} />);
  expect(screen.queryByRole('img')).toBeNull();
  one.unmount();
  const two = renderInApp(<LatestPrice position={openPosition({ recentCloses: ['240.00', '241.50'] })} />);
  expect(screen.getByRole('img', { name: words.trend(2, '$240.00', '$241.50') })).toBeDefined();
  two.unmount();
  const { latestPrice: _price, ...unpriced } = openPosition();
  const { container } = renderInApp(<LatestPrice position={unpriced} />);
  expect(container.textContent).toBe('-');
});

it('reloads the portfolio on request, shows why that failed, and not twice at once', async () => {
  const onRefresh = vi.fn();
  const { user, rerender } = renderInApp(<RefreshNote isFetching={false} failure={undefined} onRefresh={onRefresh} />);
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button', { name: words.refresh }));
  expect(onRefresh).toHaveBeenCalledOnce();
  rerender(<RefreshNote isFetching failure={undefined} onRefresh={onRefresh} />);
  await user.click(screen.getByRole('button', { name: words.refreshing }));
  expect(onRefresh).toHaveBeenCalledOnce();
  rerender(<RefreshNote isFetching={false} failure="The service is busy" onRefresh={onRefresh} />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words.notRefreshed('The service is busy')));
});
