/** The portfolio page: what members see, what administrators can do, and how it stays up to date. */
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { shownFigures } from '~/client/testing/shown-figures';
import { ada } from '~/client/testing/users';
import { investWords as words } from '~/client/words/invest';
import { priceReviewWords } from '~/client/words/price-review';
import { uiWords } from '~/client/words/ui';
import type { Book, Position } from '~/shared/schemas/positions';
import type { PositionSearch } from './book/position-tables';
import { InvestPage } from './invest-page';

const tesla = openPosition();
const nvidia = openPosition({ id: 'a1b2c3d4-0000-4000-8000-000000000002', name: 'Nvidia', ticker: 'NVDA' });
const alibaba = closedPosition({ id: 'a1b2c3d4-0000-4000-8000-000000000003', name: 'Alibaba', ticker: 'BABA' });
const bookOf = (open: Position[], closed: Position[] = []): Book => ({
  open,
  closed,
  revision: '1',
  summary: { openCount: open.length, closedCount: closed.length, countedCount: open.length },
});
let socket: ReturnType<typeof fakeSocket>;
beforeEach(() => {
  socket = fakeSocket();
});

function Page() {
  const [search, setSearch] = useState<PositionSearch>({});
  return <InvestPage search={search} onSearch={setSearch} />;
}

function open(answers: FakeResponses = {}, isAdmin = false) {
  const requests = fakeServer({
    'auth.user': () => ({ ...ada, isAdmin }),
    'positions.list': () => bookOf([tesla, nvidia], [alibaba]),
    'positions.performance': () => ({ method: '', benchmark: 'SPY', leftOut: [], points: [] }),
    'positions.priceHealth': () => ({ provider: 'none', knownCount: 0, staleCount: 0, problems: [] }),
    'positions.priceReview': () => ({ splits: [], dividends: [], heldPrices: [], differences: [] }),
    'follows.settings': () => ({
      ...{ followsAll: true, choices: [], alertMails: false, feedCreatedAt: null },
      mailState: 'off',
    }),
    ...answers,
  });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(<Page />) };
}
const openTable = () => screen.findByRole('table', { name: words.openTitle });
const closedTable = () => screen.findByRole('table', { name: words.closedTitle });
const fails = () => {
  throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
};

it('shows open and closed positions with their totals', async () => {
  open();
  expect(within(await openTable()).getByText('Tesla')).toBeDefined();
  expect(within(await closedTable()).getByText('Alibaba')).toBeDefined();
  expect(shownFigures(words.summary)[words.positions]).toBe(`3${words.openAndClosed('2', '1')}`);
});

it('shows members no actions', async () => {
  open();
  await openTable();
  expect(screen.queryByRole('button', { name: words.add })).toBeNull();
  expect(screen.queryByRole('button', { name: words.closeNamed('Tesla') })).toBeNull();
  expect(screen.queryByText(priceReviewWords.title)).toBeNull();
});

it('shows why the portfolio could not be loaded, and loads it on Retry', async () => {
  let isDown = true;
  const { user } = open({ 'positions.list': () => (isDown ? fails() : bookOf([tesla])) });
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  expect(screen.queryByLabelText(words.summary)).toBeNull();
  isDown = false;
  await user.click(screen.getAllByRole('button', { name: uiWords.retry })[0] as HTMLElement);
  expect(within(await openTable()).getByText('Tesla')).toBeDefined();
});

it('keeps the loaded portfolio if it could not be reloaded', async () => {
  let isDown = false;
  const { user } = open({ 'positions.list': () => (isDown ? fails() : bookOf([tesla])) });
  await openTable();
  isDown = true;
  await user.click(screen.getByRole('button', { name: words.refresh }));
  expect(await screen.findByText(words.notRefreshed('The service is busy'))).toBeDefined();
  expect(within(await openTable()).getByText('Tesla')).toBeDefined();
});

it('shows administrators of an empty portfolio how to start, without tables', async () => {
  const { user } = open({ 'positions.list': () => bookOf([]) }, true);
  await user.click(await screen.findByRole('button', { name: words.addFirst }));
  expect(await screen.findByRole('dialog', { name: words.addTitle })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByLabelText(words.summary)).toBeNull();
});

it('closes the position whose button was pressed, and shows the updated portfolio', async () => {
  let book = bookOf([tesla, nvidia]);
  const { user, sent } = open(
    {
      'positions.list': () => book,
      'positions.close': () => {
        book = bookOf([tesla], [closedPosition({ id: nvidia.id, name: 'Nvidia', ticker: 'NVDA' })]);
        return nvidia;
      },
    },
    true,
  );
  await user.click(await screen.findByRole('button', { name: words.closeNamed('Nvidia') }));
  const dialog = within(await screen.findByRole('dialog', { name: words.closeTitle('Nvidia') }));
  await user.click(dialog.getByRole('button', { name: words.closePosition }));
  expect(await screen.findByText(words.closed)).toBeDefined();
  expect(sent('positions.close')).toEqual([{ id: nvidia.id, closePrice: '241.50' }]);
  // The live connection is open, so it reports the change.
  socket.publish('positions.changed', { type: 'changed' });
  expect(await closedTable()).toBeDefined();
});

it('opens the calculation of the gain that was pressed', async () => {
  const { user, sent } = open({ 'positions.receipt': () => new Promise(() => {}) });
  const row = within(await openTable()).getByRole('row', { name: /Nvidia/ });
  await user.click(within(row).getByRole('button', { name: '+33.98%' }));
  await waitFor(() => expect(sent('positions.receipt')).toEqual([{ id: nvidia.id }]));
});

it('asks before it deletes a position', async () => {
  const { user, sent } = open({}, true);
  await user.click(await screen.findByRole('button', { name: words.deleteNamed('Alibaba') }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(words.deleteBody('Alibaba', 'BABA'))).toBeDefined();
  expect(question.getByText(words.deleteKept)).toBeDefined();
  await user.click(question.getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('positions.delete')).toEqual([]);
});

it('opens the correction form with the values of the position', async () => {
  const { user } = open({}, true);
  await user.click(await screen.findByRole('button', { name: words.correctNamed('Alibaba') }));
  const dialog = within(await screen.findByRole('dialog', { name: words.correctTitle('Alibaba') }));
  expect(dialog.getByLabelText<HTMLInputElement>(words.companyName).value).toBe('Alibaba');
  expect(dialog.getByLabelText<HTMLInputElement>(words.closePrice).value).toBe('200.00');
});

it('shows administrators the price provider and the pending decisions', async () => {
  open({}, true);
  expect(await screen.findByText(words.noProvider)).toBeDefined();
  expect(await screen.findByRole('heading', { name: priceReviewWords.title })).toBeDefined();
});
