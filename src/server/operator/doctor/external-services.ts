/** Checks external services: Redis, AI model, email, prices. */
import type { Env } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { createMailer } from '~/server/providers/mail/create-mailer';
import { createPriceProvider } from '~/server/providers/prices/create-provider';
import { type Finding, fail, ok, reasonOf, warn } from './finding';

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

/** Reads the list of models, because every compatible endpoint has one and none charges for it. */
export async function checkModel({ model }: Env): Promise<Finding[]> {
  if (!model) return [ok('model', 'not configured (the built-in offline analyst answers)')];
  const { baseUrl, apiKey } = model;
  const response = await fetch(`${baseUrl}/models`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { host } = new URL(baseUrl);
  if (response.status === 401 || response.status === 403)
    return [
      fail(
        'model',
        `${host} rejected the key (${response.status})`,
        'Set AI_API_KEY, XAI_API_KEY or OPENAI_API_KEY to a valid key.',
      ),
    ];
  if (response.status >= 500)
    return [fail('model', `${host} returned ${response.status}`, 'Check the endpoint, or try again later.')];
  const names = namesIn(await response.json().catch(() => null));
  if (!response.ok || !names)
    return [
      warn(
        'model',
        `${host} is reachable, but lists no models (${response.status})`,
        'Check that AI_BASE_URL ends with /v1, as most do.',
      ),
    ];
  if (!names.some((name) => name === model.model || name.replace(/:latest$/, '') === model.model))
    return [
      warn('model', `${host} does not list ${model.model}`, `Set AI_MODEL to one of: ${names.slice(0, 8).join(', ')}`),
    ];
  return [ok('model', `${model.model} at ${host}`)];
}

function namesIn(body: unknown): string[] | null {
  const { data } = (body ?? {}) as { data?: { id?: unknown }[] };
  return Array.isArray(data) ? data.map(({ id }) => String(id)) : null;
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
    'Until it works, the portfolio shows the last known prices. Check PRICE_BASE_URL, or set PRICE_PROVIDER=none.';

  // A warning at most: everything else works without prices.
  const result = await provider.quotes([ticker], AbortSignal.timeout(timeoutMs)).catch((error: unknown) => error);
  if (!(result instanceof Map)) return [warn('prices', reasonOf(result), fix)];
  const quote = result.get(ticker);
  if (!quote || !(quote.price > 0)) return [warn('prices', `${provider.source} has no price for ${ticker}`, fix)];
  return [ok('prices', `${provider.source}: ${ticker} ${quote.price.toFixed(2)} ${quote.currency}`)];
}
