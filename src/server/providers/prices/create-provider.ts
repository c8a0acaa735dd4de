import { createNoPrices } from './none';
import type { PriceProvider } from './types';
import { createYahoo } from './yahoo';

export interface PriceSettings {
  PRICE_PROVIDER: 'yahoo' | 'none';
  PRICE_BASE_URL?: string | undefined;
}

export function createPriceProvider(env: PriceSettings): PriceProvider {
  return env.PRICE_PROVIDER === 'none' ? createNoPrices() : createYahoo({ baseUrl: env.PRICE_BASE_URL });
}
