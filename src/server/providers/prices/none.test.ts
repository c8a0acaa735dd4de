import { expect, it } from 'vitest';
import { describePriceContract } from './contract-suite';
import { createPriceProviders } from './create-provider';

const none = () => createPriceProviders({ PRICE_PROVIDER: 'none', PRICE_BASE_URL: undefined }).provider;

describePriceContract('none', () => ({ provider: none(), known: [], fromDay: '2020-01-01' }));

it('is not connected, so that it is never requested', () => {
  expect(none().isConnected).toBe(false);
});
