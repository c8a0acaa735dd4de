import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { investWords } from '~/client/words/invest';
import { receiptWords as words } from '~/client/words/receipt';
import { uiWords } from '~/client/words/ui';
import { computeGain } from '~/shared/gain';
import type { GainFacts } from '~/shared/schemas/gain';
import type { GainReceipt } from '~/shared/schemas/positions';
import { ReceiptDialog } from './receipt-dialog';

const alphabet = openPosition({
  name: 'Alphabet',
  ticker: 'GOOGL',
  avgEntryPrice: '100.00',
  purchaseDate: new Date('2026-01-12'),
  latestPrice: '75.00',
  gainsPercent: undefined,
});
const facts: GainFacts = {
  entryPrice: '100.00',
  purchaseDay: '2026-01-12',
  price: '75.00',
  priceDay: '2026-05-04',
  splits: [{ day: '2026-03-02', numerator: 2, denominator: 1 }],
};
const receiptOf = (known: GainFacts): GainReceipt => ({
  id: alphabet.id,
  name: alphabet.name,
  ticker: alphabet.ticker,
  status: 'open',
  facts: known,
  gain: computeGain(known),
  price: {
    kind: 'latest price',
    price: '75.00',
    source: 'Yahoo Finance',
    asOf: new Date('2026-05-04T19:59:00Z'),
    readAt: new Date('2026-05-04T20:00:00Z'),
    isStale: false,
  },
});
const receipt = receiptOf(facts);
const { price: _price, ...withoutPrice } = receiptOf({ ...facts, price: null, priceDay: null });

function open(answers: FakeResponses, position = alphabet) {
  const requests = fakeServer(answers);
  const onClose = vi.fn();
  return { requests, onClose, ...renderInApp(<ReceiptDialog isOpen position={position} onClose={onClose} />) };
}

/** The values in the drawer by their labels. */
async function shownFacts() {
  await screen.findByText(words.formula);
  const terms = screen.getAllByRole('term');
  const values = screen.getAllByRole('definition');
  return Object.fromEntries(terms.map(({ textContent }, at) => [textContent, values[at]?.textContent]));
}

it('names a split that is reported and not confirmed beside the splits that count', async () => {
  const reportedSplit = { day: '2026-04-06', numerator: 5, denominator: 4 };
  open({ 'positions.receipt': () => receipt }, openPosition({ ...alphabet, reportedSplit }));
  const { [words.splitFactor]: splits } = await shownFacts();
  expect(splits).toContain(`${words.split('2:1', '02 Mar 2026')}; ${investWords.reportedSplit('5:4')}`);
});

it('shows the values that the gain is calculated from, with their source and time', async () => {
  open({ 'positions.receipt': () => receipt });
  expect(screen.getByText(words.loading)).toBeDefined();
  const shown = await shownFacts();
  expect(screen.getByText('+50.00%')).toBeDefined();
  expect(shown[words.entry]).toContain('$100.00');
  expect(shown[words.splitFactor]).toContain(words.split('2:1', '02 Mar 2026'));
  expect(shown[words.adjustedEntry]).toContain('$50.00');
  expect(shown[words.latestPrice]).toContain('$75.00');
  expect(shown[words.source]).toBe('Yahoo Finance');
  expect(shown[words.time]).not.toContain(words.stale);
});

it('shows each step of the calculation with its result', async () => {
  open({ 'positions.receipt': () => receipt });
  await screen.findByText(words.steps);
  const steps = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(steps).toHaveLength(receipt.gain.steps.length);
  for (const [at, { label, sum, result }] of receipt.gain.steps.entries()) {
    expect(steps[at]?.textContent).toContain(label);
    expect(steps[at]?.textContent).toContain(sum);
    expect(steps[at]?.textContent).toContain(result);
  }
});

it('shows that there is no price, and no source for one', async () => {
  open({ 'positions.receipt': () => withoutPrice });
  expect(await screen.findByText(words.noPrice)).toBeDefined();
  expect(await shownFacts()).not.toHaveProperty(words.source);
});

it('marks a price that is out of date, and labels a closing price as such', async () => {
  const old = receipt.price && { ...receipt.price, kind: 'close price' as const, isStale: true };
  open({ 'positions.receipt': () => ({ ...receipt, ...(old && { price: old }) }) });
  const shown = await shownFacts();
  expect(shown[words.closePrice]).toBe('$75.00');
  expect(shown[words.time]).toContain(words.stale);
});

it('shows both exchange rates of another currency, or that one is missing', async () => {
  const rate = { pair: 'EURUSD=X', day: '2026-01-12', rate: '1.10', source: 'Yahoo Finance' };
  open({ 'positions.receipt': () => receiptOf({ ...facts, currency: 'EUR', entryRate: rate }) });
  const shown = await shownFacts();
  expect(screen.getByText(words.usdGain('EUR', undefined))).toBeDefined();
  expect(shown[words.entryRate]).toContain(words.rate('EURUSD=X', '1.10'));
  expect(shown[words.priceRate]).toBe(words.noRate);
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open({
    'positions.receipt': () => {
      if (isDown) throw new ServerError('The service is busy');
      return receipt;
    },
  });
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByText('+50.00%')).toBeDefined();
});

const recompute = async (user: ReturnType<typeof open>['user']) =>
  user.click(await screen.findByRole('button', { name: words.recompute }));

it('recalculates the gain from fresh data', async () => {
  const { user, requests } = open({ 'positions.receipt': () => receipt });
  await recompute(user);
  expect(await screen.findByText(words.agrees('+50.00%'))).toBeDefined();
  expect(requests).toHaveLength(2);
});

it('shows when the server calculated a different gain', async () => {
  const wrong = { ...receipt, gain: { ...receipt.gain, gainsPercent: '51.00' } };
  const { user } = open({ 'positions.receipt': () => wrong });
  await recompute(user);
  expect(await screen.findByText(words.differs('+50.00%', '+51.00%'))).toBeDefined();
});

it('shows why it could not recalculate', async () => {
  let calls = 0;
  const { user } = open({
    'positions.receipt': () => {
      calls += 1;
      if (calls > 1) throw new ServerError('The service is busy');
      return receipt;
    },
  });
  await recompute(user);
  await waitFor(() => expect(screen.getAllByText('The service is busy').length).toBeGreaterThan(0));
});

it('closes with its button', async () => {
  const { user, onClose } = open({ 'positions.receipt': () => receipt });
  await user.click(screen.getByRole('button', { name: words.close }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('requests nothing while it is closed', () => {
  const requests = fakeServer({ 'positions.receipt': () => receipt });
  renderInApp(<ReceiptDialog isOpen={false} position={alphabet} onClose={() => {}} />);
  expect(screen.queryByText(words.loading)).toBeNull();
  expect(requests).toEqual([]);
});
