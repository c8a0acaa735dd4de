import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { backTestWords as words } from '~/client/words/back-test';
import { tableWords } from '~/client/words/tables';
import type { BacktestTrade } from '~/shared/schemas/backtest';
import { BackTestTrades } from './back-test-trades';

const trade = (number: number): BacktestTrade => ({
  day: `${2000 + Math.floor(number / 300)}-01-${String((number % 28) + 1).padStart(2, '0')}`,
  signalDay: '2000-01-01',
  ticker: `T${number}`,
  side: 'buy',
  shares: '1',
  price: '10.00',
  amount: '10.00',
  cost: '0.01',
});

it('lists the first of many trades, and the rest on request', async () => {
  const { user } = renderInApp(<BackTestTrades trades={Array.from({ length: 60 }, (_, number) => trade(number))} />);
  await user.click(screen.getByRole('button', { name: tableWords.loadMore }));
  expect(screen.queryByRole('button', { name: tableWords.loadMore })).toBeNull();
});

it('lists all of few trades', () => {
  renderInApp(<BackTestTrades trades={[trade(0), { ...trade(1), amount: '17362.52', price: '1163.81' }]} />);
  const { getByText } = within(screen.getByRole('region', { name: words.trades }));
  expect(getByText('T1')).toBeDefined();
  expect(getByText('$17,362.52')).toBeDefined();
  expect(getByText('$1,163.81')).toBeDefined();
  expect(screen.queryByRole('button', { name: tableWords.loadMore })).toBeNull();
});

it('shows each trade in a few lines on a narrow screen, with names for screen readers', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  renderInApp(<BackTestTrades trades={[{ ...trade(0), shares: '6.09840669', price: '1163.81', amount: '7097.39' }]} />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('listitem').textContent).toBe(
    'Buy T0Amount: $7,097.39Trade date: 01 Jan 2000Shares: 6.09840669 × $1,163.81Signal date 01 Jan 2000Cost $0.01',
  );
});
