import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { backTestResult } from '~/client/testing/back-tests';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { backTestWords as words } from '~/client/words/back-test';
import { comparedCurve } from './compared-curve';
import { decodeRun, encodeRun, otherComparedRuns } from './compared-run-urls';
import { ComparedRuns } from './compared-runs';

const shown = backTestResult();
const kept = 'BABA,MSFT~2023-01-03~2024-01-03~yearly~25';

it('keeps a run in the URL with all of its rules', () => {
  expect(encodeRun(shown.input)).toBe('TSLA~2024-01-02~2024-01-03~monthly~10');
  expect(decodeRun(kept)).toEqual({
    tickers: 'BABA,MSFT',
    from: '2023-01-03',
    to: '2024-01-03',
    rebalancing: 'yearly',
    cost: '25',
  });
});

it('compares the displayed run with at most two others, without duplicates', () => {
  expect(otherComparedRuns('a', ['a'])).toEqual([]);
  expect(otherComparedRuns('a', ['b', 'a', 'b', 'c', 'd'])).toEqual(['b', 'c']);
});

it('draws the curves over all of their days', () => {
  const earlier = backTestResult({ curve: [{ day: '2023-12-29', value: '10000.00' }] });
  const { days, series } = comparedCurve([
    { name: 'This run', result: shown },
    { name: 'Run 1', result: earlier },
  ]);
  expect(days).toEqual(['2023-12-29', '2024-01-02', '2024-01-03']);
  expect(series.map(({ values }) => values)).toEqual([
    [undefined, 10000, 11000],
    [10000, undefined, undefined],
  ]);
});

it('shows the figures of each run beside its rules, and opens or removes the kept ones', async () => {
  const requests = fakeServer({ 'backtest.run': () => backTestResult({ returnPercent: '-4.50' }) });
  const [onOpen, onRemove] = [vi.fn(), vi.fn()];
  const { user } = renderInApp(<ComparedRuns shown={shown} kept={[kept]} onOpen={onOpen} onRemove={onRemove} />);
  const table = screen.getByRole('table', { name: words.compared });
  expect(await within(table).findByText('−4.50%')).toBeDefined();
  expect(within(table).getByText('+10.00%')).toBeDefined();
  expect(within(table).getByText('BABA, MSFT · 03 Jan 2023 to 03 Jan 2024 · yearly · 25 bp')).toBeDefined();
  expect(requests.map(({ input }) => input)).toEqual([
    {
      tickers: ['BABA', 'MSFT'],
      fromDay: '2023-01-03',
      toDay: '2024-01-03',
      rebalancing: 'yearly',
      costBasisPoints: 25,
    },
  ]);
  expect(within(table).queryByRole('button', { name: words.removeNamed(words.thisRun) })).toBeNull();
  await user.click(within(table).getByRole('button', { name: words.openNamed('Run 1') }));
  expect(onOpen).toHaveBeenCalledWith(decodeRun(kept));
  await user.click(within(table).getByRole('button', { name: words.removeNamed('Run 1') }));
  expect(onRemove).toHaveBeenCalledWith(kept);
});

it('shows why a kept run can no longer be calculated', async () => {
  fakeServer({
    'backtest.run': () => {
      throw new ServerError('Closing prices are missing: BABA');
    },
  });
  renderInApp(<ComparedRuns shown={shown} kept={[kept]} onOpen={() => {}} onRemove={() => {}} />);
  expect(await screen.findByText(`${words.couldNotCompare}. Closing prices are missing: BABA`)).toBeDefined();
});
