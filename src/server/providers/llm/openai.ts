/**
 * Every OpenAI-compatible endpoint: xAI, OpenAI, Ollama, vLLM, LM Studio. The SDK builds and authenticates the
 * request; its stream is read by openai-exchange.ts, because the SDK's own decoding costs 1.6 times as much a token
 * when tokens trickle and five times as much when they come in bursts. Retries happen here, and only before the
 * first word: what a reader has seen is never unsaid.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type OpenAI from 'openai';
import { createHttpFetch } from './http-fetch';
import { ChatReader, chatBody } from './openai-chat';
import { endpointOf, type OpenAiSettings } from './openai-endpoint';
import { toModelError } from './openai-errors';
import { Exchange } from './openai-exchange';
import { ResponsesReader, responsesBody } from './openai-responses';
import type { LanguageModel, ModelError, ModelEvent, ModelRequest } from './types';

const maxRetries = 2;
const firstRetryMs = 300;
/** A longer Retry-After is told to the reader instead of waited for. */
const maxRetryAfterSeconds = 10;
const defaultIdleTimeoutMs = 30_000;

export function createOpenAiModel(settings: OpenAiSettings): LanguageModel {
  const { model, idleTimeoutMs = defaultIdleTimeoutMs } = settings;
  const endpoint = endpointOf(settings);
  let client: Promise<OpenAI> | undefined;

  const open = async (request: ModelRequest, signal: AbortSignal): Promise<Response> => {
    client ??= createClient(settings);
    const sdk = await client;
    return endpoint.api === 'responses'
      ? sdk.responses.create(responsesBody(model, request, endpoint.tools), { signal }).asResponse()
      : sdk.chat.completions.create(chatBody(model, request), { signal }).asResponse();
  };

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const reader = endpoint.api === 'responses' ? new ResponsesReader(model) : new ChatReader(model);
      const exchange = new Exchange((upstream) => open(request, upstream), reader, idleTimeoutMs, signal);
      let hasText = false;
      let retryMs: number | undefined;
      try {
        for (let events = await exchange.next(); events; events = await exchange.next()) {
          for (const event of events) {
            if (signal.aborted) return;
            hasText ||= event.type === 'text';
            yield event;
          }
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        const failure = toModelError(error);
        retryMs = hasText || attempt >= maxRetries ? undefined : retryDelay(failure, attempt);
        if (retryMs === undefined) throw failure;
      } finally {
        exchange.close();
      }
      // Ends early by throwing when the signal aborts; the loop then ends too.
      await delay(retryMs, undefined, { signal }).catch(() => {});
    }
  }

  return { name: model, canSearchWeb: endpoint.tools.length > 0, isConnected: true, stream };
}

/** Loaded at the first question: start-up and idle memory do without the SDK's 12 MB. */
async function createClient({ apiKey, baseUrl }: OpenAiSettings): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    // Local endpoints have no key, but the SDK wants one.
    apiKey: apiKey || 'none',
    defaultHeaders: apiKey ? undefined : { Authorization: null },
    baseURL: baseUrl,
    // Settings come from env.ts alone; null keeps the SDK from reading the environment itself.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: createHttpFetch(),
  });
}

/** Milliseconds until the next try; nothing when trying again is no use. */
function retryDelay({ code, retryAfterSeconds }: ModelError, attempt: number): number | undefined {
  if (code !== 'rate_limited' && code !== 'unavailable' && code !== 'cut_off') return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > maxRetryAfterSeconds) return undefined;
  const backoff = firstRetryMs * 2 ** attempt * (0.75 + Math.random() / 2);
  return Math.max(backoff, (retryAfterSeconds ?? 0) * 1000);
}
