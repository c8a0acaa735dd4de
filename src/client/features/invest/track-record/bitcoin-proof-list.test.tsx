import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { BitcoinProof } from '~/shared/schemas/timestamps';
import { BitcoinProofList } from './bitcoin-proof-list';

const proof: BitcoinProof = {
  id: '7',
  seq: 1200,
  hash: 'a'.repeat(64),
  calendar: 'calendar.example.com',
  requestedAt: new Date('2026-01-05T10:00:00Z'),
  submittedAt: new Date('2026-01-05T00:10:00Z'),
  block: 870_123,
  failures: 0,
  failure: null,
};
const promise: BitcoinProof = {
  ...proof,
  id: '8',
  seq: 1300,
  requestedAt: new Date('2026-01-06T11:30:00Z'),
  submittedAt: new Date('2026-01-06T00:10:00Z'),
  block: null,
};

const show = (items: BitcoinProof[], calendars: string[] = []) =>
  renderInApp(<BitcoinProofList bitcoin={{ items, calendars }} />);
const rowOf = (calendar: string) => within(screen.getByRole('row', { name: new RegExp(calendar) }));

it('is absent while no calendar is configured', () => {
  show([]);
  expect(screen.queryByText(words.bitcoin)).toBeNull();
});

it('links the newest proof in a block, attributes it to the calendar, and shows pending ones', () => {
  show([{ ...proof, id: '6', seq: 900, block: 870_000 }, proof, promise]);
  const row = rowOf('calendar.example.com');
  const inBlock = row.getByRole('link', { name: 'Block 870,123, according to the calendar' });
  expect(inBlock.getAttribute('href')).toBe('/track-record/bitcoin/7.ots');
  const waiting = row.getByRole('link', { name: 'entries up to 1,300' });
  expect(waiting.getAttribute('href')).toBe('/track-record/bitcoin/8.ots');
  expect(row.getByText('submitted 06 Jan 2026, 00:10 UTC')).toBeDefined();
  expect(row.getByText(words.noFailures)).toBeDefined();
});

it('shows a failed last request, and counts earlier failures separately', () => {
  show([proof, { ...promise, failures: 2, failure: 'The calendar returned HTTP 503.' }]);
  const row = rowOf('calendar.example.com');
  expect(row.getByText('2 failed attempts')).toBeDefined();
  const last = words.lastFailure('The calendar returned HTTP 503.', '06 Jan 2026, 11:30 UTC');
  expect(row.getByText(last)).toBeDefined();
});

it('does not present an earlier failure as the last request', () => {
  show([{ ...proof, failures: 1 }]);
  expect(rowOf('calendar.example.com').getByText('1 failed attempt')).toBeDefined();
  expect(screen.queryByText(/Last attempt/)).toBeNull();
});

it('lists a calendar that has received nothing yet', () => {
  show([proof], ['new.example.org']);
  expect(rowOf('new.example.org').getByText(words.noTimestamp)).toBeDefined();
});
