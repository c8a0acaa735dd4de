import { currenciesOfPair } from '~/shared/currencies';
import type { PriceProvider, RateProvider } from './types';

/** A price provider with exchange rates from another source. */
export const withRates = (provider: PriceProvider, rates: RateProvider): PriceProvider => ({
  ...provider,
  async history(ticker, fromDay, signal) {
    if (!currenciesOfPair(ticker)) return provider.history(ticker, fromDay, signal);
    return { ...(await rates.history(ticker, fromDay, signal)), source: rates.source };
  },
});
