import { createCsvFolder } from './csv-folder';
import { withFallback } from './fallback';
import { createNoPrices } from './none';
import { createTiingo } from './tiingo';
import type { PriceProvider, PriceProviderName } from './types';
import { createYahoo } from './yahoo';

export interface PriceSettings {
  PRICE_PROVIDER: PriceProviderName;
  /** Asked for what the first one does not know. */
  PRICE_FALLBACK?: Exclude<PriceProviderName, 'none'> | undefined;
  /** Of PRICE_PROVIDER, instead of its own address. */
  PRICE_BASE_URL?: string | undefined;
  TIINGO_API_KEY?: string | undefined;
  PRICE_CSV_FOLDER?: string | undefined;
}

export function createPriceProvider(env: PriceSettings): PriceProvider {
  const first = createOne(env.PRICE_PROVIDER, env, env.PRICE_BASE_URL);
  if (env.PRICE_PROVIDER === 'none' || !env.PRICE_FALLBACK) return first;
  return withFallback(first, createOne(env.PRICE_FALLBACK, env));
}

function createOne(name: PriceProviderName, env: PriceSettings, baseUrl?: string): PriceProvider {
  switch (name) {
    case 'yahoo':
      return createYahoo({ baseUrl });
    case 'tiingo':
      return createTiingo({ apiKey: env.TIINGO_API_KEY ?? '', baseUrl });
    case 'csv':
      return createCsvFolder(env.PRICE_CSV_FOLDER ?? '');
    case 'none':
      return createNoPrices();
  }
}
