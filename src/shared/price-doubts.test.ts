import { expect, it } from 'vitest';
import { nameDoubts, priceDoubts } from './price-doubts';
import type { TickerLookup } from './schemas/lookup';

const tesla: TickerLookup = { ticker: 'TSLA', state: 'known', currency: 'USD', price: '250.10' };

it('doubts a price that is far from the market', () => {
  expect(priceDoubts('2.50', tesla)).toEqual(['Market price: $250.10. You typed 2.50.']);
  expect(priceDoubts('2501', tesla)).toEqual(['Market price: $250.10. You typed 2501.']);
  for (const near of ['250.10', '201', '300']) expect(priceDoubts(near, tesla)).toEqual([]);
});

it('doubts a name that shares no word with that of the ticker', () => {
  expect(nameDoubts('Toyota', { ...tesla, name: 'Tesla, Inc.' })).toEqual([
    'TSLA is Tesla, Inc., but you typed Toyota.',
  ]);
  expect(nameDoubts('Tesla Motors', { ...tesla, name: 'Tesla, Inc.' })).toEqual([]);
  // If the provider has no names, no doubt is raised.
  expect(nameDoubts('Toyota', tesla)).toEqual([]);
});

it('compares with the closing price of the purchase day, if known', () => {
  const lookup: TickerLookup = { ...tesla, dayClose: { day: '2022-08-24', price: '891.29' } };
  expect(priceDoubts('891.00', lookup)).toEqual([]);
  expect(priceDoubts('250.10', lookup)).toEqual(['Market price on 24 Aug 2022: $891.29. You typed 250.10.']);
});

it('warns about tickers that cannot be priced', () => {
  expect(priceDoubts('1', { ticker: 'NOPE', state: 'unknown' })[0]).toMatch(/has no data for NOPE/);
  expect(priceDoubts('1', { ...tesla, ticker: 'FUT', currency: 'points' })[0]).toMatch(
    /FUT trades in points, which can't/,
  );
  expect(priceDoubts('0.08', { ...tesla, ticker: 'DOGE', price: '0.08' })).toEqual([
    'DOGE trades below $1. Two decimals make its gain inexact.',
  ]);
  const { price: _price, ...unpriced } = tesla;
  expect(priceDoubts('0.01', unpriced)[0]).toMatch(/no price that two decimals can show/);
});

it('compares in the currency of the ticker, and names it', () => {
  const sap = { ...tesla, ticker: 'SAP.DE', currency: 'EUR' };
  const asked = 'SAP.DE trades in EUR. Enter its price in EUR.';
  expect(priceDoubts('2.50', sap)).toEqual([asked, 'Market price: €250.10. You typed 2.50.']);
  // 262.61 may be the price in dollars.
  expect(priceDoubts('262.61', sap)).toEqual([asked, 'Market price: €250.10. You typed 262.61.']);
  const vodafone: TickerLookup = { ticker: 'VOD.L', state: 'known', currency: 'GBp', price: '75.00' };
  expect(priceDoubts('0.75', { ...vodafone, dayClose: { day: '2026-01-05', price: '74.20' } })).toEqual([
    'VOD.L trades in GBp (pence). Enter its price in GBp.',
    'Market price on 05 Jan 2026: GBp 74.20. You typed 0.75.',
  ]);
});

it('raises no doubts if the provider does not respond', () => {
  expect(priceDoubts('1', { ticker: 'TSLA', state: 'unavailable' })).toEqual([]);
});
