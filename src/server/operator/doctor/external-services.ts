/** Checks external services: Redis, email, prices. */
import type { Env } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { createMailer } from '~/server/providers/mail/create-mailer';
import { createPriceProvider } from '~/server/providers/prices/create-provider';
import { type Finding, ok, reasonOf, warn } from './finding';

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

export async function checkPrices(env: Env): Promise<Finding[]> {
  const provider = createPriceProvider(env);
  if (!provider.isConnected) return [ok('prices', 'not configured (the portfolio shows no latest prices)')];
  const ticker = 'SPY';
  const fix =
    'Until it works, the portfolio shows the last known prices. Check the PRICE_ settings, or set PRICE_PROVIDER=none.';

  // A warning at most: everything else works without prices.
  const result = await provider.quotes([ticker], AbortSignal.timeout(timeoutMs)).catch((error: unknown) => error);
  if (!(result instanceof Map)) return [warn('prices', reasonOf(result), fix)];
  const quote = result.get(ticker);
  if (!quote || !(quote.price > 0)) return [warn('prices', `${provider.source} has no price for ${ticker}`, fix)];
  const license = provider.name === 'yahoo' ? '; personal use only: a public service needs another PRICE_PROVIDER' : '';
  return [ok('prices', `${provider.source}: ${ticker} ${quote.price.toFixed(2)} ${quote.currency}${license}`)];
}
