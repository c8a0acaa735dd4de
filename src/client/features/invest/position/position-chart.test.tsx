import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { positionPage } from '~/client/testing/position-pages';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { figuresWords } from '~/client/words/figures';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage } from '~/shared/schemas/theses';
import { curveOf, PositionChart } from './position-chart';

const bought = { purchaseDate: new Date('2026-01-05T00:00:00Z') };
const course: PositionPage['course'] = {
  method: '',
  benchmark: 'SPY',
  leftOut: [],
  points: [
    { day: '2026-01-05', book: '100.00', benchmark: '100.00' },
    { day: '2026-01-06', book: '110.00', benchmark: '101.00' },
    { day: '2026-01-08', book: '120.00', benchmark: '102.00' },
  ],
};
const show = (page: Partial<PositionPage>) =>
  renderInApp(<PositionChart page={positionPage({ position: openPosition(bought), course, ...page })} />);
const chart = () => screen.findByRole('slider', { name: words.chartLabel('TSLA', 'SPY') });
const valueText = async () => (await chart()).getAttribute('aria-valuetext');

it('shows the position with its ticker beside the benchmark', async () => {
  show({});
  expect(await valueText()).toBe('08 Jan 2026, TSLA 120.00 (+20.00%), SPY 102.00 (+2.00%)');
  expect(screen.getByText(words.chartNote(undefined))).toBeDefined();
});

it('labels the events of a day: the entry, splits, dividends and the exit', async () => {
  const position = closedPosition({ ...bought, closeDate: new Date('2026-01-08T15:00:00Z') });
  const splits = [{ day: '2026-01-06', numerator: 3, denominator: 1 }];
  // Its ex-date has no level, so it is shown on the next day that has one.
  const dividends = [{ day: '2026-01-07', amount: '0.500000' }];
  const { user } = show({ position, splits, dividends });
  const last = await valueText();
  expect(last).toContain(words.exitMark);
  expect(last).toContain(`${words.dividendMark('$0.50')}, 07 Jan 2026`);
  (await chart()).focus();
  await user.keyboard('{ArrowLeft}');
  await waitFor(async () => expect(await valueText()).toContain(words.splitMark('3:1')));
  await user.keyboard('{ArrowLeft}');
  await waitFor(async () => expect(await valueText()).toContain(words.entryMark));
});

it('starts at the entry if the period would start after a total loss', () => {
  const points = [
    { day: '2025-11-05', book: '100.00', benchmark: '100.00' },
    { day: '2026-01-05', book: '0.00', benchmark: '101.00' },
    { day: '2026-02-06', book: '0.00', benchmark: '102.00' },
  ];
  const position = openPosition({ purchaseDate: new Date('2025-11-05T00:00:00Z') });
  const { days, series, marks } = curveOf(positionPage({ position, course: { ...course, points } }), '1M');
  expect(days).toHaveLength(3);
  expect(series[0]?.values).toEqual([100, 0, 0]);
  expect(marks).toEqual([{ at: 0, name: expect.stringContaining(words.entryMark) }]);
});

it('shows that levels of a position in another currency were converted', async () => {
  show({ position: openPosition({ ...bought, currency: 'EUR' }) });
  await chart();
  expect(screen.getByText(words.chartNote('EUR'))).toBeDefined();
});

it('shows that there is no chart yet, and offers no periods', () => {
  show({ course: { ...course, points: course.points.slice(0, 1) } });
  expect(screen.getByText(words.noChart)).toBeDefined();
  expect(screen.queryByRole('button', { name: figuresWords.periodHints['1Y'] })).toBeNull();
});
