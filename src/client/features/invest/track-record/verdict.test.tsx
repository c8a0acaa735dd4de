import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatInstant } from '~/client/lib/format';
import { renderInApp } from '~/client/testing/render';
import { trackRecordWords as words } from '~/client/words/track-record';
import { createChainCheck } from '~/shared/ledger-chain';
import { proofsOf } from '~/shared/ledger-proofs';
import type { BitcoinProof, LedgerTimestamp } from '~/shared/schemas/timestamps';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import type { ReadTrackRecord } from './read-track-record';
import { Verdict } from './verdict';

const entries = ledgerOf(
  ['opened', 'one', { ticker: 'TSLA', name: 'Tesla' }],
  ['opened', 'two', { ticker: 'NVDA', name: 'Nvidia' }],
  ['closed', 'two', { ticker: 'NVDA', name: 'Nvidia', closePrice: '120.00' }],
);
const signature = (seq: number, time: Date, hash = entries[seq - 1]?.hash ?? ''): LedgerTimestamp => ({
  ...{ id: String(seq), seq, hash, authority: 'tsa.example.com', requestedAt: time, time, failures: 0, failure: null },
});

interface Shown {
  ledger?: LedgerEntry[];
  timestamps?: LedgerTimestamp[];
  bitcoin?: BitcoinProof[];
  differences?: string[];
  webCrypto?: ReadTrackRecord['webCrypto'];
}

function show({ ledger = entries, timestamps = [], bitcoin = [], differences = [], webCrypto }: Shown = {}) {
  const chain = createChainCheck();
  chain.add(ledger);
  const hashes = new Set(ledger.map(({ hash }) => hash));
  // Only the fields that the verdict uses.
  const reading = {
    check: { state: chain.state, has: (hash: string) => hashes.has(hash.trim().toLowerCase()) },
    webCrypto: webCrypto ?? { isUsed: true, wrongSeq: null },
    differences,
    proofs: proofsOf(ledger, timestamps, bitcoin),
  } as unknown as ReadTrackRecord;
  return renderInApp(<Verdict reading={reading} />);
}

it('shows that every entry was verified, how and up to when', () => {
  show();
  const status = within(screen.getByRole('status'));
  expect(status.getByRole('heading', { name: words.whole })).toBeDefined();
  expect(status.getByText(words.allVerified('3'))).toBeDefined();
  expect(status.getByText(words.checked(formatInstant(entries[2]?.at ?? new Date())))).toBeDefined();
  expect(status.getByText(words.byWebCrypto)).toBeDefined();
  expect(status.getByText(words.sameAsBook)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows that only the page computed the hashes if the browser does not support that', () => {
  show({ webCrypto: { isUsed: false, wrongSeq: null } });
  expect(screen.getByText(words.byScript)).toBeDefined();
  expect(screen.queryByText(words.byWebCrypto)).toBeNull();
});

it('raises an alarm at the entry where the chain breaks', () => {
  const changed = entries.map((entry, index) =>
    index === 1 ? { ...entry, body: entry.body.replace('100.00', '50.00') } : entry,
  );
  show({ ledger: changed });
  const alarm = within(screen.getByRole('alert'));
  expect(alarm.getByRole('heading', { name: words.broken('2') })).toBeDefined();
  expect(alarm.queryByText(words.allVerified('3'))).toBeNull();
  expect(alarm.queryByText(words.byWebCrypto)).toBeNull();
});

it('raises an alarm if the browser calculates a different hash than the ledger contains', () => {
  show({ webCrypto: { isUsed: true, wrongSeq: 3 } });
  const alarm = within(screen.getByRole('alert'));
  expect(alarm.getByRole('heading', { name: words.broken('3') })).toBeDefined();
  expect(alarm.getByText(words.webCryptoDiffers('3'))).toBeDefined();
});

it('lists where the portfolio differs from the ledger', () => {
  const difference = 'Tesla (TSLA): the entry price is 1.00 in the portfolio but 100.00 in the ledger.';
  show({ differences: [difference] });
  expect(within(screen.getByRole('alert')).getByRole('heading', { name: words.odd })).toBeDefined();
  const list = screen.getByRole('list', { name: words.differences });
  expect(within(list).getByRole('listitem').textContent).toBe(difference);
  expect(screen.queryByText(words.sameAsBook)).toBeNull();
});

it('shows that the ledger was rewritten if an authority signed a hash that it no longer contains', () => {
  const time = new Date('2026-01-06T16:00:00Z');
  show({ timestamps: [signature(2, time, 'f'.repeat(64))] });
  const alarm = within(screen.getByRole('alert'));
  expect(alarm.getByRole('heading', { name: words.rewritten })).toBeDefined();
  expect(alarm.getByText(words.foreignTimestamp('tsa.example.com', '06 Jan 2026, 16:00 UTC', '2'))).toBeDefined();
});

it('shows that times contradict a signature over an earlier entry', () => {
  const time = new Date('2026-01-07T20:00:00Z');
  show({ timestamps: [signature(2, time)] });
  const alarm = within(screen.getByRole('alert'));
  expect(alarm.getByRole('heading', { name: words.backdated })).toBeDefined();
  expect(alarm.getByText(words.doubts.beforeSignature('Entry 3', '07 Jan 2026, 20:00 UTC'))).toBeDefined();
});

it('mentions a late first signature without an alarm', () => {
  const time = new Date('2026-02-01T12:00:00Z');
  show({ timestamps: [signature(3, time)] });
  expect(screen.getByRole('heading', { name: words.whole })).toBeDefined();
  expect(screen.getByText(words.doubts.signedLate('Entries 1 to 3', '01 Feb 2026, 12:00 UTC'))).toBeDefined();
});

it('finds a saved hash, ignoring case and surrounding spaces', async () => {
  const { user } = show();
  const field = screen.getByLabelText(words.noted);
  expect(screen.getByText(entries[2]?.hash ?? '')).toBeDefined();
  await user.type(field, ` ${entries[0]?.hash.toUpperCase()} `);
  expect(screen.getByText(words.found)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

it('warns about a saved hash that the ledger does not contain, but not about an empty field', async () => {
  const { user } = show();
  const field = screen.getByLabelText(words.noted);
  expect(screen.queryByText(words.notFound)).toBeNull();
  await user.type(field, 'abc');
  expect(screen.getByText(words.notFound)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  expect(screen.queryByText(words.notFound)).toBeNull();
});

it('raises an alarm if a calendar received a hash that is not in the ledger', () => {
  const submittedAt = new Date('2026-01-06T00:30:00Z');
  const more = { calendar: 'calendar.example.com', block: null, requestedAt: submittedAt, failures: 0, failure: null };
  show({ bitcoin: [{ id: '1', seq: 2, hash: 'f'.repeat(64), submittedAt, ...more }] });
  const alert = within(screen.getByRole('alert'));
  expect(alert.getByRole('heading', { name: words.rewritten })).toBeDefined();
  const text = words.foreignInBitcoin('calendar.example.com', '06 Jan 2026, 00:30 UTC', '2');
  expect(alert.getByText(text)).toBeDefined();
});
