import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { backTestResult } from '~/client/testing/back-tests';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { backTestWords as words } from '~/client/words/back-test';
import { uiWords } from '~/client/words/ui';
import type { PublishedBacktest } from '~/shared/schemas/published-backtests';
import { PublishedList } from './published-list';

const { input, benchmark, drawdownPercent } = backTestResult();
const run: PublishedBacktest = {
  ...{ id: 'run-1', title: 'Six stocks', input, benchmark, drawdownPercent },
  ...{ returnPercent: '250.00', benchmarkReturnPercent: '-2.50', sources: ['Yahoo Finance'] },
  ...{ pricesHash: 'a'.repeat(64), hash: 'b'.repeat(64), hasPrices: false, isChosen: false },
  publishedAt: new Date('2026-01-05T12:00:00Z'),
};
const chosen: PublishedBacktest = { ...run, id: 'run-2', title: 'Banks', isChosen: true };
const fails = () => {
  throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
};

function open(answers: FakeResponses = {}, isAdmin = true) {
  const requests = fakeServer({ 'backtest.listPublished': () => [run, chosen], ...answers });
  const sent = (path: string) => requests.filter((request) => request.path === path).map((request) => request.input);
  return { sent, ...renderInApp(<PublishedList isAdmin={isAdmin} />) };
}
const rowOf = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));

it('shows each run with its period, its return beside the benchmark and its page', async () => {
  open({}, false);
  const row = await rowOf('Six stocks');
  expect(row.getByRole('link', { name: 'Six stocks' }).getAttribute('href')).toBe('/back-tests/run-1');
  expect(row.getByText(words.periodOf('02 Jan 2024', '03 Jan 2024'))).toBeDefined();
  expect(row.getByText('+250.00%')).toBeDefined();
  expect(row.getByText('−2.50%')).toBeDefined();
  expect(row.getByText('Jan 5, 2026')).toBeDefined();
});

it('marks only the run of the home page', async () => {
  open();
  expect((await rowOf('Banks')).getByText(words.onHomePage)).toBeDefined();
  expect((await rowOf('Six stocks')).queryByText(words.onHomePage)).toBeNull();
});

it('shows users no actions', async () => {
  open({}, false);
  await rowOf('Banks');
  expect(screen.queryByRole('button', { name: words.unpublish })).toBeNull();
  expect(screen.queryByRole('button', { name: words.choose })).toBeNull();
});

it('shows visitors nothing if nothing is published, and administrators how to start', async () => {
  const visitor = open({ 'backtest.listPublished': () => [] }, false);
  await waitFor(() => expect(visitor.sent('backtest.listPublished')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(words.publishedTitle)).toBeNull());
  visitor.unmount();
  open({ 'backtest.listPublished': () => [] });
  expect(await screen.findByText(words.nonePublished)).toBeDefined();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open({ 'backtest.listPublished': () => (isDown ? fails() : [run]) });
  expect(await screen.findByText(words.couldNotLoadPublished)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await rowOf('Six stocks')).toBeDefined();
});

it('puts a run on the home page, and is pending only in its row', async () => {
  let finish = () => {};
  const { user, sent } = open({
    'backtest.choose': () =>
      new Promise((resolve) => {
        finish = () => resolve({ ...run, isChosen: true });
      }),
  });
  await user.click((await rowOf('Six stocks')).getByRole('button', { name: words.choose }));
  expect(await (await rowOf('Six stocks')).findByRole('button', { name: words.choosing })).toBeDefined();
  expect((await rowOf('Banks')).queryByRole('button', { name: words.choosing })).toBeNull();
  finish();
  expect(await screen.findByText(words.chosen)).toBeDefined();
  expect(sent('backtest.choose')).toEqual([{ id: 'run-1', isChosen: true }]);
  await waitFor(() => expect(sent('backtest.listPublished')).toHaveLength(2));
});

it('removes the run from the home page', async () => {
  const { user, sent } = open({ 'backtest.choose': () => ({ ...chosen, isChosen: false }) });
  await user.click((await rowOf('Banks')).getByRole('button', { name: words.removeFromHomePage }));
  expect(await screen.findByText(words.unchosen)).toBeDefined();
  expect(sent('backtest.choose')).toEqual([{ id: 'run-2', isChosen: false }]);
});

it('shows why a run could not be selected, and reloads the list', async () => {
  const { user, sent } = open({ 'backtest.choose': fails });
  await user.click((await rowOf('Six stocks')).getByRole('button', { name: words.choose }));
  expect(await screen.findByText('The service is busy')).toBeDefined();
  await waitFor(() => expect(sent('backtest.listPublished')).toHaveLength(2));
});

it('unpublishes a run only after a confirmation that names it', async () => {
  const { user, sent } = open({ 'backtest.unpublish': () => ({ message: 'Back-test unpublished' }) });
  await user.click((await rowOf('Banks')).getByRole('button', { name: words.unpublish }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(words.unpublishBody('Banks'))).toBeDefined();
  await user.click(dialog.getByRole('button', { name: uiWords.cancel }));
  expect(sent('backtest.unpublish')).toEqual([]);
  await user.click((await rowOf('Banks')).getByRole('button', { name: words.unpublish }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.unpublish }));
  expect(await screen.findByText(words.unpublished)).toBeDefined();
  expect(sent('backtest.unpublish')).toEqual([{ id: 'run-2' }]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('stays open when a run could not be unpublished', async () => {
  const { user } = open({ 'backtest.unpublish': fails });
  await user.click((await rowOf('Banks')).getByRole('button', { name: words.unpublish }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: words.unpublish }));
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(screen.getByRole('alertdialog').textContent).toContain(words.unpublishBody('Banks'));
});
