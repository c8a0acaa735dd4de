import { describe, expect, it } from 'vitest';
import { quickGain } from './gain';
import { closingPriceOf, gainFactsOf, latestPriceOf } from './position-value';

describe('a closing price as the price of a position', () => {
  const gainAt = (close: string) => {
    const price = latestPriceOf(undefined, { day: '2026-02-02', close });
    return quickGain(gainFactsOf({ entryPrice: '0.01', purchaseDay: '2026-01-05' }, price)).gainsPercent;
  };

  it('is rounded to cents', () => {
    expect(closingPriceOf({ day: '2026-02-02', close: '0.005000' })).toMatchObject({ price: '0.01' });
    expect(gainAt('0.020000')).toBe('100.00');
  });

  it('of less than half a cent gives no gain, and not a total loss', () => {
    expect(gainAt('0.004900')).toBeUndefined();
    expect(gainAt('0.000000')).toBe('-100.00');
  });
});
