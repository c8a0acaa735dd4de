import { describe, expect, it } from 'vitest';
import { createPriceProviders } from './create-provider';

const keys = { TIINGO_API_KEY: 'a', EODHD_API_KEY: 'b', ALPHA_VANTAGE_API_KEY: 'c', PRICE_CSV_FOLDER: '/none' };

describe('price providers from the settings', () => {
  it.each([
    ['yahoo', 'Yahoo Finance'],
    ['tiingo', 'Tiingo'],
    ['eodhd', 'EODHD'],
    ['alphavantage', 'Alpha Vantage'],
    ['csv', 'CSV files from the operator'],
  ] as const)('%s is %s', (name, source) => {
    const { provider, second } = createPriceProviders({ ...keys, PRICE_PROVIDER: name });
    expect(provider).toMatchObject({ name, source, isConnected: true });
    expect(second).toBeNull();
  });

  it('include a second one to compare with only if two different ones are set', () => {
    const second = (first: 'yahoo' | 'eodhd' | 'none') =>
      createPriceProviders({ ...keys, PRICE_PROVIDER: first, PRICE_FALLBACK: 'eodhd' }).second?.source;
    expect([second('yahoo'), second('eodhd'), second('none')]).toEqual(['EODHD', undefined, undefined]);
  });
});
