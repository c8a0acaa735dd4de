import { describe, expect, it } from 'vitest';
import { currenciesOfPair, isCurrency, pairOf } from './currencies';
import { inUsd, rateOn } from './exchange-rates';
import { computeGain, portfolioGain, quickGain } from './gain';
import type { Close } from './performance';
import { gainFactsOf, latestPriceOf } from './position-value';
import { holdingInUsd, pricesInUsd } from './prices-in-usd';

const rates = new Map<string, Close[]>([
  [
    'EURUSD=X',
    [
      { day: '2026-01-02', close: '1.100000' },
      { day: '2026-01-05', close: '1.050000' },
      { day: '2026-02-02', close: '1.210000' },
    ],
  ],
  ['GBPUSD=X', [{ day: '2026-01-05', close: '1.250000' }]],
  ['USDJPY=X', [{ day: '2026-01-05', close: '160.000000' }]],
]);
const on = (currency: string, day: string) => rateOn(currency, day, rates);

describe('the pair of a currency', () => {
  it.each([
    ['EUR', 'EURUSD=X', false, 1],
    ['GBp', 'GBPUSD=X', false, 100],
    ['GBX', 'GBPUSD=X', false, 100],
    ['JPY', 'USDJPY=X', true, 1],
    ['ZAc', 'USDZAR=X', true, 100],
  ])('of %s is %s', (currency, ticker, isInverse, parts) => {
    expect(pairOf(currency)).toEqual({ ticker, isInverse, parts });
  });

  it('is null for USD, and currency names of providers are recognized', () => {
    expect(pairOf('USD')).toBeNull();
    expect(['EUR', 'GBp', 'ILA'].every(isCurrency)).toBe(true);
    expect(['', 'usd', 'Eur', 'EURO', 'GBpp'].some(isCurrency)).toBe(false);
    expect(currenciesOfPair('USDJPY=X')).toEqual({ from: 'USD', to: 'JPY' });
    expect(currenciesOfPair('GLE.PA')).toBeNull();
  });
});

describe('the rate of a day', () => {
  it('is the latest of the past seven days, with its own day', () => {
    expect(on('EUR', '2026-01-05')).toEqual({ pair: 'EURUSD=X', day: '2026-01-05', rate: '1.050000' });
    expect(on('EUR', '2026-01-04')?.day).toBe('2026-01-02');
    expect(on('EUR', '2026-01-12')?.day).toBe('2026-01-05');
    expect(on('EUR', '2026-01-13')).toBeUndefined();
    expect(on('EUR', '2026-01-01')).toBeUndefined();
    expect(on('CHF', '2026-01-05')).toBeUndefined();
  });

  it('converts exactly for each direction and unit of a pair', () => {
    const usd = (amount: string, currency: string) => {
      const rate = on(currency, '2026-01-05');
      return rate && inUsd(amount, currency, rate);
    };
    expect(usd('250.10', 'EUR')).toBe('262.605000');
    expect(usd('250.10', 'GBp')).toBe('3.126250');
    expect(usd('250.10', 'GBX')).toBe('3.126250');
    expect(usd('15000.00', 'JPY')).toBe('93.750000');
    expect(usd('100.00', 'CHF')).toBeUndefined();
  });
});

describe('a position in another currency', () => {
  const bought = { entryPrice: '100.00', purchaseDay: '2026-01-03' };
  const price = latestPriceOf({ price: '110.00', asOf: new Date('2026-02-02T15:00:00Z') }, undefined);
  const facts = gainFactsOf(bought, price, [], { currency: 'EUR', rates });

  it('has a gain in its currency, and one in USD at the rates of both days', () => {
    // 110 × 1.21 ÷ (100 × 1.10) = 1.21.
    expect(quickGain(facts)).toEqual({ gainsPercent: '10.00', usdGainsPercent: '21.00' });
    expect(portfolioGain(facts, quickGain(facts))).toBe('21.00');
    const { gainsPercent, usdGainsPercent, steps } = computeGain(facts);
    expect([gainsPercent, usdGainsPercent]).toEqual(['10.00', '21.00']);
    expect(steps.at(-1)).toEqual({
      label: 'In USD',
      sum: '(110.00 × 1.210000) ÷ (100.00 × 1.100000) × 100 − 100',
      result: '21.00%',
    });
    expect(facts).toMatchObject({ entryRate: { day: '2026-01-02' }, priceRate: { day: '2026-02-02' } });
  });

  it('divides by rates that are in units per dollar', () => {
    const yen = new Map([
      [
        'USDJPY=X',
        [
          { day: '2026-01-02', close: '160.000000' },
          { day: '2026-02-02', close: '150.000000' },
        ],
      ],
    ]);
    const inYen = gainFactsOf(bought, price, [], { currency: 'JPY', rates: yen });
    // 110 ÷ 150 × 160 ÷ 100 = 1.17333…
    expect(quickGain(inYen)).toEqual({ gainsPercent: '10.00', usdGainsPercent: '17.33' });
    expect(computeGain(inYen).steps.at(-1)?.sum).toBe('(110.00 ÷ 150.000000) ÷ (100.00 ÷ 160.000000) × 100 − 100');
  });

  it('has no gain in USD without both rates, and is never converted one to one', () => {
    const old = { ...bought, purchaseDay: '2025-06-02' };
    const unrated = gainFactsOf(old, price, [], { currency: 'EUR', rates });
    expect(unrated).not.toHaveProperty('entryRate');
    expect(quickGain(unrated)).toEqual({ gainsPercent: '10.00' });
    expect(portfolioGain(unrated, quickGain(unrated))).toBeUndefined();
    expect(computeGain(unrated)).not.toHaveProperty('usdGainsPercent');
  });

  it('has no such fields if it is in USD', () => {
    const usd = gainFactsOf(bought, price);
    expect(Object.keys(usd)).toEqual(['entryPrice', 'purchaseDay', 'splits', 'price', 'priceDay']);
    expect(portfolioGain(usd, quickGain(usd))).toBe('10.00');
  });
});

describe('prices in USD', () => {
  it('exist for days with a rate; a dividend uses the rate of its reinvestment', () => {
    const closes = ['2025-12-01', '2026-01-02', '2026-01-05', '2026-01-20'].map((day) => ({ day, close: '20.00' }));
    const dividends = [{ day: '2026-01-03', amount: '1.000000' }];
    expect(pricesInUsd({ currency: 'EUR', closes, dividends }, rates)).toEqual({
      closes: [
        { day: '2026-01-02', close: '22.000000' },
        { day: '2026-01-05', close: '21.000000' },
      ],
      dividends: [{ day: '2026-01-03', amount: '1.050000' }],
    });
  });

  it('need a rate on the purchase day; without a rate at the end, a holding leaves at a closing price', () => {
    const holding = { ticker: 'E', entryPrice: '10.00', purchaseDay: '2026-01-02' };
    expect(holdingInUsd(holding, 'EUR', rates)).toEqual({ ...holding, entryPrice: '11.000000' });
    const ended = (day: string) => holdingInUsd({ ...holding, exit: { day, price: '12.00' } }, 'EUR', rates).exit;
    expect(ended('2026-01-06')).toEqual({ day: '2026-01-06', price: '12.600000' });
    expect(ended('2026-01-20')).toEqual({ day: '2026-01-20', price: null });
    expect(holdingInUsd({ ...holding, purchaseDay: '2025-01-02' }, 'EUR', rates)).toMatchObject({ isUnvalued: true });
  });
});
