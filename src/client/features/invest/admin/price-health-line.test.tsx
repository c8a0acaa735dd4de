import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatMoment } from '~/client/lib/format';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import type { PriceHealth } from '~/shared/schemas/positions';
import { PriceHealthLine } from './price-health-line';

const at = new Date('2026-05-04T09:30:00Z');
const healthy: PriceHealth = { provider: 'yahoo', lastSuccessAt: at, knownCount: 12, staleCount: 0, problems: [] };

const problemOf = (ticker: string, text: string) => ({ ticker, code: 'no_price', at, words: text });

function show(health: Partial<PriceHealth>, answers: FakeResponses = {}) {
  const requests = fakeServer({ 'positions.priceHealth': () => ({ ...healthy, ...health }), ...answers });
  return { requests, ...renderInApp(<PriceHealthLine isBookRead />) };
}

it('shows the source of prices, when they last arrived and how many are known', async () => {
  show({});
  const line = await screen.findByText(/Prices from Yahoo/);
  expect(line.textContent).toBe(
    [words.provider.yahoo, words.lastSuccess(formatMoment(at)), words.knownPrices('12', '0')].join(' · '),
  );
});

it('uses the singular for one price, and names old ones', async () => {
  show({ knownCount: 1, staleCount: 1 });
  expect((await screen.findByText(/Prices from Yahoo/)).textContent).toContain('1 price, 1 older than 15 minutes');
});

it('shows that a provider has not responded yet', async () => {
  const { lastSuccessAt: _none, ...unanswered } = healthy;
  show({}, { 'positions.priceHealth': () => ({ ...unanswered, knownCount: 0 }) });
  const line = `${words.provider.yahoo} · ${words.neverAnswered}`;
  expect((await screen.findByText(/Prices from Yahoo/)).textContent).toBe(line);
});

it('shows that no provider is connected, without provider details', async () => {
  show({ provider: 'none', knownCount: 0 });
  expect((await screen.findByText(words.noProvider)).textContent).toBe(words.noProvider);
});

it('shows the newest failure with its reason', async () => {
  show({ lastFailure: problemOf('TSLA', 'Too many requests') });
  expect((await screen.findByText(/Prices from Yahoo/)).textContent).toContain(
    words.lastFailure(formatMoment(at), 'Too many requests'),
  );
});

it('lists the tickers without a new price below their number', async () => {
  const problems = [problemOf('TSLA', 'Unknown ticker'), problemOf('BABA', 'No price')];
  const { user } = show({ problems });
  await user.click(await screen.findByText(words.problems('2')));
  const items = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    words.problem('TSLA', formatMoment(at), 'Unknown ticker'),
    words.problem('BABA', formatMoment(at), 'No price'),
  ]);
});

it('is red for a failure of the provider, but not for one ticker without a price', async () => {
  const classesWith = async (health: Partial<PriceHealth>) => {
    const { unmount } = show(health);
    const line = (await screen.findByText(/Prices from Yahoo/)).parentElement?.parentElement;
    const found = line?.className;
    unmount();
    return found;
  };
  const calm = await classesWith({});
  expect(await classesWith({ problems: [problemOf('TSLA', 'Unknown ticker')] })).toBe(calm);
  expect(await classesWith({ lastFailure: problemOf('TSLA', 'Too many requests') })).not.toBe(calm);
});

it('shows no list if every ticker has a price', async () => {
  show({});
  await screen.findByText(/Prices from Yahoo/);
  expect(screen.queryByText(/Tickers without a new price/)).toBeNull();
});

it('shows why the provider could not be checked', async () => {
  const { requests } = show(
    {},
    {
      'positions.priceHealth': () => {
        throw new ServerError('Not allowed', { code: 'FORBIDDEN', httpStatus: 403 });
      },
    },
  );
  expect(await screen.findByText(words.healthUnknown('Not allowed'))).toBeDefined();
  await waitFor(() => expect(requests).toHaveLength(1));
});
