/** The rows of the ledger: event, figures, when and by whom it was recorded, and the proof of that. */
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { formatInstant } from '~/client/lib/format';
import { renderInApp } from '~/client/testing/render';
import { trackRecordWords as words } from '~/client/words/track-record';
import { proofsOf } from '~/shared/ledger-proofs';
import type { BitcoinProof, LedgerTimestamp } from '~/shared/schemas/timestamps';
import type { LedgerEntry } from '~/shared/schemas/track-record';
import { ledgerOf } from '~/shared/testing/sample-ledger';
import { ledgerIndex } from './checking/ledger-index';
import { LedgerTable } from './ledger-table';

const entries = ledgerOf(
  ['opened', 'one', { ticker: 'TSLA', name: 'Tesla' }],
  ['closed', 'one', { ticker: 'TSLA', name: 'Tesla', closePrice: '120.00' }],
  { kind: 'renamed', facts: { ticker: 'TSLA', to: 'TSLB' } },
);

interface Shown {
  ledger?: LedgerEntry[];
  timestamps?: LedgerTimestamp[];
  bitcoin?: BitcoinProof[];
  brokenSeq?: number;
  currencies?: ReadonlyMap<string, string>;
}

function show({ ledger = entries, timestamps = [], bitcoin = [], brokenSeq, currencies }: Shown = {}) {
  renderInApp(
    <LedgerTable
      entries={ledger}
      index={ledgerIndex(ledger)}
      proofs={proofsOf(ledger, timestamps, bitcoin)}
      brokenSeq={brokenSeq}
      currencies={currencies}
    />,
  );
  const [, ...rows] = within(screen.getByRole('table', { name: words.entries })).getAllByRole('row');
  return rows;
}

it('lists the newest entry first, with its event, figures and author', () => {
  const [renamed, closed, opened] = show();
  expect(renamed?.textContent).toContain(words.kinds.renamed);
  expect(renamed?.textContent).toContain(words.renamedTo('TSLB'));
  expect(closed?.textContent).toContain('Tesla (TSLA)');
  expect(closed?.textContent).toContain(words.closeAt('$120.00'));
  expect(closed?.textContent).not.toContain('entry $');
  expect(opened?.textContent).toContain(words.entryAt('$100.00'));
  expect(opened?.textContent).toContain('person-0');
});

it('shows prices in the currency of their ticker', () => {
  const rows = show({ currencies: new Map([['TSLA', 'EUR']]) });
  expect(rows.at(-1)?.textContent).toContain(words.entryAt('€100.00'));
});

it('shows when an entry was recorded, and that only this server states it', () => {
  const rows = show();
  const row = within(rows.at(-1) as HTMLElement);
  expect(row.getByText(formatInstant(new Date('2026-01-05T15:00:00Z'))).getAttribute('datetime')).toBe(
    '2026-01-05T15:00:00.000Z',
  );
  expect(row.getByText(words.recordedHere)).toBeDefined();
});

it('shows the authority that signed an entry, and not one that signed only an earlier one', () => {
  const time = new Date('2026-01-06T16:00:00Z');
  const signed: LedgerTimestamp = {
    id: '1',
    seq: 2,
    hash: entries[1]?.hash ?? '',
    authority: 'tsa.example.com',
    requestedAt: time,
    time,
    failures: 0,
    failure: null,
  };
  const [renamed, closed, opened] = show({ timestamps: [signed] });
  const text = words.timestampedBy('tsa.example.com', '06 Jan 2026, 16:00 UTC');
  expect(opened?.textContent).toContain(text);
  expect(closed?.textContent).toContain(text);
  expect(renamed?.textContent).not.toContain(text);
  expect(renamed?.textContent).toContain(words.recordedHere);
});

it('attributes a Bitcoin proof to its source, and marks a pending one as pending', () => {
  const submittedAt = new Date('2026-01-06T00:30:00Z');
  const same = { calendar: 'calendar.example.com', requestedAt: submittedAt, submittedAt, failures: 0, failure: null };
  const proof = (seq: number, block: number | null): BitcoinProof => ({
    ...{ id: String(seq), seq, hash: entries[seq - 1]?.hash ?? '', block, ...same },
  });
  const [renamed, closed, opened] = show({ bitcoin: [proof(1, 870_123), proof(2, null)] });
  expect(opened?.textContent).toContain('In Bitcoin block 870,123, according to calendar.example.com');
  expect(opened?.textContent).not.toContain(words.recordedHere);
  expect(closed?.textContent).toContain('Submitted to calendar.example.com, not yet in Bitcoin');
  expect(closed?.textContent).toContain(words.recordedHere);
  expect(renamed?.textContent).not.toContain('Bitcoin');
});

it('marks only the entry at which the chain breaks', () => {
  const rows = show({ brokenSeq: 2 });
  expect(rows.map(({ textContent }) => textContent?.includes(words.breaksHere))).toEqual([false, true, false]);
});

it('shows an unreadable entry as such', () => {
  const [first, ...others] = entries;
  const ledger = [{ ...(first as LedgerEntry), body: 'no JSON' }, ...others];
  const rows = show({ ledger, brokenSeq: 1 });
  const row = within(rows.at(-1) as HTMLElement);
  expect(row.getByText(words.unreadable)).toBeDefined();
  expect(row.getAllByText('-')).toHaveLength(2);
});

it('shows the beginning of a hash and reads out all of it', () => {
  const rows = show();
  const hash = entries[0]?.hash ?? '';
  const code = within(rows.at(-1) as HTMLElement).getByTitle(hash);
  expect(code.textContent).toBe(hash);
  expect(code.firstChild?.textContent).toBe(hash.slice(0, 10));
});

it('shows an entry on a phone with what happened, when, by whom, its proof and its hash', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  renderInApp(
    <LedgerTable entries={entries} index={ledgerIndex(entries)} proofs={proofsOf(entries, [])} brokenSeq={2} />,
  );
  expect(screen.queryByRole('table')).toBeNull();
  const rows = within(screen.getByRole('list', { name: words.entries })).getAllByRole('listitem');
  const [renamed, closed, opened] = rows.map(({ textContent }) => textContent);
  expect(renamed).toContain(`${words.kinds.renamed}: ${words.renamedTo('TSLB')}`);
  expect(closed).toContain(words.breaksHere);
  expect(opened).not.toContain(words.breaksHere);
  const shown = ['Tesla (TSLA)', `${words.number} 1`, `${words.kinds.opened}: ${words.entryAt('$100.00')}`];
  const proof = [formatInstant(new Date('2026-01-05T15:00:00Z')), words.recordedHere];
  const origin = [`${words.actor}: person-0`, `${words.hash}: ${entries[0]?.hash}`];
  for (const text of [...shown, ...proof, ...origin]) expect(opened).toContain(text);
});
