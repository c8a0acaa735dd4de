import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { receiptWords as words } from '~/client/words/receipt';
import { OpenCalculation } from './open-calculation';

const id = '9a1f6a52-55d4-4f4f-8f0e-6f7b0b8b7f11';
const date = new Date('2026-05-04T09:30:00Z');
const position = openPosition({ id, avgEntryPrice: '100.00', purchaseDate: date });

it("opens with the calculation when a figure's lock links to it, and can be closed", async () => {
  const asked: unknown[] = [];
  fakeServer({
    'positions.receipt': (input: unknown) => {
      asked.push(input);
      throw new ServerError('Position not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  const { user } = renderInApp(<OpenCalculation position={position} />);
  expect(await screen.findByRole('dialog', { name: words.title('Tesla') })).toBeDefined();
  expect(await screen.findByText(words.couldNotLoad)).toBeDefined();
  expect(asked).toContainEqual({ id });
  await user.click(screen.getByRole('button', { name: words.close }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
