/**
 * Passes a chat completion on to the endpoint of a model, as it is but for the model's name: tools, images, formats and
 * whatever the endpoint takes. Nothing is stored but what it cost.
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

/** A client for each connection keeps its sockets; it goes with the connection. */
const clients = new WeakMap<OpenAiSettings, AskEndpoint>();

function clientOf(connection: OpenAiSettings): AskEndpoint {
  const known = clients.get(connection) ?? createAsk(connection, '/chat/completions');
  clients.set(connection, known);
  return known;
}

/** Rejects before anything is sent to the caller when the endpoint refuses. `signal` aborts when the caller is gone. */
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

/** Usage is asked for with every stream, but of an endpoint that refuses to be asked. */
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
  /** As far as the endpoint reported it. */
  usage: AnswerUsage | undefined;
  /** What the model wrote, where no usage came and `keepsText` asks for it. */
  written: string;
}

/** Writes the endpoint's answer to the caller; resolves with what it used. */
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
    // A caller that leaves ends the request at the endpoint; what it has used until then counts.
    await pipeline(message, relay, response).catch(() => response.destroy());
    return relay;
  }
  const text = await bodyText(message);
  const completion: unknown = JSON.parse(text);
  response.status(200).type('json').send(text);
  return { usage: usageIn(completion), written: keepsText ? writtenIn(completion) : '' };
}
