import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { proofsOf } from '~/shared/ledger-proofs';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { ledgerIndex } from './checking/ledger-index';
import { LedgerTable } from './ledger-table';

const entries = ledgerOf(
  ['opened', 'one', { ticker: 'TSLA', name: 'Tesla' }],
  ['opened', 'two', { ticker: 'NVDA', name: 'Nvidia' }],
  ['closed', 'two', { ticker: 'NVDA', name: 'Nvidia', closePrice: '120.00' }],
);

it('filters by search, event and ticker with the keyboard alone, and shows the number of entries', async () => {
  const { user } = renderInApp(
    <LedgerTable entries={entries} index={ledgerIndex(entries)} proofs={proofsOf(entries, [])} brokenSeq={undefined} />,
  );
  expect(screen.getByRole('status').textContent).toBe('3 of 3 entries');
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Search the ledger'));
  await user.keyboard('nvidia');
  expect(await screen.findByText('2 of 3 entries')).toBeDefined();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Event'));
  const events = screen.getByLabelText('Event');
  expect(
    within(events)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All events', 'Added', 'Closed']);
  await user.selectOptions(events, 'Closed');
  expect(await screen.findByText('1 of 3 entries')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Ticker'), 'TSLA');
  expect(await screen.findByText('No entries match')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('3 of 3 entries')).toBeDefined();
});
