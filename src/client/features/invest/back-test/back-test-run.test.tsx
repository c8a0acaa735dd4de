/** A back-test from the URL to its result: running, failing, keeping and publishing. */
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { backTestResult } from '~/client/testing/back-tests';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { shownFigures } from '~/client/testing/shown-figures';
import { backTestWords as words } from '~/client/words/back-test';
import { uiWords } from '~/client/words/ui';
import { missingClosesMessage } from '~/shared/missing-closes';
import { BackTestRun } from './back-test-run';
import type { BackTestSearch } from './back-test-search';

const asked: BackTestSearch = {
  tickers: 'TSLA',
  from: '2024-01-02',
  to: '2024-01-03',
  rebalancing: 'monthly',
  cost: '10',
};
const result = backTestResult({ drawdownFrom: '2024-01-02', drawdownTo: '2024-01-03' });

function Page({ start, isAdmin }: { start: BackTestSearch; isAdmin: boolean }) {
  const [search, setSearch] = useState(start);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <BackTestRun search={search} onSearch={setSearch} isAdmin={isAdmin} />
    </>
  );
}

function open(answers: FakeResponses = {}, { start = asked, isAdmin = false } = {}) {
  const requests = fakeServer({
    'backtest.universe': () => [{ ticker: 'TSLA', firstDay: '2020-01-02', lastDay: '2026-01-05', closes: 1510 }],
    'backtest.run': () => result,
    ...answers,
  });
  const sent = () => requests.filter(({ path }) => path === 'backtest.run').map(({ input }) => input);
  const address = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}') as BackTestSearch;
  return { sent, address, ...renderInApp(<Page start={start} isAdmin={isAdmin} />) };
}
const heading = () => screen.findByRole('heading', { name: words.result });

it('runs the back-test in the URL, and shows its figures, rules and trades', async () => {
  const { sent } = open();
  await heading();
  expect(sent()).toEqual([
    { tickers: ['TSLA'], fromDay: '2024-01-02', toDay: '2024-01-03', rebalancing: 'monthly', costBasisPoints: 10 },
  ]);
  const figures = shownFigures(words.result);
  expect(figures[words.returned]).toBe('+10.00%');
  expect(figures[words.benchmarkReturn('SPY')]).toBe('+2.00%');
  expect(figures[words.volatility]).toBe(`-${words.volatilityUnknown}`);
  expect(figures[words.drawdown]).toContain(words.drawdownDays('02 Jan 2024', '03 Jan 2024'));
  expect(screen.getByText('Every stock has the same weight.')).toBeDefined();
  expect(screen.getByText(words.hypothetical)).toBeDefined();
});

it('separates thousands in sums of money', async () => {
  open({ 'backtest.run': () => ({ ...result, startValue: '10000.00', endValue: '17362.52', costs: '1234.50' }) });
  await heading();
  const figures = shownFigures(words.result);
  expect(figures[words.value]).toBe(`$17,362.52${words.valueNote('$10,000.00')}`);
  expect(figures[words.costs]).toContain('$1,234.50');
});

it('shows the method and runs nothing without a request', async () => {
  const { sent } = open({}, { start: {} });
  expect(await screen.findByRole('heading', { name: words.method })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(words.tickers).value).toBe('TSLA');
  expect(screen.queryByRole('heading', { name: words.result })).toBeNull();
  expect(sent()).toEqual([]);
});

it('focuses a result that was requested on the page, and puts it into the URL', async () => {
  const { user, address } = open({}, { start: {} });
  const tickers = await screen.findByLabelText(words.tickers);
  await user.clear(tickers);
  await user.type(tickers, 'nvda, tsla');
  await user.click(screen.getByRole('button', { name: words.run }));
  const shown = await heading();
  await waitFor(() => expect(document.activeElement).toBe(shown));
  expect(address()).toMatchObject({ tickers: 'NVDA,TSLA' });
});

it('leaves the focus unchanged when a link opened the result', async () => {
  open();
  expect(document.activeElement).not.toBe(await heading());
});

it('shows why a back-test failed, and runs it again on Retry', async () => {
  let isMissing = true;
  const { user } = open({
    'backtest.run': () => {
      if (isMissing) throw new ServerError('Closing prices of TSLA are missing', { httpStatus: 400 });
      return result;
    },
  });
  expect(await screen.findByText('Closing prices of TSLA are missing')).toBeDefined();
  expect(screen.queryByRole('heading', { name: words.result })).toBeNull();
  isMissing = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await heading()).toBeDefined();
});

it('lists the tickers whose closing prices are missing, and runs again on Retry', async () => {
  const missing = Array.from({ length: 12 }, (_, index) => ({
    ticker: `T${index}`,
    days: index === 0 ? 1 : 1200,
    first: '2021-01-05',
    last: index === 0 ? '2021-01-05' : '2026-01-09',
  }));
  let isMissing = true;
  const { user } = open({
    'backtest.run': () => {
      if (isMissing) throw new ServerError(missingClosesMessage(missing), { code: 'CONFLICT', httpStatus: 409 });
      return result;
    },
  });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(words.missingCloses)).toBeDefined();
  expect(alert.getByText(words.missingAdvice)).toBeDefined();
  const lines = alert.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toHaveLength(11);
  expect([lines[0], lines[1], lines[10]]).toEqual([
    'T0: 1 day, 05 Jan 2021',
    'T1: 1,200 days, 05 Jan 2021 to 09 Jan 2026',
    'More tickers: 2',
  ]);
  isMissing = false;
  await user.click(alert.getByRole('button', { name: uiWords.retry }));
  expect(await heading()).toBeDefined();
});

it('runs with the same rules again', async () => {
  const { user, sent } = open();
  await heading();
  await user.click(screen.getByRole('button', { name: words.run }));
  await waitFor(() => expect(sent()).toHaveLength(2));
});

it('keeps a run in the URL for comparison, and removes it again', async () => {
  const { user, address } = open();
  await heading();
  await user.click(screen.getByRole('button', { name: words.compare }));
  expect(address().kept).toEqual(['TSLA~2024-01-02~2024-01-03~monthly~10']);
  const kept = screen.getByRole('button', { name: words.kept });
  expect(kept.getAttribute('aria-pressed')).toBe('true');
  await user.click(kept);
  expect(address().kept).toEqual([]);
});

it('lets only administrators publish the result', async () => {
  const member = open();
  await heading();
  expect(screen.queryByRole('button', { name: words.publish })).toBeNull();
  member.unmount();
  const { user } = open({}, { isAdmin: true });
  await heading();
  await user.click(screen.getByRole('button', { name: words.publish }));
  const dialog = within(await screen.findByRole('dialog', { name: words.publishTitle }));
  await user.click(dialog.getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows that there is no price history yet', async () => {
  open({ 'backtest.universe': () => [] }, { start: {} });
  expect(await screen.findByText(words.noCloses)).toBeDefined();
  expect(screen.getByText(words.noClosesNote)).toBeDefined();
});
