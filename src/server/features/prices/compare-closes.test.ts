/** Comparing closing prices of two providers: what is stored, who sees it, and that no figure changes. */

import { describe, expect, it } from 'vitest';
import { PriceError, type PriceProvider, type ReportedHistory } from '~/server/providers/prices/types';
import { createPriceWorld } from '~/server/testing/worlds/price-world';
import { signUp } from '~/server/testing/worlds/test-server';
import { dayMs, utcDay } from '~/shared/utc-day';
import { compareCloses } from './compare-closes';

const world = createPriceWorld();
const day = (before: number) => utcDay(new Date(Date.now() - before * dayMs));
const run = () => compareCloses(world.deps, new AbortController().signal);

/** A second provider with these closing prices by ticker; it does not know others. */
function second(closes: Record<string, Partial<ReportedHistory> | PriceError>, source = 'Second') {
  const asked: string[] = [];
  const provider: PriceProvider = {
    name: 'csv',
    source,
    isConnected: true,
    batchSize: 1,
    quotes: async () => new Map(),
    async history(ticker) {
      asked.push(ticker);
      const found = closes[ticker] ?? new PriceError('unknown_ticker', 'unknown');
      if (found instanceof PriceError) throw found;
      return { currency: 'USD', closes: [], splits: [], ...found };
    },
  };
  world.deps.secondPrices = provider;
  return asked;
}
const on = (before: number, close: number) => ({ closes: [{ day: day(before), close }] });

/** Bought ten days ago; the last closing price is 100, of the day before yesterday. */
async function hold(...tickers: string[]) {
  await world.deps.db.sql`TRUNCATE close_differences`;
  for (const ticker of tickers) {
    world.upstream.histories.set(ticker, { closes: { [day(3)]: 99, [day(2)]: 100 } });
    await world.hold(ticker, day(10));
  }
  await world.settled();
}
const tradeOn = (ticker: string) =>
  world.deps.db.sql`
    INSERT INTO stock_daily_closes (ticker, day, close, splits_through, source)
    VALUES (${ticker}, ${day(1)}::date, 101, ${day(1)}::date, 'Yahoo Finance')`;
const shown = async () => (await world.admin.call.positions.priceReview()).differences;

describe('closing prices of two providers', { tags: 'once' }, () => {
  it('more than 1% apart are shown to administrators and at the position, and change no figure', async () => {
    await hold('TSLA', 'MSFT');
    const before = await world.admin.call.positions.list();
    second({ TSLA: on(2, 101.01), MSFT: on(2, 101) });
    await run();
    const difference = {
      ticker: 'TSLA',
      day: day(2),
      close: '100.000000',
      source: 'Yahoo Finance',
      otherClose: '101.010000',
      otherSource: 'Second',
    };
    expect(await world.admin.call.positions.priceReview()).toMatchObject({
      secondSource: 'Second',
      differences: [difference],
    });
    const member = await signUp(world.deps);
    const pages = await Promise.all(before.open.map(({ id }) => member.call.positions.get({ id })));
    const found = pages.map(({ position, closeDifference }) => [position.ticker, closeDifference?.otherClose]);
    expect(found.sort()).toEqual([
      ['MSFT', undefined],
      ['TSLA', '101.010000'],
    ]);
    const after = await world.admin.call.positions.list();
    expect(after.open.map(({ latestPrice, gainsPercent }) => [latestPrice, gainsPercent])).toEqual(
      before.open.map(({ latestPrice, gainsPercent }) => [latestPrice, gainsPercent]),
    );
    await expect(member.call.positions.priceReview()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are fetched once per trading day, keep the time of the first difference, and are removed when they agree', async () => {
    await hold('TSLA');
    const asked = second({ TSLA: on(2, 150) });
    await run();
    await run();
    expect(asked).toEqual(['TSLA']);
    const [first] = await shown();
    await tradeOn('TSLA');
    second({ TSLA: on(1, 150) });
    await run();
    expect(await shown()).toMatchObject([{ day: day(1), close: '101.000000', since: first?.since }]);
    await world.deps.db.sql`UPDATE price_feeds SET compared_through = NULL`;
    second({ TSLA: on(1, 101.5) });
    await run();
    expect(await shown()).toEqual([]);
  });

  it('are compared on the newest day that both have', async () => {
    await hold('TSLA');
    await tradeOn('TSLA');
    second({ TSLA: { closes: [...on(3, 99).closes, ...on(2, 150).closes] } });
    await run();
    expect(await shown()).toMatchObject([{ day: day(2), close: '100.000000', otherClose: '150.000000' }]);
  });

  it.each<[string, Parameters<typeof second>]>([
    ['does not know the ticker', [{}]],
    ['has it in another currency', [{ TSLA: { ...on(2, 150), currency: 'EUR' } }]],
    ['has no common day', [{ TSLA: on(9, 150) }]],
    ['has no price', [{ TSLA: on(2, Number.NaN) }]],
    ['is where the stored price is from', [{ TSLA: on(2, 150) }, 'Yahoo Finance']],
  ])('are not compared if the second one %s', async (_what, given) => {
    await hold('TSLA');
    second(...given);
    await run();
    expect(await shown()).toEqual([]);
  });

  it('in another currency are compared and shown in that currency only', async () => {
    await world.deps.db.sql`TRUNCATE close_differences`;
    world.upstream.histories.set('SAP.DE', { currency: 'EUR', closes: { [day(3)]: 99, [day(2)]: 100 } });
    world.upstream.histories.set('VOD.L', { currency: 'GBp', closes: { [day(3)]: 74, [day(2)]: 75 } });
    for (const ticker of ['SAP.DE', 'VOD.L']) await world.hold(ticker, day(10));
    await world.settled();
    // Pence are GBX elsewhere. A similar price in dollars does not count as equal.
    second({ 'SAP.DE': { ...on(2, 103), currency: 'EUR' }, 'VOD.L': { ...on(2, 80), currency: 'GBX' } });
    await run();
    expect(await shown()).toMatchObject([
      { ticker: 'SAP.DE', close: '100.000000', otherClose: '103.000000', currency: 'EUR' },
      { ticker: 'VOD.L', close: '75.000000', otherClose: '80.000000', currency: 'GBp' },
    ]);
    const [sap] = (await world.admin.call.positions.list()).open.filter(({ ticker }) => ticker === 'SAP.DE');
    expect((await world.admin.call.positions.get({ id: sap?.id ?? '' })).closeDifference?.currency).toBe('EUR');
    await world.deps.db.sql`UPDATE price_feeds SET compared_through = NULL`;
    second({ 'SAP.DE': on(2, 110), 'VOD.L': { ...on(2, 75), currency: 'GBp' } });
    await run();
    expect(await shown()).toEqual([]);
  });

  it('stay due if the second one fails or limits requests, and known differences stay', async () => {
    await hold('AAA', 'BBB');
    second({ AAA: on(2, 150), BBB: on(2, 150) });
    await run();
    await tradeOn('AAA');
    await tradeOn('BBB');
    const asked = second({ AAA: new PriceError('rate_limited', 'limit'), BBB: on(1, 101) });
    await run();
    expect(asked).toEqual(['AAA']);
    expect(await shown()).toHaveLength(2);
    second({ AAA: on(1, 101), BBB: on(1, 101) });
    await run();
    expect(await shown()).toEqual([]);
  });

  it('are removed when the position is closed, and when there is no second provider any more', async () => {
    await hold('AAA', 'BBB');
    second({ AAA: on(2, 150), BBB: on(2, 150) });
    await run();
    const [position] = (await world.admin.call.positions.list()).open.filter(({ ticker }) => ticker === 'AAA');
    await world.admin.call.positions.close({ id: position?.id ?? '', closePrice: '100' });
    expect(await shown()).toMatchObject([{ ticker: 'BBB' }]);
    world.deps.secondPrices = null;
    await run();
    expect(await world.deps.db.sql`SELECT ticker FROM close_differences`).toEqual([]);
  });
});
