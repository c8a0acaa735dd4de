/** Checks external services: Redis, email, prices. */

import type { Env } from '~/server/env';
import { reasonOf } from '~/server/lib/caught';
import { createLogger } from '~/server/lib/logger';
import { createMailer } from '~/server/providers/mail/create-mailer';
import { createPriceProviders } from '~/server/providers/prices/create-provider';
import type { PriceProvider } from '~/server/providers/prices/types';
import type { PriceProviderName } from '~/shared/price-providers';
import { dayMs, utcDay } from '~/shared/utc-day';
import { type Finding, ok, warn } from './finding';

const timeoutMs = 10_000;

export async function checkRedis({ REDIS_URL, DATABASE_URL }: Env): Promise<Finding[]> {
  if (!REDIS_URL) return [ok('redis', 'not configured (events and rate limits stay within each process)')];
  const { Redis } = await import('ioredis');
  const client = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
  if (!DATABASE_URL)
    return [
      warn(
        'redis',
        'connected, but the embedded database allows only one process',
        'Set DATABASE_URL, or remove REDIS_URL.',
      ),
    ];
  return [ok('redis', 'connected')];
}

export async function checkEmail(env: Env): Promise<Finding[]> {
  const mailer = createMailer(env, createLogger({ level: 'silent', isProduction: true }));
  if (mailer.kind === 'log')
    return [ok('email', "not configured (password reset links are written to the server's log)")];
  try {
    await mailer.check();
    return [ok('email', `${new URL(env.SMTP_URL ?? '').host} accepts email`)];
  } finally {
    mailer.close();
  }
}

const needsLicense = '; publishing its prices requires a license from the provider';
/** What each provider's terms allow for a public service. */
const licenses: Record<PriceProviderName, string> = {
  yahoo: '; personal use only: a public service needs another PRICE_PROVIDER',
  tiingo: needsLicense,
  eodhd: needsLicense,
  alphavantage: needsLicense,
  csv: '',
  none: '',
};

/** Each provider separately: as a fallback, one would hide that the other fails. */
export async function checkPrices(env: Env): Promise<Finding[]> {
  const { provider } = createPriceProviders({ ...env, PRICE_FALLBACK: undefined });
  const { second } = createPriceProviders(env);
  if (!provider.isConnected) return [ok('prices', 'not configured (the portfolio shows no latest prices)')];
  const findings = [provider, ...(second ? [second] : [])].map((one) => checkProvider(one, env));
  return Promise.all([...findings, ...(env.FX_PROVIDER === 'ecb' ? [checkRates(provider)] : [])]);
}

/** Long enough to include a working day with an exchange rate. */
const rateDays = 14;

async function checkRates(provider: PriceProvider): Promise<Finding> {
  const pair = 'EURUSD=X';
  const since = utcDay(new Date(Date.now() - rateDays * dayMs));
  const result = await provider
    .history(pair, since, AbortSignal.timeout(timeoutMs))
    .catch((error: unknown) => error as Error);
  const last = 'closes' in result ? result.closes.at(-1) : undefined;
  if (!last || !('closes' in result)) {
    const reason = 'closes' in result ? `no rate for ${pair} since ${since}` : reasonOf(result);
    return warn('exchange rates', reason, 'Check FX_BASE_URL, or set FX_PROVIDER=prices.');
  }
  return ok('exchange rates', `${result.source}: ${pair} ${last.close.toFixed(4)} on ${last.day}`);
}

async function checkProvider(
  provider: PriceProvider,
  { PUBLISH_PRICES }: Pick<Env, 'PUBLISH_PRICES'>,
): Promise<Finding> {
  const ticker = 'SPY';
  const fix =
    'Until it works, the portfolio shows the last known prices. Check the PRICE_ settings, or set PRICE_PROVIDER=none.';

  // At most a warning, because everything else works without prices.
  const result = await provider.quotes([ticker], AbortSignal.timeout(timeoutMs)).catch((error: unknown) => error);
  if (!(result instanceof Map)) return warn('prices', `${provider.source}: ${reasonOf(result)}`, fix);
  const quote = result.get(ticker);
  if (!quote || !(quote.price > 0)) return warn('prices', `${provider.source} has no price for ${ticker}`, fix);
  const { price, currency } = quote;
  const license = licenses[provider.name];
  const setting =
    license && (PUBLISH_PRICES === 'on' ? ', or PUBLISH_PRICES=off' : ' (PUBLISH_PRICES=off: visitors get none)');
  return ok('prices', `${provider.source}: ${ticker} ${price.toFixed(2)} ${currency}${license}${setting}`);
}
