/** A position in another currency, end to end: prices, exchange rates, gains, records and published data. */

import { describe, expect, it } from 'vitest';
import { recordMarket } from '~/server/features/track-record/record-market';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { replay } from '~/shared/ledger-replay';
import { gatherPrices } from '~/shared/track-record';
import { calculateRecords } from '~/shared/track-record-summary';
import { dayMs, utcDay } from '~/shared/utc-day';

const world = createPriceWorld();
const day = (before: number) => utcDay(new Date(Date.now() - before * dayMs));
/** A day's closing prices are final half an hour after its end. */
const newestDay = () => utcDay(new Date(Date.now() - dayMs - 30 * 60_000));
const daily = (price: (daysAgo: number) => number | null) =>
  Object.fromEntries(Array.from({ length: 40 }, (_, index) => [day(40 - index), price(40 - index)]));

interface Served {
  currency?: string;
  quoted?: string;
  rates?: Record<string, number | null>;
}

/** Bought at 20.00 twenty days ago, now 22.00. A euro cost 1.00 then, and has cost 1.10 for ten days. */
async function hold({ currency = 'EUR', quoted = currency, rates }: Served = {}): Promise<string> {
  const { upstream, admin } = world;
  upstream.quotes.set('GLE.PA', { price: 22, currency: quoted });
  upstream.quotes.set('SPY', { price: 500 });
  upstream.histories.set('SPY', { closes: daily(() => 500) });
  upstream.histories.set('GLE.PA', { currency, closes: daily((ago) => (ago > 10 ? 20 : 22)) });
  upstream.histories.set('EURUSD=X', { closes: rates ?? daily((ago) => (ago > 10 ? 1 : 1.1)) });
  const { id } = await admin.call.positions.add({
    name: 'Societe Generale',
    ticker: 'GLE.PA',
    avgEntryPrice: '20',
    purchaseDate: `${day(20)}T15:00:00.000Z`,
  });
  await refresh();
  return id;
}

async function refresh(): Promise<void> {
  await world.read('GLE.PA', 'SPY');
  world.deps.prices.requestHistory({ hasNewPositions: true });
  await world.settled();
}

const shown = async () => (await world.admin.call.positions.list()).open[0];

describe('a position in euros', { tags: 'once' }, () => {
  it('has its prices and its gain in euros, and the gain in USD next to it', async () => {
    const id = await hold();
    const book = await world.admin.call.positions.list();
    // 22 × 1.10 ÷ (20 × 1.00)
    expect(book.open[0]).toMatchObject({
      currency: 'EUR',
      avgEntryPrice: '20.00',
      latestPrice: '22.00',
      gainsPercent: '10.00',
      usdGainsPercent: '21.00',
    });
    expect(book.summary).toMatchObject({ averageGain: '21.00', best: { gainsPercent: '21.00' } });
    const { facts, gain } = await world.admin.call.positions.receipt({ id });
    expect(facts).toMatchObject({
      currency: 'EUR',
      entryRate: { pair: 'EURUSD=X', day: day(20), rate: '1.000000', source: 'Yahoo Finance' },
      priceRate: { pair: 'EURUSD=X', day: newestDay(), rate: '1.100000' },
    });
    expect(gain).toMatchObject({ gainsPercent: '10.00', usdGainsPercent: '21.00' });
    const performance = await world.admin.call.positions.performance();
    expect(performance.points.at(-1)).toMatchObject({ book: '121.00', benchmark: '100.00' });
    const page = await world.admin.call.positions.get({ id });
    expect(page.position).toMatchObject({ usdGainsPercent: '21.00' });
    expect(page.course.points.at(-1)).toMatchObject({ book: '121.00' });
  });

  it('is published in euros with the rates, and both records of any reader are in USD', async () => {
    await hold();
    const published = await world.admin.call.trackRecord.closes();
    expect(Object.keys(published.closes)).toEqual(['SPY']);
    expect(Object.keys(published.rates ?? {})).toEqual(['EURUSD=X']);
    expect(published.foreign?.['GLE.PA']).toMatchObject({ currency: 'EUR', quote: { price: '22.00' } });
    expect(published.quotes).toEqual({});
    const { entries } = await world.admin.call.trackRecord.ledger();
    const { stated } = calculateRecords(replay(entries).positions, gatherPrices([published]));
    const [position] = stated.positions.filter(({ deleted }) => !deleted).slice(-1);
    expect(position).toMatchObject({ gainsPercent: '21.00', localGainsPercent: '10.00', currency: 'EUR' });
    const { stated: summary } = await world.admin.call.trackRecord.summary();
    expect(summary.returnPercent).not.toBeNull();
  });

  it('is not priced in USD without rates, and never one to one', async () => {
    await hold({ rates: { [day(39)]: 1 } });
    const book = await world.admin.call.positions.list();
    expect(book.open[0]).toMatchObject({ currency: 'EUR', gainsPercent: '10.00' });
    expect(book.open[0]).not.toHaveProperty('usdGainsPercent');
    expect(book.summary).toMatchObject({ countedCount: 0 });
    expect(await world.admin.call.positions.performance()).toMatchObject({ points: [], leftOut: ['GLE.PA'] });
  });

  it('keeps its currency: prices in another one are rejected', async () => {
    await hold();
    world.upstream.quotes.set('GLE.PA', { price: 2200, currency: 'GBp' });
    world.upstream.histories.set('GLE.PA', { currency: 'USD', closes: daily(() => 99) });
    await world.deps.db.sql`UPDATE price_feeds SET history_through = ${day(3)}::date WHERE ticker = 'GLE.PA'`;
    await world.later();
    await refresh();
    expect(await shown()).toMatchObject({ currency: 'EUR', latestPrice: '22.00', usdGainsPercent: '21.00' });
    const { problems } = await world.admin.call.positions.priceHealth();
    expect(problems.find(({ ticker }) => ticker === 'GLE.PA')?.words).toMatch(/in (GBp|USD), and those before in EUR/);
    const [stored] = await world.deps.db.sql<{ count: number }>`
      SELECT count(*)::int AS count FROM stock_daily_closes WHERE ticker = 'GLE.PA'`;
    expect(stored?.count).toBe(0);
  });

  it("can't be renamed to a ticker in another currency, which would change the meaning of its entry price", async () => {
    await hold();
    const rename = { ticker: 'GLE.PA', to: 'SPY', reason: 'listed in New York' };
    await expect(world.admin.call.positions.renameTicker(rename)).rejects.toThrow('SPY is in USD, GLE.PA in EUR.');
  });

  it("can't be renamed to a new ticker in another currency, or on another exchange while its currency is unknown", async () => {
    await hold();
    const rename = (to: string) =>
      world.admin.call.positions.renameTicker({ ticker: 'GLE.PA', to, reason: 'another listing' });
    world.upstream.quotes.set('GLEN', { price: 25 });
    world.upstream.quotes.set('GLE2.PA', { price: 20, currency: 'EUR' });
    await expect(rename('GLEN')).rejects.toThrow('GLEN is in USD, GLE.PA in EUR.');
    await expect(rename('GLE.DE')).rejects.toThrow('The currency of GLE.DE is not known yet');
    expect(await rename('GLE2.PA')).toEqual({ count: 1 });
    await expect(
      world.admin.call.positions.renameTicker({ ticker: 'GLE2.PA', to: 'GLE3.PA', reason: 'not known yet' }),
    ).resolves.toEqual({ count: 1 });
  });

  it('ignores a quote in another unit than its closing prices', async () => {
    await hold({ quoted: 'GBp' });
    expect(await shown()).toMatchObject({ currency: 'EUR', priceSource: 'Last closing price', latestPrice: '22.00' });
  });

  it('holds back an exchange rate that moved by more than a quarter, and drops an outlier of one day', async () => {
    await hold({ rates: { ...daily(() => 1), [day(15)]: 2, [day(1)]: 1.5 } });
    const rates = await world.deps.db.sql<{ day: string; close: string }>`
      SELECT day::text AS day, close::text AS close FROM foreign_closes WHERE ticker = 'EURUSD=X'`;
    expect(new Set(rates.map(({ close }) => close))).toEqual(new Set(['1.000000']));
    expect(rates.map((rate) => rate.day)).not.toContain(day(1));
  });

  it('is recorded with the rates of the day and its currency in the hash', async () => {
    await hold();
    await world.deps.db.sql`UPDATE price_feeds SET history_through = ${day(1)}::date`;
    await world.deps.db.sql`
      INSERT INTO recorded_days (seq, day, text) VALUES (0, ${day(3)}::date, '') ON CONFLICT DO NOTHING`;
    await recordMarket(world.deps);
    const { recordedDays = [] } = await world.admin.call.trackRecord.closes();
    const text = recordedDays.find((recorded) => recorded.day === day(2))?.text.replaceAll(/ \d{4}-\d\d-\d\d/g, '');
    expect(text).toBe('EURUSD=X 1.100000\nGLE.PA 22.000000 EUR\nSPY 500.000000\n');
    await world.deps.db.sql`DELETE FROM recorded_days WHERE seq = 0`;
  });
});
