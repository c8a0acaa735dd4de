import { expect, it } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { positionPage, thesisOf } from '~/client/testing/position-pages';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { shownFigures } from '~/client/testing/shown-figures';
import { investWords } from '~/client/words/invest';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage } from '~/shared/schemas/theses';
import { PositionFigures } from './position-figures';

function show(page: Partial<PositionPage>) {
  renderInApp(<PositionFigures page={positionPage(page)} />);
  return shownFigures(words.facts);
}

it('shows entry, latest price and gain of an open position', () => {
  const priceAsOf = new Date('2026-05-04T15:00:00Z');
  const figures = show({ position: openPosition({ priceAsOf }) });
  expect(figures[words.entry]).toBe(`$180.25${words.boughtOn('15 May 2023')}`);
  expect(figures[words.latest]).toBe(`$241.50${formatMoment(priceAsOf)}`);
  expect(figures[words.gain]).toBe('+33.98%');
  expect(figures[words.close]).toBeUndefined();
});

it('shows the closing price of the position and its day instead of the latest price', () => {
  const figures = show({ position: closedPosition() });
  expect(figures[words.close]).toBe(`$200.00${words.boughtOn('03 Jun 2024')}`);
  expect(figures[words.latest]).toBeUndefined();
});

it('shows dashes for unknown prices and levels that are not set', () => {
  const { latestPrice: _price, gainsPercent: _gain, ...position } = openPosition();
  const figures = show({ position });
  expect(figures[words.latest]).toBe('-');
  expect(figures[words.gain]).toBe('-');
  expect(figures[words.target]).toBe(`-${words.notSet}`);
  expect(figures[words.stop]).toBe(`-${words.notSet}`);
  expect(figures[words.review]).toBe('-');
});

it('shows the distance of target and stop from the latest price', () => {
  const position = openPosition({ latestPrice: '200.00' });
  const figures = show({ position, theses: [thesisOf({ target: '250.00', stop: '150.00' })] });
  expect(figures[words.target]).toBe(`$250.00${words.fromHere('+25.00%')}`);
  expect(figures[words.stop]).toBe(`$150.00${words.fromHere('−25.00%')}`);
});

it('compares a level, adjusted for splits, with the latest price', () => {
  const position = openPosition({ latestPrice: '200.00' });
  const figures = show({ position, theses: [thesisOf({ target: '750.00', adjustedTarget: '250.00' })] });
  expect(figures[words.target]).toBe(`$250.00${words.fromHere('+25.00%')}, ${words.beforeSplits('$750.00')}`);
});

it('shows a level without a distance if no price is known', () => {
  const { latestPrice: _price, ...position } = openPosition();
  expect(show({ position, theses: [thesisOf({ target: '250.00' })] })[words.target]).toBe('$250.00');
});

it('shows the gain in USD and with dividends for a position in another currency', () => {
  const position = openPosition({ currency: 'EUR', usdGainsPercent: '40.00', totalGainsPercent: '35.10' });
  const figures = show({ position });
  expect(figures[words.entry]).toContain('€180.25');
  expect(figures[words.gain]).toBe(`+33.98%${words.usdGain('EUR', '+40.00%')}, ${words.withDividends('+35.10%')}`);
});

it('says that the gain does not include a split that is reported and not confirmed', () => {
  const reportedSplit = { day: '2026-01-05', numerator: 5, denominator: 4 };
  const gain = show({ position: openPosition({ reportedSplit }) })[words.gain];
  expect(gain).toBe(`+33.98%${investWords.reportedSplit('5:4')}`);
});

it('shows how late the position was recorded, also without its entry', () => {
  const position = openPosition({ recordedAt: new Date('2023-05-25T15:00:00Z') });
  expect(show({ position, entries: [] })[words.entry]).toContain(investWords.recordedLate(10, '10'));
});

it('shows no delay for a position that was recorded on its day', () => {
  const position = openPosition({ recordedAt: new Date('2023-05-15T15:00:00Z') });
  expect(show({ position })[words.entry]).not.toContain('Recorded');
});

it('shows the review date of the thesis, with its horizon', () => {
  const figures = show({ theses: [thesisOf({ reviewOn: '2027-01-04', horizon: '2 years' })] });
  expect(figures[words.review]).toBe('04 Jan 20272 years');
});
