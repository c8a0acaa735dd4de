import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { closedPosition, openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import { uiWords } from '~/client/words/ui';
import type { Position } from '~/shared/schemas/positions';
import { CorrectPositionDialog } from './correct-position-dialog';

const tesla = openPosition();
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

function Page({ position }: { position: Position }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <CorrectPositionDialog isOpen={isOpen} position={position} onClose={() => setIsOpen(false)} />
    </>
  );
}

function open(answers: FakeResponses = {}, position = tesla) {
  const requests = fakeServer({ 'positions.correct': () => position, ...answers });
  const sent = () => requests.filter(({ path }) => path === 'positions.correct').map(({ input }) => input);
  return { sent, ...renderInApp(<Page position={position} />) };
}

it('sends only changed values with the reason, shows a notice and closes', async () => {
  const { user, sent } = open();
  await user.clear(field(words.entryPrice));
  await user.type(field(words.entryPrice), '181.25');
  await user.type(field(words.reason), 'Typing error{Enter}');
  expect(await screen.findByText(words.corrected)).toBeDefined();
  expect(sent()).toEqual([{ id: tesla.id, reason: 'Typing error', avgEntryPrice: '181.25' }]);
  expect(screen.queryByLabelText(words.reason)).toBeNull();
});

it('keeps the time of day of an unchanged date, and sends midnight of a changed one', async () => {
  const bought = openPosition({ purchaseDate: new Date('2023-05-15T15:30:00Z') });
  const { user, sent } = open({}, bought);
  expect(field(words.purchaseDate).value).toBe('2023-05-15');
  await user.type(field(words.companyName), ' Inc.');
  await user.type(field(words.reason), 'Full name{Enter}');
  await screen.findByText(words.corrected);
  expect(sent()).toEqual([{ id: bought.id, reason: 'Full name', name: 'Tesla Inc.' }]);
  await user.click(press('Open'));
  await user.clear(field(words.purchaseDate));
  await user.type(field(words.purchaseDate), '2023-05-16');
  await user.type(field(words.reason), 'Bought a day later{Enter}');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({
    id: bought.id,
    reason: 'Bought a day later',
    purchaseDate: '2023-05-16T00:00:00.000Z',
  });
});

it('requires a reason and valid values', async () => {
  const { user, sent } = open();
  await user.clear(field(words.companyName));
  await user.clear(field(words.entryPrice));
  await user.type(field(words.entryPrice), 'about 180');
  await user.clear(field(words.purchaseDate));
  await user.click(press(words.correctPosition));
  await waitFor(() => expect(errorOf(field(words.reason))).toBe('Reason is required'));
  expect(errorOf(field(words.companyName))).toBe('Name is required');
  expect(errorOf(field(words.entryPrice))).toBe('Entry price must be a valid decimal');
  expect(errorOf(field(words.purchaseDate))).toBe('Purchase date is required');
  expect(document.activeElement).toBe(field(words.companyName));
  expect(sent()).toEqual([]);
  await user.type(field(words.companyName), 'Tesla');
  await waitFor(() => expect(errorOf(field(words.companyName))).toBeUndefined());
});

it('corrects the closing price of a closed position, which an open one does not have', async () => {
  const first = open();
  expect(screen.queryByLabelText(words.closePrice)).toBeNull();
  first.unmount();
  const { user, sent } = open({}, closedPosition());
  expect(field(words.closePrice).value).toBe('200.00');
  await user.clear(field(words.closePrice));
  await user.type(field(words.closePrice), '210');
  await user.type(field(words.reason), 'Wrong fill{Enter}');
  await screen.findByText(words.corrected);
  expect(sent()).toEqual([{ id: tesla.id, reason: 'Wrong fill', closePrice: '210' }]);
});

it('starts from the values of the position each time it opens', async () => {
  const { user } = open();
  await user.clear(field(words.companyName));
  await user.type(field(words.companyName), 'Edison');
  await user.type(field(words.reason), 'A draft');
  await user.click(press(uiWords.cancel));
  expect(screen.queryByLabelText(words.companyName)).toBeNull();
  await user.click(press('Open'));
  expect(field(words.companyName).value).toBe('Tesla');
  expect(field(words.reason).value).toBe('');
});

it('keeps what was entered when Escape closes it', async () => {
  const { user, sent } = open();
  await user.type(field(words.companyName), ' Inc.');
  await user.type(field(words.reason), 'Full name');
  screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByLabelText(words.reason)).toBeNull());
  await user.click(press('Open'));
  expect(field(words.companyName).value).toBe('Tesla Inc.');
  await user.type(field(words.reason), '{Enter}');
  await screen.findByText(words.corrected);
  expect(sent()).toEqual([{ id: tesla.id, reason: 'Full name', name: 'Tesla Inc.' }]);
  await user.click(press('Open'));
  expect(field(words.reason).value).toBe('');
});

it("can't be closed during the request, and shows its error beside the field", async () => {
  let refuse = () => {};
  const { user } = open({
    'positions.correct': () =>
      new Promise((_, reject) => {
        const message = 'Entry price is not plausible';
        refuse = () => reject(new ServerError(message, { fieldErrors: { avgEntryPrice: message } }));
      }),
  });
  await user.clear(field(words.entryPrice));
  await user.type(field(words.entryPrice), '1');
  await user.type(field(words.reason), 'Typing error{Enter}');
  await screen.findByRole('button', { name: words.correcting });
  await user.click(press(uiWords.cancel));
  refuse();
  await waitFor(() => expect(errorOf(field(words.entryPrice))).toBe('Entry price is not plausible'));
  expect(screen.getByText(words.error)).toBeDefined();
  expect(field(words.reason).value).toBe('Typing error');
});
