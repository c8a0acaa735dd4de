import { describe, expect, it } from 'vitest';
import type { MarketBody, MarketNews } from '~/shared/schemas/ledger-events';
import type { LedgerBody } from '~/shared/schemas/track-record';
import { entryFigures, subjectOf } from './entry-figures';

const currencies = new Map([['SAP', 'EUR']]);
const opened: LedgerBody = {
  version: 1,
  seq: 1,
  at: '2026-01-05T15:00:00.000Z',
  kind: 'opened',
  actor: 'person-0',
  position: {
    id: 'one',
    ticker: 'TSLA',
    name: 'Tesla',
    entryPrice: '180.25',
    purchaseDate: '2026-01-05T00:00:00.000Z',
  },
  priceSource: 'test',
  previousHash: '0'.repeat(64),
};
const market = (news: MarketNews, reason?: string): MarketBody => ({
  version: 1,
  seq: 2,
  at: opened.at,
  actor: 'system',
  previousHash: opened.previousHash,
  ...news,
  ...(reason && { reason }),
});

describe('the figures of an entry about a position', () => {
  it('are its entry price, with the market price if known', () => {
    expect(entryFigures(opened)).toBe('entry $180.25');
    const known = { ...opened, market: { price: '181.00', asOf: opened.at, source: 'test' } } as LedgerBody;
    expect(entryFigures(known)).toBe('entry $180.25, market $181.00');
  });

  it('are only the closing price of a closed position', () => {
    const closed: LedgerBody = { ...opened, kind: 'closed', position: { ...opened.position, closePrice: '200.00' } };
    expect(entryFigures(closed)).toBe('close $200.00');
  });

  it('are both prices of a position that was imported closed', () => {
    const imported: LedgerBody = {
      ...opened,
      kind: 'imported',
      position: { ...opened.position, closePrice: '200.00' },
    };
    expect(entryFigures(imported)).toBe('entry $180.25, close $200.00');
  });

  it('are in the currency of the ticker', () => {
    const sap: LedgerBody = { ...opened, position: { ...opened.position, ticker: 'SAP' } };
    expect(entryFigures(sap, currencies)).toBe('entry €180.25');
    expect(entryFigures(opened, currencies)).toBe('entry $180.25');
  });

  it('are each corrected value, old and new, with the reason', () => {
    const corrected: LedgerBody = {
      ...opened,
      kind: 'corrected',
      old: { name: 'Tesle', entryPrice: '18.25', purchaseDate: '2026-01-04T00:00:00.000Z' },
      new: { name: 'Tesla', entryPrice: '180.25', purchaseDate: '2026-01-05T00:00:00.000Z' },
      reason: 'Typing error',
    };
    expect(entryFigures(corrected)).toBe(
      'name Tesle → Tesla, entry $18.25 → $180.25, purchase date 04 Jan 2026 → 05 Jan 2026, Typing error',
    );
  });

  it('have the day in New York, like the position', () => {
    const corrected: LedgerBody = {
      ...opened,
      kind: 'corrected',
      // At nine in the evening there.
      old: { purchaseDate: '2026-11-24T02:00:00.000Z' },
      new: { purchaseDate: '2026-11-24T00:00:00.000Z' },
    };
    expect(entryFigures(corrected)).toBe('purchase date 23 Nov 2026 → 24 Nov 2026');
  });

  it("are a dash for an entry that can't be read", () => {
    expect(entryFigures(null)).toBe('-');
  });
});

describe('an entry about the market', () => {
  const hash = 'abcdef0123'.padEnd(64, '0');
  it.each<[string, MarketNews, string, string | undefined, string]>([
    ['a new ticker', { kind: 'renamed', facts: { ticker: 'FB', to: 'META' } }, 'FB', 'New name', 'now META, New name'],
    ['a delisting', { kind: 'delisted', facts: { ticker: 'SAP', price: '0.00' } }, 'SAP', undefined, 'close €0.00'],
    [
      'a split',
      {
        kind: 'split',
        facts: { ticker: 'TSLA', day: '2022-08-25', numerator: 3, denominator: 1, state: 'confirmed', by: 'Yahoo' },
      },
      'TSLA',
      'Announced',
      '3:1 on 25 Aug 2022 confirmed by Yahoo, Announced',
    ],
    [
      'a dividend',
      {
        kind: 'dividend',
        facts: {
          ticker: 'MSFT',
          day: '2026-02-19',
          amount: '0.910000',
          splitsThrough: '2026-02-19',
          state: 'reported',
          by: 'Yahoo',
        },
      },
      'MSFT',
      undefined,
      '$0.91 per share on 19 Feb 2026 reported by Yahoo',
    ],
    [
      'a decided price',
      { kind: 'quote', facts: { ticker: 'BABA', price: '8.10', state: 'overruled' } },
      'BABA',
      'A typing error of the provider',
      '$8.10 overruled, A typing error of the provider',
    ],
    [
      'one closing price',
      { kind: 'prices', facts: { day: '2026-02-19', count: 1, hash } },
      'Closing prices of 19 Feb 2026',
      undefined,
      '1 closing price, by its hash',
    ],
    [
      'closing prices',
      { kind: 'prices', facts: { day: '2026-02-19', count: 1200, hash } },
      'Closing prices of 19 Feb 2026',
      undefined,
      '1,200 closing prices, by their hash',
    ],
    [
      'a thesis',
      { kind: 'thesis', facts: { position: 'one', version: 2, hash } },
      'Thesis of a position',
      undefined,
      'version 2, hash of its text abcdef0123...',
    ],
    [
      'a note',
      { kind: 'note', facts: { position: 'one', note: 'a', version: 1, hash } },
      'Note about a position',
      undefined,
      'version 1, hash of its text abcdef0123...',
    ],
    [
      'a method',
      { kind: 'method', facts: { text: 'Equal weights.' } },
      'How the verified record is calculated',
      undefined,
      'Equal weights.',
    ],
  ])('describes %s', (_name, news, subject, reason, figures) => {
    const body = market(news, reason);
    expect(subjectOf(body)).toBe(subject);
    expect(entryFigures(body, currencies)).toBe(figures);
  });
});
