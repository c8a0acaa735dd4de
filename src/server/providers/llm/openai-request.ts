/**
 * Sends requests to an OpenAI-compatible endpoint. The SDK builds the request, authenticates it and maps its errors. It
 * is prepared once, because URL and headers never change, and building them takes a millisecond before the first token.
 */
import type { IncomingMessage } from 'node:http';
import type OpenAI from 'openai';
import { createHttpPost, type HttpPost, readText } from './http-post';
import { isAzureHost, type OpenAiSettings } from './openai-endpoint';
import { parseEvent } from './openai-wire';
import { vendorErrorIn } from './vendor-error';

/** Resolves with the headers of a successful response. Rejects with the SDK's APIError for any other status. */
export type AskEndpoint = (body: object, signal: AbortSignal) => Promise<IncomingMessage>;

export function createAsk(settings: OpenAiSettings, path: '/responses' | '/chat/completions'): AskEndpoint {
  const send = createHttpPost({ proxyUrl: settings.proxyUrl });
  let ready: Promise<Ready> | undefined;
  return async (body, signal) => {
    ready ??= prepare(settings, path);
    const { post, toError } = await ready;
    const message = await send({ ...post, body: JSON.stringify(body) }, signal);
    const status = message.statusCode ?? 0;
    if (status >= 200 && status < 300) return message;
    throw toError(status, await readText(message).catch(() => ''), headersOf(message));
  };
}

interface Ready {
  post: Omit<HttpPost, 'body'>;
  toError(status: number, text: string, headers: Headers): Error;
}

/** Loaded with the first message, which keeps the SDK's 12 MB out of startup and idle memory. */
async function prepare({ apiKey, baseUrl, headers }: OpenAiSettings, path: string): Promise<Ready> {
  const { default: Client } = await import('openai');
  const { origin, pathname, searchParams } = new URL(baseUrl);
  const isAzure = isAzureHost(baseUrl);
  const client: OpenAI = new Client({
    // Local endpoints have no key, but the SDK requires one.
    apiKey: apiKey || 'none',
    defaultHeaders: {
      ...((!apiKey || isAzure) && { Authorization: null }),
      ...(apiKey && isAzure && { 'api-key': apiKey }),
      ...headers,
    },
    // Azure's classic URL ends in ?api-version=, which belongs after the path.
    baseURL: `${origin}${pathname.replace(/\/+$/, '')}`,
    defaultQuery: Object.fromEntries(searchParams),
    // Settings come only from env.ts; null prevents the SDK from reading the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
  });
  const { req, url } = await client.buildRequest({ method: 'post', path, body: {} });
  return {
    post: { url: new URL(url), headers: Object.fromEntries(new Headers(req.headers)) },
    toError(status, text, headers) {
      // The SDK takes the message only from `error`.
      const error = vendorErrorIn(parseEvent(text)) ?? { message: text.startsWith('<') ? '' : text, code: '' };
      return Client.APIError.generate(status, { error }, undefined, headers);
    },
  };
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}
