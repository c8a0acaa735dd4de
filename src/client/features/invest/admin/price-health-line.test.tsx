import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answers } from '~/client/lib/trpc';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import { PriceHealthLine } from './price-health-line';

type Health = Answers['positions']['priceHealth'];
const at = new Date('2026-11-23T10:00:00Z');
const health: Health = { provider: 'yahoo', lastSuccessAt: at, knownCount: 1, staleCount: 0, problems: [] };

function show(more: Partial<Health>) {
  fakeServer({ 'positions.priceHealth': () => ({ ...health, ...more }) });
  renderInApp(<PriceHealthLine />);
}

it.each([
  [1, 0, '1 price, none older than 15 minutes'],
  [1200, 3, '1,200 prices, 3 older than 15 minutes'],
])('counts %s known prices and %s old ones in plain words', async (knownCount, staleCount, text) => {
  show({ knownCount, staleCount });
  const line = await screen.findByText(/Prices from Yahoo/);
  expect(line.textContent).toContain(text);
});

it('names a ticker without a price below the line, which is no failure of the provider', async () => {
  show({ problems: [{ ticker: 'NOSUCH', code: 'unknown', words: 'Unknown ticker', at }] });
  const line = await screen.findByText(/Prices from Yahoo/);
  expect(line.textContent).not.toContain('NOSUCH');
  const list = screen.getByText(words.problems('1')).closest('details') as HTMLElement;
  expect(within(list).getByText(/NOSUCH.*Unknown ticker/)).toBeDefined();
});
