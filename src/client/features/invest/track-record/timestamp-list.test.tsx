import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { LedgerTimestamp } from '~/shared/schemas/timestamps';
import { TimestampList } from './timestamp-list';

const signed: LedgerTimestamp = {
  id: '7',
  seq: 1200,
  hash: 'a'.repeat(64),
  authority: 'tsa.example.com',
  requestedAt: new Date('2026-01-05T10:00:00Z'),
  time: new Date('2026-01-05T10:00:02Z'),
  failures: 0,
  failure: null,
};
const failed: LedgerTimestamp = {
  ...signed,
  id: '8',
  seq: 1201,
  requestedAt: new Date('2026-01-06T11:30:00Z'),
  time: null,
  failures: 2,
  failure: 'It did not answer.',
};

function show(items: LedgerTimestamp[], authorities = ['tsa.example.com']) {
  renderInApp(<TimestampList timestamps={{ items, authorities }} />);
}
const rowOf = (authority: string) => within(screen.getByRole('row', { name: new RegExp(authority) }));

it('links the newest signature of an authority and shows what it covers', () => {
  show([{ ...signed, id: '6', seq: 900 }, signed]);
  const row = rowOf('tsa.example.com');
  const link = row.getByRole('link', { name: '05 Jan 2026, 10:00 UTC' });
  expect(link.getAttribute('href')).toBe('/track-record/timestamps/7.tsr');
  expect(row.getByText(words.covers('1,200'))).toBeDefined();
  expect(row.getByText(words.noFailures)).toBeDefined();
});

it('shows a failed last attempt beside the previous signature', () => {
  show([signed, failed]);
  const row = rowOf('tsa.example.com');
  expect(row.getByRole('link', { name: '05 Jan 2026, 10:00 UTC' })).toBeDefined();
  expect(row.getByText('2 failed attempts')).toBeDefined();
  expect(row.getByText(words.lastFailure('It did not answer.', '06 Jan 2026, 11:30 UTC'))).toBeDefined();
});

it('counts earlier failures, and does not call them the last attempt after a success', () => {
  show([{ ...failed, failures: 1, seq: 1100 }, signed]);
  const row = rowOf('tsa.example.com');
  expect(row.getByText('1 failed attempt')).toBeDefined();
  expect(row.queryByText(/Last attempt/)).toBeNull();
});

it('lists an authority that has not signed yet, and a former one', () => {
  show([signed], ['new.example.org']);
  expect(rowOf('new.example.org').getByText(words.noTimestamp)).toBeDefined();
  expect(rowOf('tsa.example.com').getByRole('link')).toBeDefined();
  expect(screen.getByText(words.timestampsNote)).toBeDefined();
});

it('shows that only the server proves the times if no authority is configured', () => {
  show([], []);
  expect(screen.getByText(words.timestampsOff)).toBeDefined();
  expect(screen.queryByText(words.timestampsNote)).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});
