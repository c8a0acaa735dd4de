/** Servers of others that the settings name. */
import type { Env } from '~/server/env';
import { createLogger } from '~/server/lib/logger';
import { createMailer } from '~/server/providers/mail/create-mailer';
import { createPriceProvider } from '~/server/providers/prices/create-provider';
import { type Finding, fail, ok, reasonOf, warn } from './finding';

const patienceMs = 10_000;

export async function examineRedis({ REDIS_URL, DATABASE_URL }: Env): Promise<Finding[]> {
  if (!REDIS_URL) return [ok('redis', 'none: events and rate limits stay within each process')];
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
        'it answers, but the embedded database allows one process',
        'Set DATABASE_URL, or remove REDIS_URL.',
      ),
    ];
  return [ok('redis', 'it answers')];
}

/** Asks for the list of models, which every compatible endpoint knows and none charges for. */
export async function examineModel({ model }: Env): Promise<Finding[]> {
  if (!model) return [ok('model', 'none: the offline analyst answers')];
  const { baseUrl, apiKey } = model;
  const answer = await fetch(`${baseUrl}/models`, {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(patienceMs),
  });
  const { host } = new URL(baseUrl);
  if (answer.status === 401 || answer.status === 403)
    return [
      fail(
        'model',
        `${host} refuses the key (${answer.status})`,
        'Set AI_API_KEY, or the shortcut of the vendor, to a key that works.',
      ),
    ];
  if (answer.status >= 500)
    return [fail('model', `${host} answers ${answer.status}`, 'Look at the endpoint, or try again later.')];
  const names = namesIn(await answer.json().catch(() => null));
  if (!answer.ok || !names)
    return [
      warn(
        'model',
        `${host} answers, but lists no models (${answer.status})`,
        'Look whether AI_BASE_URL ends as it should: usually with /v1.',
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

export async function examineMail(env: Env): Promise<Finding[]> {
  const mailer = createMailer(env, createLogger({ level: 'silent', isProduction: true }));
  if (mailer.kind === 'log') return [ok('mail', 'none: links to reset a password are written to the server’s log')];
  try {
    await mailer.check();
    return [ok('mail', `${new URL(env.SMTP_URL ?? '').host} takes mail`)];
  } finally {
    mailer.close();
  }
}

export async function examinePrices(env: Env): Promise<Finding[]> {
  const provider = createPriceProvider(env);
  if (!provider.isConnected) return [ok('prices', 'none: the book shows no latest prices')];
  const ticker = 'SPY';
  const mend = 'The book shows the prices it has, with their time. Look at PRICE_BASE_URL, or set PRICE_PROVIDER=none.';
  // Prices come and go; nothing else waits for them.
  const told = await provider.quotes([ticker], AbortSignal.timeout(patienceMs)).catch((error: unknown) => error);
  if (!(told instanceof Map)) return [warn('prices', reasonOf(told), mend)];
  const quote = told.get(ticker);
  if (!quote || !(quote.price > 0)) return [warn('prices', `${provider.source} knows no price of ${ticker}`, mend)];
  return [ok('prices', `${provider.source}: ${ticker} ${quote.price.toFixed(2)} ${quote.currency}`)];
}
