import { describe, expect, it } from 'vitest';
import { firstPreviousHash } from '~/shared/ledger-chain';
import type { LedgerTimestamp } from '~/shared/schemas/timestamps';
import type { BookEntry, LedgerBody, LedgerEntry, LedgerPage, PublishedCloses } from '~/shared/schemas/track-record';
import { sha256 } from '~/shared/sha256';
import { type ReadingStep, readTrackRecord, type TrackRecordCalls } from './read-track-record';

/** A ledger of positions that were opened one after another. */
function ledgerOf(count: number): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const at = new Date(Date.UTC(2024, 0, seq, 15));
    const previousHash = entries.at(-1)?.hash ?? firstPreviousHash;
    const body: LedgerBody = {
      version: 1,
      seq,
      at: at.toISOString(),
      kind: 'opened',
      actor: 'someone',
      position: {
        id: `position-${seq}`,
        ticker: 'TSLA',
        name: `Tesla ${seq}`,
        entryPrice: '100.00',
        purchaseDate: '2024-01-02T00:00:00.000Z',
      },
      priceSource: 'entered by hand',
      previousHash,
    };
    const text = JSON.stringify(body);
    entries.push({ seq, at, kind: 'opened', body: text, previousHash, hash: sha256(text) });
  }
  return entries;
}

const rowOf = ({ body }: LedgerEntry): BookEntry => {
  const { position } = JSON.parse(body) as LedgerBody;
  return { ...position, purchaseDate: new Date(position.purchaseDate), closePrice: null, closeDate: null };
};

const closes: PublishedCloses = {
  benchmark: 'SPY',
  days: ['2023-12-29', '2024-01-02', '2024-01-03'],
  // The first day is the one before the purchases, from which the benchmark is compared.
  closes: { TSLA: [null, '100.00', '110.00'], SPY: ['400.00', '400.00', '404.00'] },
  splits: {},
  quotes: { TSLA: { price: '110.00', asOf: new Date('2024-01-03T21:00:00Z'), source: 'a test' } },
  nextCursor: null,
};

function serve(ledger: LedgerEntry[], more: Partial<TrackRecordCalls> = {}): TrackRecordCalls {
  const page = (cursor: string | null): LedgerPage => {
    const after = ledger.filter(({ seq }) => seq > Number(cursor ?? 0));
    const entries = after.slice(0, 2);
    const last = ledger.at(-1);
    return {
      entries,
      nextCursor: after.length > 2 ? String(entries.at(-1)?.seq) : null,
      head: last ? { seq: last.seq, at: last.at, hash: last.hash } : null,
    };
  };
  return {
    ledger: async (cursor) => page(cursor),
    closes: async () => closes,
    book: async () => ledger.map(rowOf),
    timestamps: async () => ({ items: [], authorities: [], nextCursor: null }),
    bitcoinProofs: async () => ({ items: [], calendars: [], nextCursor: null }),
    ...more,
  };
}

describe('loading the track record', () => {
  it('checks every entry while loading, and calculates only from the entries and prices', async () => {
    const steps: ReadingStep[] = [];
    const read = await readTrackRecord(serve(ledgerOf(5)), (step) => steps.push(step));
    expect(read.entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(read.check.state).toMatchObject({ count: 5, brokenAt: null });
    expect(read.webCrypto).toEqual({ isUsed: true, wrongSeq: null });
    expect(read.differences).toEqual([]);
    expect(read.stated).toMatchObject({
      openCount: 5,
      averageGain: '10.00',
      bookReturn: '10.00',
      benchmarkReturn: '1.00',
    });
    // Two were recorded before the closing price of 2 Jan, one before that of 3 Jan; two are still pending.
    expect(read.verified).toMatchObject({ countedCount: 3, bookReturn: '10.00', benchmarkReturn: '1.00' });
    expect(read.returnWithoutDeleted).toBeUndefined();
    expect(steps.filter(({ name }) => name === 'ledger')).toContainEqual({ name: 'ledger', read: 2, total: 5 });
    expect(steps.slice(-2)).toEqual([{ name: 'prices' }, { name: 'figures' }]);
  });

  it('reports where the chain breaks, according to the script and to the browser', async () => {
    const ledger = ledgerOf(5);
    const third = ledger[2] as LedgerEntry;
    third.body = third.body.replace('100.00', '50.00');
    const read = await readTrackRecord(serve(ledger), () => {});
    expect(read.check.state.brokenAt).toMatchObject({ seq: 3 });
    expect(read.webCrypto.wrongSeq).toBe(3);
  });

  it('reports differences between the portfolio and the entries', async () => {
    const ledger = ledgerOf(2);
    const [first, second] = ledger.map(rowOf) as [BookEntry, BookEntry];
    const book = async () => [first, { ...second, entryPrice: '1.00' }];
    const { differences } = await readTrackRecord(serve(ledger, { book }), () => {});
    expect(differences).toEqual(['Tesla 2 (TSLA): the entry price is 1.00 in the portfolio but 100.00 in the ledger.']);
  });

  it('compares again if the ledger grows while it loads', async () => {
    const all = ledgerOf(4);
    const ledger = all.slice(0, 3);
    const calls = serve(ledger);
    let asked = 0;
    const book = async () => {
      asked += 1;
      if (asked === 1) ledger.push(all[3] as LedgerEntry);
      return ledger.map(rowOf);
    };
    const read = await readTrackRecord({ ...calls, book }, () => {});
    expect(asked).toBe(2);
    expect(read.entries).toHaveLength(4);
    expect(read.differences).toEqual([]);
  });

  it('reports which timestamps cover an entry, and which sign a hash that the ledger no longer contains', async () => {
    const ledger = ledgerOf(3);
    const time = new Date('2024-01-04T00:00:00Z');
    const signed = (id: string, seq: number, hash = ledger[seq - 1]?.hash ?? ''): LedgerTimestamp => ({
      ...{ id, seq, hash, authority: 'tsa.example.com', requestedAt: time, time, failures: 0, failure: null },
    });
    const pages = [[signed('1', 2)], [signed('2', 3, 'f'.repeat(64))]];
    const timestamps = async (cursor: string | null) => ({
      items: pages[cursor === null ? 0 : 1] ?? [],
      authorities: ['tsa.example.com'],
      nextCursor: cursor === null ? '1' : null,
    });
    const { proofs, timestamps: read } = await readTrackRecord(serve(ledger, { timestamps }), () => {});
    expect(read.items).toHaveLength(2);
    expect([1, 2, 3].map((seq) => proofs.of(seq).map(({ id }) => id))).toEqual([['1'], ['1'], []]);
    expect(proofs.foreign.map(({ id }) => id)).toEqual(['2']);
  });

  it('handles an empty ledger', async () => {
    const empty = { ...closes, days: [], closes: {}, quotes: {} };
    const read = await readTrackRecord(serve([], { closes: async () => empty }), () => {});
    expect(read.entries).toEqual([]);
    expect(read.stated.points).toEqual([]);
  });

  it('fails if its requests fail', async () => {
    const closes = () => Promise.reject(new Error('away'));
    await expect(readTrackRecord(serve(ledgerOf(1), { closes }), () => {})).rejects.toThrow('away');
  });
});
