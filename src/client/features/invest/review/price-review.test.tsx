import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { priceReviewWords as words } from '~/client/words/price-review';
import type { PriceReview as Review } from '~/shared/schemas/price-review';
import { PriceReview } from './price-review';

const review: Review = {
  splits: [
    { ticker: 'TSLA', day: '2022-08-25', numerator: 3, denominator: 1, state: 'reported', source: 'Yahoo Finance' },
  ],
  dividends: [],
  differences: [],
  heldPrices: [
    {
      ticker: 'BABA',
      price: '8.10',
      at: new Date('2026-05-04T09:30:00Z'),
      knownPrice: '81.00',
      words: 'It fell by 90%',
    },
  ],
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

function open(answers: FakeResponses = {}) {
  const requests = fakeServer({ 'positions.priceReview': () => review, ...answers });
  const sent = () => requests.filter(({ path }) => path !== 'positions.priceReview');
  return { sent, ...renderInApp(<PriceReview />) };
}
const rowOf = async (ticker: string) => within(await screen.findByRole('row', { name: new RegExp(ticker) }));
const dialog = async () => within(await screen.findByRole('dialog'));

it('confirms a split with a reason, for its ticker and day', async () => {
  const { user, sent } = open({ 'positions.decideSplit': () => ({ message: 'Split confirmed' }) });
  await user.click((await rowOf('TSLA')).getByRole('button', { name: words.confirm }));
  const form = await dialog();
  expect(form.getByText('TSLA 3:1, 25 Aug 2022')).toBeDefined();
  await user.click(form.getByRole('button', { name: words.splitTitle.confirmed }));
  await waitFor(() => expect(errorOf(field(words.reason))).toBe('Reason is required'));
  expect(sent()).toEqual([]);
  await user.type(field(words.reason), 'Announced{Enter}');
  expect(await screen.findByText(words.decided)).toBeDefined();
  expect(sent()).toEqual([
    {
      path: 'positions.decideSplit',
      input: { ticker: 'TSLA', day: '2022-08-25', decision: 'confirmed', reason: 'Announced' },
    },
  ]);
});

it('shows closing prices that differ with both sources', async () => {
  const difference = {
    ticker: 'NVDA',
    day: '2026-05-01',
    close: '100.000000',
    source: 'Tiingo',
    otherClose: '102.500000',
    otherSource: 'EODHD',
    since: new Date('2026-05-02T09:30:00Z'),
  };
  open({ 'positions.priceReview': () => ({ ...review, secondSource: 'EODHD', differences: [difference] }) });
  const row = await rowOf('NVDA');
  expect(row.getByText(words.priceOf('$100.00', 'Tiingo'))).toBeDefined();
  expect(row.getByText(words.priceOf('$102.50', 'EODHD'))).toBeDefined();
  expect(row.getByText('01 May 2026')).toBeDefined();
});

it('does not claim that closing prices agree if nothing compares them', async () => {
  open();
  await rowOf('TSLA');
  expect(screen.queryByText(words.noDifferences)).toBeNull();
  expect(screen.queryByText(words.differences)).toBeNull();
});

it('overrules a held-back price at exactly the reported price', async () => {
  const { user, sent } = open({ 'positions.decidePrice': () => ({ message: 'Price overruled' }) });
  await user.click((await rowOf('BABA')).getByRole('button', { name: words.overrule }));
  await dialog();
  await user.type(field(words.reason), 'A typing error{Enter}');
  expect(await screen.findByText(words.decided)).toBeDefined();
  expect(sent()[0]?.input).toEqual({
    ticker: 'BABA',
    price: '8.10',
    decision: 'overruled',
    reason: 'A typing error',
  });
});

it('keeps the reason if a decision could not be recorded', async () => {
  const { user } = open({
    'positions.decidePrice': () => {
      throw new ServerError('The price is no longer held back', { code: 'CONFLICT', httpStatus: 409 });
    },
  });
  await user.click((await rowOf('BABA')).getByRole('button', { name: words.confirm }));
  await dialog();
  await user.type(field(words.reason), 'Checked{Enter}');
  expect(await screen.findByText('The price is no longer held back')).toBeDefined();
  expect(field(words.reason).value).toBe('Checked');
});

it('requires a price for a delisting, which may be 0', async () => {
  const { user, sent } = open({ 'positions.delistTicker': () => ({ count: 1 }) });
  await rowOf('TSLA');
  await user.click(press(words.delist));
  await dialog();
  await user.type(field(words.ticker), 'tsla');
  await user.type(field(words.price), '-1');
  await user.type(field(words.reason), 'Bankrupt{Enter}');
  await waitFor(() => expect(errorOf(field(words.price))).toBe('Price must be a valid decimal or 0'));
  expect(sent()).toEqual([]);
  await user.clear(field(words.price));
  await user.type(field(words.price), '0{Enter}');
  expect(await screen.findByText(words.delisted)).toBeDefined();
  expect(sent()[0]).toMatchObject({ path: 'positions.delistTicker', input: { price: '0', reason: 'Bankrupt' } });
});

it('renames a ticker with a reason', async () => {
  const { user, sent } = open({ 'positions.renameTicker': () => ({ count: 2 }) });
  await rowOf('TSLA');
  await user.click(press(words.rename));
  await dialog();
  await user.type(field(words.ticker), 'FB');
  await user.type(field(words.newTicker), 'META');
  await user.type(field(words.reason), 'New name{Enter}');
  expect(await screen.findByText(words.renamed)).toBeDefined();
  expect(sent()).toEqual([{ path: 'positions.renameTicker', input: { ticker: 'FB', to: 'META', reason: 'New name' } }]);
});
