import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { investWords } from '~/client/words/invest';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord, ValuedPosition } from '~/shared/track-record';
import type { VerifiedPosition } from '~/shared/verified-positions';
import type { VerifiedRecord } from '~/shared/verified-record';
import { TrackedPositions } from './tracked-positions';

const tesla: ValuedPosition = {
  id: 'one',
  ticker: 'TSLA',
  tickers: [{ ticker: 'TSLA', since: '2026-01-05T15:00:00.000Z' }],
  name: 'Tesla',
  entryPrice: '180.25',
  purchaseDate: '2026-01-05T00:00:00.000Z',
  purchaseDay: '2026-01-05',
  seq: 1,
  kind: 'opened',
  recordedAt: '2026-01-05T15:00:00.000Z',
  daysLate: 0,
  isRecordedLater: false,
  state: 'open',
  isSample: false,
  price: '241.50',
  gainsPercent: '33.98',
};
const counted: VerifiedPosition = {
  id: 'one',
  ticker: 'TSLA',
  name: 'Tesla',
  state: 'counted',
  recordedAt: tesla.recordedAt,
  daysLate: 0,
  fromDay: '2026-01-05',
  untilDay: '2026-02-02',
  spans: [],
  hasEnded: false,
  isUnpriced: false,
  gainsPercent: '20.00',
};
const stated: TrackRecord = {
  positions: [],
  openCount: 1,
  closedCount: 0,
  deletedCount: 0,
  sampleCount: 0,
  lateCount: 0,
  mostDaysLate: 0,
  endedCount: 0,
  benchmark: 'SPY',
  method: '',
  points: [],
  leftOut: [],
};
const verified: VerifiedRecord = {
  positions: [],
  countedCount: 0,
  endedCount: 0,
  benchmark: 'SPY',
  method: '',
  points: [],
  unpriced: [],
};

/** Renders one position and returns the cells of its row by column name. */
function show(position: Partial<ValuedPosition> = {}, proven: Partial<VerifiedPosition> | null = {}) {
  const row = { ...tesla, ...position };
  renderInApp(
    <TrackedPositions
      stated={{ ...stated, positions: [row], sampleCount: row.isSample ? 1 : 0 }}
      verified={{ ...verified, positions: proven ? [{ ...counted, ...proven }] : [] }}
    />,
  );
  const table = within(screen.getByRole('table', { name: words.positions }));
  const names = table.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '');
  const [, shown] = table.getAllByRole('row');
  const cells = [...(shown?.children ?? [])].map(({ textContent }) => textContent);
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
}

it('shows the stated and the verified gain of a position side by side', () => {
  const cells = show();
  expect(cells).toMatchObject({
    [words.name]: 'Tesla',
    [words.ticker]: 'TSLA',
    [words.purchaseDate]: '05 Jan 2026',
    [words.entryPrice]: '$180.25',
    [words.state]: words.open,
    [words.price]: '$241.50',
    [words.gains]: '+33.98%',
  });
  expect(cells[words.verifiedGains]).toBe(`+20.00%${words.verifiedSince('05 Jan 2026')}`);
});

it('on a phone, shows its prices and both gains in one compact row', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const late = { ...tesla, daysLate: 12 };
  renderInApp(
    <TrackedPositions stated={{ ...stated, positions: [late] }} verified={{ ...verified, positions: [counted] }} />,
  );
  const row = within(screen.getByRole('list', { name: words.positions })).getByRole('listitem');
  for (const text of [
    'Tesla TSLA',
    words.open,
    `${words.purchaseDate}: 05 Jan 2026`,
    `${words.entryPrice}: $180.25`,
    `${words.price}: $241.50`,
    words.daysLate(12, '12'),
    `${words.gains}+33.98%`,
    `${words.verifiedGains}+20.00%${words.verifiedSince('05 Jan 2026')}`,
  ])
    expect(row.textContent).toContain(text);
});

it('shows a loss with a minus sign, and a dash for an unknown gain', () => {
  const { gainsPercent: _gain, price: _price, ...unknown } = tesla;
  const first = renderInApp(
    <TrackedPositions
      stated={{ ...stated, positions: [unknown] }}
      verified={{ ...verified, positions: [{ ...counted, gainsPercent: '-4.20' }] }}
    />,
  );
  const row = screen.getByRole('row', { name: /Tesla/ });
  expect(row.textContent).toContain('−4.20%');
  expect(within(row).getAllByText('-')).toHaveLength(2);
  first.unmount();
});

it.each([
  ['waiting', words.verifiedStates.waiting],
  ['unpriced', words.verifiedStates.unpriced],
  ['notHeld', words.verifiedStates.notHeld],
  ['sample', words.verifiedStates.sample],
] as const)('shows why a position that is %s has no verified gain', (state, text) => {
  const cells = show({}, { state });
  expect(cells[words.verifiedGains]).toBe(text);
});

it('shows the days between which a closed position counted, and a late first price', () => {
  const cells = show({}, { hasEnded: true, isPricedLate: true });
  expect(cells[words.verifiedGains]).toContain(words.verifiedBetween('05 Jan 2026', '02 Feb 2026'));
  expect(cells[words.verifiedGains]).toContain(words.pricedLate);
});

it('shows the total return only if dividends change it', () => {
  expect(show({}, { totalGainsPercent: '21.50' })[words.verifiedGains]).toContain(words.withDividends('+21.50%'));
});

it('shows no total return that is the same as the price return', () => {
  expect(show({}, { totalGainsPercent: '20.00' })[words.verifiedGains]).not.toContain('dividends');
});

it('has no verified gain for a position that the verified record does not contain', () => {
  expect(show({}, null)[words.verifiedGains]).toBe('');
});

it('shows how late a position was recorded', () => {
  expect(show({ daysLate: 1200 })[words.purchaseDate]).toContain('Recorded 1,200 days after purchase date');
});

it('uses the singular for one day', () => {
  expect(show({ daysLate: 1 })[words.purchaseDate]).toContain('Recorded 1 day after purchase date');
});

it('shows the gain in USD with the gain in its own currency', () => {
  const cells = show({ currency: 'EUR', localGainsPercent: '30.00' });
  expect(cells[words.entryPrice]).toBe('€180.25');
  expect(cells[words.gains]).toBe(`+33.98%${words.localGain('EUR', '+30.00%')}`);
});

it('shows that a position was closed or deleted, and when', () => {
  expect(show({ state: 'closed', closeDay: '2026-03-02' })[words.state]).toBe(words.closedOn('02 Mar 2026'));
});

it('keeps a deleted position, marked with the day of its deletion', () => {
  const deleted = { seq: 3, at: '2026-03-04T10:00:00.000Z', day: '2026-03-04' };
  expect(show({ state: 'deleted', deleted })[words.state]).toBe(words.deletedOn('04 Mar 2026'));
});

it('marks samples and explains that they never count', () => {
  expect(show({ isSample: true, kind: 'seeded' })[words.name]).toContain(investWords.sample);
  expect(screen.getByText(words.samplesNote)).toBeDefined();
});

it('does not mention samples if there are none', () => {
  show();
  expect(screen.queryByText(words.samplesNote)).toBeNull();
});

it('shows the same values on a phone', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  renderInApp(
    <TrackedPositions stated={{ ...stated, positions: [tesla] }} verified={{ ...verified, positions: [counted] }} />,
  );
  expect(screen.queryByRole('table')).toBeNull();
  for (const text of ['Tesla', 'TSLA', '$180.25', '+33.98%', '+20.00%']) expect(screen.getByText(text)).toBeDefined();
});
