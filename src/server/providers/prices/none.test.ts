import { expect, it } from 'vitest';
import { describePriceContract } from './contract-suite';
import { createPriceProvider } from './create-provider';

const none = () => createPriceProvider({ PRICE_PROVIDER: 'none', PRICE_BASE_URL: undefined });

describePriceContract('none', () => ({ provider: none(), known: [], fromDay: '2020-01-01' }));

it('is not connected, so that nobody asks it', () => {
  expect(none().isConnected).toBe(false);
});
