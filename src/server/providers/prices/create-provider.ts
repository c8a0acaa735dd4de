import type { PriceProviderName } from '~/shared/price-providers';
import { createAlphaVantage } from './alpha-vantage';
import { createCsvFolder } from './csv-folder';
import { createEcb } from './ecb';
import { createEodhd } from './eodhd';
import { withFallback } from './fallback';
import { createNoPrices } from './none';
import { createTiingo } from './tiingo';
import type { PriceProvider } from './types';
import { withRates } from './with-rates';
import { createYahoo } from './yahoo';

export interface PriceSettings {
  PRICE_PROVIDER: PriceProviderName;
  /** Used for tickers that the first provider doesn't have. */
  PRICE_FALLBACK?: Exclude<PriceProviderName, 'none'> | undefined;
  /** Replaces the URL of PRICE_PROVIDER. */
  PRICE_BASE_URL?: string | undefined;
  /** The source of exchange rates; `prices` is the price provider itself. */
  FX_PROVIDER?: 'prices' | 'ecb' | undefined;
  /** Replaces the URL of FX_PROVIDER. */
  FX_BASE_URL?: string | undefined;
  TIINGO_API_KEY?: string | undefined;
  EODHD_API_KEY?: string | undefined;
  ALPHA_VANTAGE_API_KEY?: string | undefined;
  PRICE_CSV_FOLDER?: string | undefined;
}

export interface PriceProviders {
  /** Both providers combined. */
  provider: PriceProvider;
  /** The fallback alone, for comparing prices; null if none is set. */
  second: PriceProvider | null;
}

export function createPriceProviders(env: PriceSettings): PriceProviders {
  const { PRICE_PROVIDER, PRICE_FALLBACK } = env;
  const first = createOne(PRICE_PROVIDER, env, env.PRICE_BASE_URL);
  if (PRICE_PROVIDER === 'none') return { provider: first, second: null };
  const rated = (provider: PriceProvider) =>
    env.FX_PROVIDER === 'ecb' ? withRates(provider, createEcb({ baseUrl: env.FX_BASE_URL })) : provider;
  if (!PRICE_FALLBACK || PRICE_FALLBACK === PRICE_PROVIDER) return { provider: rated(first), second: null };
  const second = createOne(PRICE_FALLBACK, env);
  return { provider: rated(withFallback(first, second)), second };
}

function createOne(name: PriceProviderName, env: PriceSettings, baseUrl?: string): PriceProvider {
  switch (name) {
    case 'yahoo':
      return createYahoo({ baseUrl });
    case 'tiingo':
      return createTiingo({ apiKey: env.TIINGO_API_KEY ?? '', baseUrl });
    case 'eodhd':
      return createEodhd({ apiKey: env.EODHD_API_KEY ?? '', baseUrl });
    case 'alphavantage':
      return createAlphaVantage({ apiKey: env.ALPHA_VANTAGE_API_KEY ?? '', baseUrl });
    case 'csv':
      return createCsvFolder(env.PRICE_CSV_FOLDER ?? '');
    case 'none':
      return createNoPrices();
  }
}
