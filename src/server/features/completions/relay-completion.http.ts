/**
 * Forwards a chat completion to the endpoint of a model unchanged, except for the model's name: tools, images, formats
 * and the other accepted fields. Only its usage is stored.
 */
import type { IncomingMessage } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import type { Response } from 'express';
import { memoryOf } from '~/server/providers/llm/endpoint-memory';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { toModelError, unreadable } from '~/server/providers/llm/openai-errors';
import { type AskEndpoint, createAsk } from '~/server/providers/llm/openai-request';
import { rejectedPart } from '~/server/providers/llm/rejected-part';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { writtenIn } from './completion-usage';
import { beginStream } from './event-response.http';
import { asChunk, RelayStream, reportedErrorIn, usageIn, withReportedError } from './relay-stream';

export interface Completion {
  stream?: boolean | null | undefined;
  stream_options?: { include_usage?: boolean | undefined } | null | undefined;
  [field: string]: unknown;
}

const firstByteMs = 300_000;
/** Limit of a response that is not a stream, because it is kept in memory. Images in an answer are a few megabytes. */
const maxBytes = 32 * 1024 * 1024;
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

/**
 * Requests usage with every stream, unless the endpoint rejects that option. This is remembered for all users, so the
 * cause must not be another part of this request: options of the caller are left out first, and the rest must succeed.
 */
async function ask(connection: OpenAiSettings, body: Completion, signal: AbortSignal): Promise<IncomingMessage> {
  const { stream_options: options, ...rest } = body;
  const plain = { ...rest, model: connection.model };
  const send = clientOf(connection);
  if (!body.stream) return send({ ...plain, ...(options !== undefined && { stream_options: options }) }, signal);
  const memory = memoryOf(connection.baseUrl, 'chat', connection.model);
  if (memory.rejects('stream_options')) return send(plain, signal);
  const usageAlone = { include_usage: true };
  const sent = { ...options, ...usageAlone };
  try {
    return await send({ ...plain, stream_options: sent }, signal);
  } catch (error) {
    const rejected = signal.aborted ? undefined : rejectedPart(toModelError(error), new Set(['stream_options']));
    if (!rejected) throw error;
    if (Object.keys(sent).length > 1) return ask(connection, { ...body, stream_options: usageAlone }, signal);
    const message = await send(plain, signal);
    if (rejected.isPlain) memory.addRejected('stream_options');
    return message;
  }
}

export interface Sent {
  /** Undefined if the endpoint reported none. */
  usage: AnswerUsage | undefined;
  /** The model's output, if no usage was reported and `keepsText` is set. */
  written: string;
  /** Why there is no answer. */
  failure?: unknown;
}

/**
 * Writes the endpoint's response to the caller. Resolves with the usage. Rejects if the response is not an answer,
 * before any of it is written.
 */
export async function sendCompletion(
  message: IncomingMessage,
  body: Completion,
  response: Response,
  keepsText: boolean,
): Promise<Sent> {
  const { isStream, bytes } = await read(message);
  if (isStream) {
    const relay = new RelayStream(body.stream_options?.include_usage === true, keepsText);
    beginStream(response);
    // Not a leak: the parts of a request listen for its end, and the pipeline does several times.
    response.setMaxListeners(20);
    // If the caller disconnects, the request to the endpoint is aborted and the usage so far counts.
    await pipeline(bytes, relay, response).catch(() => response.destroy());
    return relay;
  }
  // A byte order mark is not JSON.
  const text = (await bodyText(limited(bytes))).trimStart();
  const completion = parsed(text);
  const written = writtenIn(completion);
  const error = reportedErrorIn(completion);
  if (error && written === '') throw error;
  const sent = error ? withReportedError(completion, error) : completion;
  // The endpoint ignored that a stream was requested, and took longer than the first comment.
  if (response.headersSent) response.end(`data: ${JSON.stringify(asChunk(sent))}\n\ndata: [DONE]\n\n`);
  else
    response
      .status(200)
      .type('json')
      .send(error ? JSON.stringify(sent) : text);
  return { usage: usageIn(completion), written: keepsText ? written : '' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(text);
  }
}

/** The first field of an event, or a comment. */
const startOfStream = /^(?:data|event|id|retry)?:/;
/** JSON or a page, which some gateways label as a stream because one was requested. */
const startOfWhole = /^[{[<]/;
/** Enough characters to match it. */
const startLength = 'retry:'.length;
/** At most this many chunks are read for them, because they may contain only white space. */
const maxFirst = 1000;

/**
 * The format of a body is known by its first bytes: some endpoints label a stream as plain text or JSON, or not at all,
 * and an error as a stream. Other text is the error of a proxy, unless it is labeled as a stream.
 */
async function read(message: IncomingMessage): Promise<{ isStream: boolean; bytes: AsyncIterable<Buffer> }> {
  const rest = (message as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const utf8 = new StringDecoder('utf8');
  const first: Buffer[] = [];
  let start = '';
  // Limits the chunks that are kept if a body contains only white space.
  while (start.length < startLength && first.length < maxFirst) {
    const { value, done } = await rest.next();
    if (done) break;
    first.push(value);
    // trimStart also removes a byte order mark.
    start = (start + utf8.write(value)).trimStart();
  }
  const isLabeled = message.headers['content-type']?.includes('text/event-stream') === true;
  return { isStream: isLabeled ? !startOfWhole.test(start) : startOfStream.test(start), bytes: joined(first, rest) };
}

async function* limited(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw unreadable('a response without an end');
    yield chunk;
  }
}

async function* joined(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    // Releases the connection if the caller has left.
    await rest.return?.();
  }
}
