import { PriceError, type PriceProvider } from './types';

/** PRICE_PROVIDER=none: only stored prices are used. */
export function createNoPrices(): PriceProvider {
  return {
    name: 'none',
    source: 'none',
    isConnected: false,
    batchSize: 1,
    quotes: async () => new Map(),
    history: async () => {
      throw new PriceError('unknown_ticker', 'No price provider is connected.');
    },
  };
}
