import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import { uiWords } from '~/client/words/ui';
import { AddPositionDialog } from './add-position-dialog';
import { ClosePositionDialog } from './close-position-dialog';
import { CorrectPositionDialog } from './correct-position-dialog';
import { DeletePositionDialog } from './delete-position-dialog';

const tesla = openPosition({
  avgEntryPrice: '200.00',
  purchaseDate: new Date('2025-02-03T00:00:00Z'),
  latestPrice: '250.00',
  gainsPercent: undefined,
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

/** A page with one dialog and the button that opens it. */
function Page({ dialog }: { dialog: (shown: { isOpen: boolean; onClose: () => void }) => React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {dialog({ isOpen, onClose: () => setIsOpen(false) })}
    </>
  );
}

it('shows validation errors of a new position beside its fields', async () => {
  const requests = fakeServer({});
  const { user } = renderInApp(<AddPositionDialog isOpen onClose={() => {}} />);
  await user.clear(field(words.purchaseDate));
  await user.type(field(words.entryPrice), '12.345');
  await user.click(press(words.add));
  await waitFor(() => expect(errorOf(field(words.companyName))).toBe('Name is required'));
  expect(errorOf(field(words.tickerSymbol))).toBe('Ticker is required');
  expect(errorOf(field(words.entryPrice))).toBe('Entry price must be a valid decimal');
  expect(errorOf(field(words.purchaseDate))).toBe('Purchase date is required');
  expect(document.activeElement).toBe(field(words.companyName));
  expect(requests).toEqual([]);
});

it('sends a new position with the full timestamp of its day, shows a notice and closes', async () => {
  const requests = fakeServer({ 'positions.add': () => tesla });
  const { user } = renderInApp(<Page dialog={(shown) => <AddPositionDialog {...shown} />} />);
  await user.type(field(words.companyName), 'Tesla');
  await user.type(field(words.tickerSymbol), 'tsla');
  await user.type(field(words.entryPrice), '200');
  await user.clear(field(words.purchaseDate));
  await user.type(field(words.purchaseDate), '2025-02-03');
  await user.click(press(words.add));
  expect(await screen.findByText(words.added)).toBeDefined();
  expect(screen.queryByLabelText(words.companyName)).toBeNull();
  expect(requests).toEqual([
    { path: 'positions.lookup', input: { ticker: 'tsla' } },
    { path: 'positions.lookup', input: { ticker: 'tsla', day: '2025-02-03' } },
    {
      path: 'positions.add',
      input: { name: 'Tesla', ticker: 'tsla', avgEntryPrice: '200', purchaseDate: '2025-02-03T00:00:00.000Z' },
    },
  ]);
  await user.click(press('Open'));
  expect(field(words.companyName).value).toBe('');
});

it('keeps a draft after Escape, and discards it after Cancel', async () => {
  fakeServer({});
  const { user } = renderInApp(<Page dialog={(shown) => <AddPositionDialog {...shown} />} />);
  await user.type(field(words.companyName), 'Tesla');
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByLabelText(words.companyName)).toBeNull());
  await user.click(press('Open'));
  expect(field(words.companyName).value).toBe('Tesla');
  await user.click(press(uiWords.cancel));
  await user.click(press('Open'));
  expect(field(words.companyName).value).toBe('');
});

it('offers the day of each opening as the purchase date, unless the date was changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) });
  onTestFinished(() => void vi.useRealTimers());
  fakeServer({});
  const { user } = renderInApp(<Page dialog={(shown) => <AddPositionDialog {...shown} />} />);
  expect(field(words.purchaseDate).value).toBe('2026-11-22');
  await user.type(field(words.companyName), 'Tesla');
  const closeOn = async (day: number) => {
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByLabelText(words.companyName)).toBeNull());
    vi.setSystemTime(new Date(2026, 10, day, 12));
    await user.click(press('Open'));
  };
  await closeOn(23);
  expect(field(words.companyName).value).toBe('Tesla');
  expect(field(words.purchaseDate).value).toBe('2026-11-23');
  expect(field(words.purchaseDate).max).toBe('2026-11-23');
  await user.clear(field(words.purchaseDate));
  await user.type(field(words.purchaseDate), '2026-11-20');
  await closeOn(24);
  expect(field(words.purchaseDate).value).toBe('2026-11-20');
  await user.click(press(uiWords.cancel));
  vi.setSystemTime(new Date(2026, 10, 25, 12));
  await user.click(press('Open'));
  expect(field(words.purchaseDate).value).toBe('2026-11-25');
});

it('stays open during the request, and shows its error beside the field', async () => {
  let respond = () => {};
  fakeServer({
    'positions.add': () =>
      new Promise((_, reject) => {
        respond = () => reject(new ServerError('Unknown ticker', { fieldErrors: { ticker: 'Unknown ticker' } }));
      }),
  });
  const { user } = renderInApp(<Page dialog={(shown) => <AddPositionDialog {...shown} />} />);
  await user.type(field(words.companyName), 'Tesla');
  await user.type(field(words.tickerSymbol), 'TSLLA');
  await user.type(field(words.entryPrice), '200{Enter}');
  await screen.findByRole('button', { name: words.adding });
  await user.click(press(uiWords.cancel));
  respond();
  await waitFor(() => expect(errorOf(field(words.tickerSymbol))).toBe('Unknown ticker'));
  expect(field(words.entryPrice).value).toBe('200');
  expect(document.activeElement).toBe(field(words.tickerSymbol));
});

it('keeps what was learned from a position after Escape', async () => {
  const requests = fakeServer({ 'positions.close': () => tesla });
  const { user } = renderInApp(<Page dialog={(shown) => <ClosePositionDialog position={tesla} {...shown} />} />);
  await user.type(field(words.learned), 'Too early{Escape}');
  await user.click(press('Open'));
  expect(field(words.learned).value).toBe('Too early');
  await user.click(press(words.closePosition));
  expect(await screen.findByText(words.closed)).toBeDefined();
  expect(requests).toEqual([
    { path: 'positions.close', input: { id: tesla.id, closePrice: '250.00', postMortem: 'Too early' } },
  ]);
});

it('discards what was learned from a position on Cancel', async () => {
  fakeServer({});
  const { user } = renderInApp(<Page dialog={(shown) => <ClosePositionDialog position={tesla} {...shown} />} />);
  await user.type(field(words.learned), 'Too early');
  await user.click(press(uiWords.cancel));
  await user.click(press('Open'));
  expect(field(words.learned).value).toBe('');
});

it('starts closing from the latest price each time it opens', async () => {
  const requests = fakeServer({ 'positions.close': () => tesla });
  const { user } = renderInApp(<Page dialog={(shown) => <ClosePositionDialog position={tesla} {...shown} />} />);
  expect(field(words.closePrice).value).toBe('250.00');
  await user.clear(field(words.closePrice));
  await user.type(field(words.closePrice), 'much{Enter}');
  await waitFor(() => expect(errorOf(field(words.closePrice))).toBe('Close price must be a valid decimal'));
  await user.click(press(uiWords.cancel));
  await user.click(press('Open'));
  expect(field(words.closePrice).value).toBe('250.00');
  await user.click(press(words.closePosition));
  expect(await screen.findByText(words.closed)).toBeDefined();
  expect(requests).toEqual([{ path: 'positions.close', input: { id: tesla.id, closePrice: '250.00' } }]);
});

it('deletes a position only after a confirmation that names it', async () => {
  const requests = fakeServer({ 'positions.delete': () => ({ message: 'Done' }) });
  const { user } = renderInApp(<Page dialog={(shown) => <DeletePositionDialog position={tesla} {...shown} />} />);
  expect(screen.getByText(words.deleteBody('Tesla', 'TSLA'))).toBeDefined();
  expect(requests).toEqual([]);
  await user.click(press(words.deletePosition));
  expect(await screen.findByText(words.deleted)).toBeDefined();
  expect(requests).toEqual([{ path: 'positions.delete', input: { id: tesla.id } }]);
});

it('asks for confirmation of a price that is far from the market, and sends it when confirmed', async () => {
  const market = { ticker: 'TSLA', state: 'known' as const, currency: 'USD', price: '250.10' };
  const requests = fakeServer({ 'positions.lookup': () => market, 'positions.close': () => tesla });
  const { user } = renderInApp(<Page dialog={(shown) => <ClosePositionDialog {...shown} position={tesla} />} />);
  const sent = () => requests.filter(({ path }) => path === 'positions.close');
  await user.clear(field(words.closePrice));
  await user.type(field(words.closePrice), '2.50');
  await user.click(press(words.closePosition));
  expect(await screen.findByText(words.askedAgain('Market price: $250.10. You typed 2.50.'))).toBeDefined();
  expect(sent()).toEqual([]);
  await user.click(press(words.closePosition));
  expect(await screen.findByText(words.closed)).toBeDefined();
  expect(sent()).toEqual([{ path: 'positions.close', input: { id: tesla.id, closePrice: '2.50' } }]);
});

it('asks again about a doubtful close price that was canceled', async () => {
  const market = { ticker: 'TSLA', state: 'known' as const, currency: 'USD', price: '250.10' };
  const requests = fakeServer({ 'positions.lookup': () => market, 'positions.close': () => tesla });
  const { user } = renderInApp(<Page dialog={(shown) => <ClosePositionDialog {...shown} position={tesla} />} />);
  const question = words.askedAgain('Market price: $250.10. You typed 2.50.');
  const submit = async () => {
    await user.clear(field(words.closePrice));
    await user.type(field(words.closePrice), '2.50');
    await user.click(press(words.closePosition));
    expect(await screen.findByText(question)).toBeDefined();
  };
  await submit();
  await user.click(press(uiWords.cancel));
  await user.click(press('Open'));
  expect(screen.queryByText(question)).toBeNull();
  await submit();
  expect(requests.filter(({ path }) => path === 'positions.close')).toEqual([]);
});

const nasdaq = { ticker: 'TSLA', state: 'known' as const, name: 'Tesla, Inc.', exchange: 'NASDAQ', currency: 'USD' };

it('shows the market data of a ticker once it is typed, and none of the previous one', async () => {
  fakeServer({
    'positions.lookup': (input) =>
      (input as { ticker: string }).ticker === 'TSLA'
        ? { ...nasdaq, price: '250.10' }
        : { ticker: 'TSLAA', state: 'unknown' as const },
  });
  const { user } = renderInApp(<AddPositionDialog isOpen onClose={() => {}} />);
  expect(screen.getByText(words.marketHint)).toBeDefined();
  await user.type(field(words.tickerSymbol), 'TSLA');
  await user.tab();
  expect(await screen.findByText('Tesla, Inc. \u00b7 NASDAQ \u00b7 USD \u00b7 $250.10')).toBeDefined();
  await user.type(field(words.tickerSymbol), 'A');
  expect(screen.getByText(words.marketHint)).toBeDefined();
  await user.tab();
  expect(await screen.findByText(words.unknownTicker('TSLAA'))).toBeDefined();
});

it('asks for confirmation of a company that does not match the ticker', async () => {
  const requests = fakeServer({
    'positions.lookup': () => ({ ...nasdaq, price: '250.10' }),
    'positions.add': () => tesla,
  });
  const { user } = renderInApp(<Page dialog={(shown) => <AddPositionDialog {...shown} />} />);
  await user.type(field(words.companyName), 'Toyota');
  await user.type(field(words.tickerSymbol), 'TSLA');
  await user.type(field(words.entryPrice), '250');
  await user.click(press(words.add));
  expect(await screen.findByText(words.askedAgain('TSLA is Tesla, Inc., but you typed Toyota.'))).toBeDefined();
  expect(requests.some(({ path }) => path === 'positions.add')).toBe(false);
  await user.click(press(words.add));
  expect(await screen.findByText(words.added)).toBeDefined();
});

it('compares a correction with the market on its day, and sends it when confirmed', async () => {
  const requests = fakeServer({
    'positions.lookup': () => ({ ...nasdaq, price: '250.10', dayClose: { day: '2025-02-03', price: '201.00' } }),
    'positions.correct': () => tesla,
  });
  const { user } = renderInApp(<Page dialog={(shown) => <CorrectPositionDialog {...shown} position={tesla} />} />);
  await user.clear(field(words.entryPrice));
  await user.type(field(words.entryPrice), '2.50');
  await user.type(field(words.reason), 'Typed wrong');
  await user.click(press(words.correctPosition));
  const question = words.askedAgain('Market price on 03 Feb 2025: $201.00. You typed 2.50.');
  expect(await screen.findByText(question)).toBeDefined();
  const sent = () => requests.filter(({ path }) => path === 'positions.correct');
  expect(sent()).toEqual([]);
  await user.type(field(words.reason), ' before');
  expect(screen.getByText(question)).toBeDefined();
  await user.clear(field(words.entryPrice));
  expect(screen.queryByText(question)).toBeNull();
  await user.type(field(words.entryPrice), '205');
  await user.click(press(words.correctPosition));
  expect(await screen.findByText(words.corrected)).toBeDefined();
  expect(sent()).toEqual([
    { path: 'positions.correct', input: { id: tesla.id, reason: 'Typed wrong before', avgEntryPrice: '205' } },
  ]);
  expect(requests.filter(({ path }) => path === 'positions.lookup').map(({ input }) => input)).toEqual([
    { ticker: 'TSLA', day: '2025-02-03' },
    { ticker: 'TSLA', day: '2025-02-03' },
  ]);
});
