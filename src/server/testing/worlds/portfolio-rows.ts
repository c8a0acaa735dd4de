import type { Database } from '~/server/db/client';
import { backtestCloses, newPublished } from '~/server/lib/book-examples';
import type { TestUser } from './test-server';

/** Creates rows of the portfolio for the REST tests. */
export interface PortfolioRows {
  position(author: TestUser): Promise<string>;
  /** Of a new position. Both ids, in the format of `callRoute`. */
  noteOf(admin: TestUser): Promise<string>;
  /** The closing prices for the back-test in the OpenAPI document's example. */
  closes(): Promise<void>;
  /** Requires `closes`. */
  publishedBacktest(admin: TestUser): Promise<string>;
  /** An attempt at a timestamp of the ledger. */
  timestamp(): Promise<void>;
  /** An attempt at a proof in Bitcoin. */
  bitcoinProof(): Promise<void>;
  /** The split and the held-back price in the OpenAPI document's examples. */
  doubts(): Promise<void>;
}

export const portfolioRows = (db: Database): PortfolioRows => ({
  async position(author) {
    const values = { name: 'Tesla', ticker: 'TSLA', avgEntryPrice: '180.25', purchaseDate: new Date(0) };
    return (await db.investmentPosition.create({ data: { userId: author.user.id, ...values } })).id;
  },
  async timestamp() {
    const failed = { authority: 'tsa.example.com', requestedAt: new Date(0), failures: 1, failure: 'No response.' };
    const data = { seq: 1n, hash: 'f'.repeat(64), ...failed };
    await db.ledgerTimestamp.createMany({ data, skipDuplicates: true });
  },
  async bitcoinProof() {
    const failed = {
      calendar: 'calendar.example.com',
      requestedAt: new Date(0),
      failures: 1,
      failure: 'No response.',
    };
    const data = { seq: 1n, hash: 'f'.repeat(64), ...failed };
    await db.bitcoinProof.createMany({ data, skipDuplicates: true });
  },
  async doubts() {
    const ticker = 'TSLA';
    const split = { ticker, day: new Date('2022-08-25'), numerator: 3, denominator: 1, source: 'test' };
    await db.stockSplit.createMany({ data: [split], skipDuplicates: true });
    const doubted = { doubtedPrice: '25.01', doubtedAt: new Date(0) };
    await db.priceFeed.upsert({ where: { ticker }, create: { ticker, ...doubted }, update: doubted });
  },
  async closes() {
    const data = [...backtestCloses].flatMap(([ticker, days]) =>
      days.map(({ day, close }) => ({ ticker, day: new Date(day), close, splitsThrough: new Date(day) })),
    );
    await db.stockDailyClose.createMany({ data, skipDuplicates: true });
  },
  async noteOf(admin) {
    const bought = {
      name: 'Tesla',
      ticker: 'TSLA',
      avgEntryPrice: '180.25',
      purchaseDate: '2024-01-02T00:00:00.000Z',
    };
    const { id } = await admin.call.positions.add(bought);
    return `${id}/${(await admin.call.positions.addNote({ id, text: 'A note' })).id}`;
  },
  async publishedBacktest(admin) {
    return (await admin.call.backtest.publish(newPublished)).id;
  },
});
