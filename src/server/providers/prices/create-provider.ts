import { createNoPrices } from './none';
import type { PriceProvider } from './types';
import { createYahoo } from './yahoo';

export function createPriceProvider(env: {
  PRICE_PROVIDER: 'yahoo' | 'none';
  PRICE_BASE_URL: string | undefined;
}): PriceProvider {
  return env.PRICE_PROVIDER === 'none' ? createNoPrices() : createYahoo({ baseUrl: env.PRICE_BASE_URL });
}
