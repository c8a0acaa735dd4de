/**
 * The server side of tRPC's WebSocket protocol, for tRPC's own client (wsLink). tRPC's handler makes several copies and
 * promise races per event; here an event is written once, which halves the cost of a token. A subscription must end
 * when its signal aborts: nothing else ends it. Access is checked before the socket is opened.
 */
import type { IncomingMessage } from 'node:http';
import {
  type AnyTRPCRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type inferRouterContext,
  isTrackedEnvelope,
  TRPCError,
  transformTRPCResponse,
} from '@trpc/server';
import { parseTRPCMessage } from '@trpc/server/rpc';
import type { WebSocket } from 'ws';
import { tooMany } from '~/server/lib/errors';
import { createFrameMeter, floodCode, socketLimits } from './socket-limits';

export interface SocketCalls<Router extends AnyTRPCRouter> {
  router: Router;
  /** One context serves all calls of a socket. */
  createContext(request: IncomingMessage, socket: WebSocket): inferRouterContext<Router>;
  onError(error: TRPCError, path: string | undefined): void;
}

/** Pings a peer that has been silent for this long. */
const pingMs = 15_000;
/** Closes the socket if it does not respond to a ping within this time. */
const pongMs = 10_000;

type Request = ReturnType<typeof parseTRPCMessage>;
type Call = Extract<Request, { params: unknown }>;
type Response = Parameters<typeof transformTRPCResponse>[1];

const versionOf = (call?: Call) => (call?.jsonrpc ? { jsonrpc: call.jsonrpc } : {});

export function serveSocketCalls<Router extends AnyTRPCRouter>(
  { router, createContext, onError }: SocketCalls<Router>,
  socket: WebSocket,
  request: IncomingMessage,
): void {
  const config = router._def._config;
  const context = createContext(request, socket);
  const open = new OpenCalls();
  const send = (text: string) => {
    if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const respond = (response: Response) => send(JSON.stringify(transformTRPCResponse(config, response)));

  const reject = (cause: unknown, id: Request['id'], call?: Call) => {
    const error = getTRPCErrorFromUnknown(cause);
    const { path, input } = call?.params ?? {};
    onError(error, path);
    const shape = { config, error, type: call?.method ?? ('unknown' as const), path, input, ctx: context };
    respond({ id, ...versionOf(call), error: getTRPCErrorShape(shape) });
  };

  async function answer(call: Call, index: number): Promise<void> {
    const { id, method, params } = call;
    const about = { id, ...versionOf(call) };
    const abort = open.begin(call);
    try {
      const result = await callTRPCProcedure({
        router,
        path: params.path,
        getRawInput: async () => inputOf(params),
        ctx: context,
        type: method,
        signal: abort.signal,
        batchIndex: index,
      });
      if (method !== 'subscription') return respond({ ...about, result: { type: 'data', data: result } });
      respond({ ...about, result: { type: 'started' } });
      const sendEvent = envelopeOf(call, config.transformer.output.serialize, send);
      await eachOf(result as AsyncIterable<unknown>, sendEvent).catch((cause) => reject(cause, id, call));
      respond({ ...about, result: { type: 'stopped' } });
    } finally {
      open.end(call, abort);
    }
  }

  const receive = (text: string) => {
    for (const [index, one] of readCalls(text, config.transformer, reject).entries()) {
      if (one.id === null) reject(new TRPCError({ code: 'PARSE_ERROR', message: '`id` is required' }), null);
      else if (one.method === 'subscription.stop') open.stop(one.id);
      else answer(one as Call, index).catch((cause) => reject(cause, one.id, one as Call));
    }
  };
  listenTo(socket, { send, receive, rejectBinary: () => reject(new TRPCError({ code: 'PARSE_ERROR' }), null) });
  socket.once('close', () => open.stopAll());
}

/** The pending calls of a socket, within its limits. */
class OpenCalls {
  private readonly subscriptions = new Map<Request['id'], AbortController>();
  private inFlight = 0;

  begin({ id, method }: Call): AbortController {
    const abort = new AbortController();
    if (method === 'subscription') {
      if (this.subscriptions.has(id)) throw new TRPCError({ code: 'BAD_REQUEST', message: `Duplicate id ${id}` });
      if (this.subscriptions.size >= socketLimits.subscriptions) throw tooManyWatched();
      this.subscriptions.set(id, abort);
    } else if (this.inFlight >= socketLimits.callsInFlight) throw tooManyCalls();
    else this.inFlight++;
    return abort;
  }

  end({ id, method }: Call, abort: AbortController): void {
    if (method !== 'subscription') this.inFlight--;
    else if (this.subscriptions.get(id) === abort) this.subscriptions.delete(id);
  }

  stop(id: Request['id']): void {
    this.subscriptions.get(id)?.abort();
  }

  stopAll(): void {
    for (const subscription of this.subscriptions.values()) subscription.abort();
  }
}

/** Passes on incoming messages, except those that only keep the connection alive. Closes a socket that floods. */
function listenTo(
  socket: WebSocket,
  { send, receive, rejectBinary }: { send(text: string): void; receive(text: string): void; rejectBinary(): void },
): void {
  const listen = keepAlive(socket);
  const mayReceive = createFrameMeter();
  socket.on('message', (data, isBinary) => {
    // Messages in transit when the socket was closed are ignored.
    if (socket.readyState !== socket.OPEN) return;
    if (!mayReceive()) return closeForFlooding(socket);
    listen();
    const text = data.toString();
    if (isBinary) rejectBinary();
    else if (text === 'PING') send('PONG');
    else if (text !== 'PONG') receive(text);
  });
  // ws answers pings itself; they count like all other frames.
  socket.on('ping', () => {
    if (!mayReceive()) closeForFlooding(socket);
  });
}

/** Sends events in their envelope, of which only the parts that vary are serialized each time. */
function envelopeOf(
  { id, jsonrpc }: Call,
  serialize: (value: unknown) => unknown,
  send: (text: string) => void,
): (event: unknown) => void {
  const opening = `${JSON.stringify({ id, jsonrpc }).slice(0, -1)},"result":{"type":"data","data":`;
  return (event) => {
    if (!isTrackedEnvelope(event)) return send(`${opening}${JSON.stringify(serialize(event))}}}`);
    const [eventId, data] = event;
    const json = JSON.stringify(serialize({ id: eventId, data }));
    send(`${opening}${json},"id":${JSON.stringify(eventId)}}}`);
  };
}

type Transformer = AnyTRPCRouter['_def']['_config']['transformer'];
type Reject = (cause: unknown, id: Request['id']) => void;

function readCalls(text: string, transformer: Transformer, reject: Reject): Request[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const calls: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
    if (calls.length > socketLimits.callsInFrame) throw new TypeError('more calls than fit into one frame');
    return calls.flatMap((call) => readOne(call, transformer, reject));
  } catch (cause) {
    reject(new TRPCError({ code: 'PARSE_ERROR', cause }), null);
    return [];
  }
}

/** A request that cannot be parsed fails under its own id, so that its sender does not wait for a response. */
function readOne(call: unknown, transformer: Transformer, reject: Reject): Request[] {
  try {
    return [parseTRPCMessage(call, transformer)];
  } catch (cause) {
    const error = cause instanceof TRPCError ? cause : new TRPCError({ code: 'PARSE_ERROR', cause });
    reject(error, idOf(call));
    return [];
  }
}

function idOf(call: unknown): Request['id'] {
  const { id } = (call ?? {}) as { id?: unknown };
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

/** An iterable that can pass on its events without a promise for each. */
type Pushing = AsyncIterable<unknown> & { forEach?: (take: (event: unknown) => void) => Promise<void> };

async function eachOf(events: Pushing, take: (event: unknown) => void): Promise<void> {
  if (events.forEach) return events.forEach(take);
  for await (const event of events) take(event);
}

function closeForFlooding(socket: WebSocket): void {
  socket.close(floodCode, 'too many messages');
  // A flooding client does not complete the closing handshake.
  setTimeout(() => socket.terminate(), 500).unref();
}

const tooManyWatched = () => tooManyError('Too many conversations are open at once. Please close some.');
const tooManyCalls = () => tooManyError('Too many calls at once. Please wait for the others to finish.');

function tooManyError(message: string): TRPCError {
  const cause = tooMany(message, 1);
  return new TRPCError({ code: 'TOO_MANY_REQUESTS', message, cause });
}

/** After a reconnect, the client sends its last event id beside the input; procedures expect it in the input. */
function inputOf({ input, lastEventId }: Call['params']): unknown {
  if (lastEventId === undefined) return input;
  return typeof input === 'object' && input !== null ? { ...input, lastEventId } : (input ?? { lastEventId });
}

/** Closes the socket of a peer that has disappeared. Returns the function to call when the peer has sent something. */
function keepAlive(socket: WebSocket): () => void {
  let timer: NodeJS.Timeout;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (socket.readyState === socket.OPEN) socket.send('PING');
      timer = setTimeout(() => socket.terminate(), pongMs);
    }, pingMs);
  };
  listen();
  socket.once('close', () => clearTimeout(timer));
  return listen;
}
