/**
 * Forwards a chat completion to the endpoint of a model unchanged, except for the model's name: tools, images, formats
 * and the other accepted fields. Only its usage is stored.
 */
import type { IncomingMessage } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { memoryOf } from '~/server/providers/llm/endpoint-memory';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { toModelError } from '~/server/providers/llm/openai-errors';
import { type AskEndpoint, createAsk } from '~/server/providers/llm/openai-request';
import { refusedPart } from '~/server/providers/llm/refused-part';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { writtenIn } from './completion-usage';
import { RelayStream, usageIn } from './relay-stream';

export interface Completion {
  stream?: boolean | null | undefined;
  stream_options?: { include_usage?: boolean | undefined } | null | undefined;
  [field: string]: unknown;
}

const firstByteMs = 300_000;
const idleMs = 120_000;

/** One client per connection, to reuse its sockets. Garbage-collected with the connection. */
const clients = new WeakMap<OpenAiSettings, AskEndpoint>();

function clientOf(connection: OpenAiSettings): AskEndpoint {
  const known = clients.get(connection) ?? createAsk(connection, '/chat/completions');
  clients.set(connection, known);
  return known;
}

/**
 * Rejects before anything is sent to the caller if the endpoint returns an error. `signal` aborts when the caller
 * disconnects.
 */
export async function openCompletion(
  connection: OpenAiSettings,
  body: Completion,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(new Error('no response')), connection.firstByteTimeoutMs ?? firstByteMs);
  try {
    const message = await ask(connection, body, AbortSignal.any([signal, tooLate.signal]));
    message.setTimeout(connection.idleTimeoutMs ?? idleMs, () =>
      message.destroy(new Error('the endpoint went silent')),
    );
    return message;
  } finally {
    clearTimeout(timer);
  }
}

/** Requests usage with every stream, unless the endpoint rejects that option. */
async function ask(connection: OpenAiSettings, body: Completion, signal: AbortSignal): Promise<IncomingMessage> {
  const { stream_options: options, ...rest } = body;
  const plain = { ...rest, model: connection.model };
  const send = clientOf(connection);
  if (!body.stream) return send({ ...plain, ...(options !== undefined && { stream_options: options }) }, signal);
  const memory = memoryOf(connection.baseUrl, 'chat', connection.model);
  if (memory.refuses('stream_options')) return send(plain, signal);
  try {
    return await send({ ...plain, stream_options: { ...options, include_usage: true } }, signal);
  } catch (error) {
    const refusal = signal.aborted ? undefined : refusedPart(toModelError(error), new Set(['stream_options']));
    if (!refusal) throw error;
    if (refusal.isPlain) memory.refuse('stream_options');
    return send(plain, signal);
  }
}

export interface Sent {
  /** Undefined if the endpoint reported none. */
  usage: AnswerUsage | undefined;
  /** The model's output, if no usage was reported and `keepsText` is set. */
  written: string;
}

/** Writes the endpoint's response to the caller. Resolves with the usage. */
export async function sendCompletion(
  message: IncomingMessage,
  body: Completion,
  response: Response,
  keepsText: boolean,
): Promise<Sent> {
  if (message.headers['content-type']?.includes('text/event-stream')) {
    const relay = new RelayStream(body.stream_options?.include_usage === true, keepsText);
    response.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    // If the caller disconnects, the request to the endpoint is aborted and the usage so far counts.
    await pipeline(message, relay, response).catch(() => response.destroy());
    return relay;
  }
  const text = await bodyText(message);
  const completion: unknown = JSON.parse(text);
  response.status(200).type('json').send(text);
  return { usage: usageIn(completion), written: keepsText ? writtenIn(completion) : '' };
}
