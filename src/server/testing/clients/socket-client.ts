/** A raw client of /ws, for the behavior of bad clients: wrong origins, invalid frames, not reading. */
import superjson, { type SuperJSONResult } from 'superjson';
import { WebSocket } from 'ws';
import { cookieOf } from './http-client';

export interface OpenSocket {
  socket: WebSocket;
  /** Everything received from the server, parsed if it is JSON. */
  frames: unknown[];
  /** Resolves with the close code. */
  closed: Promise<number>;
  /** Calls one procedure and waits for its first response: the data, or the error as `{ code, httpStatus … }`. */
  call(method: 'query' | 'mutation' | 'subscription', path: string, input?: unknown): Promise<SocketResponse>;
}

export interface SocketResponse {
  data: unknown;
  message: string | undefined;
  error: Record<string, unknown> | undefined;
}

export interface SocketOptions {
  sessionToken?: string | null;
  /** The page's origin; the server's own by default. null sends none. */
  origin?: string | null;
  path?: string;
  headers?: Record<string, string>;
}

/** The open socket, or the HTTP status of the rejection. */
export function openSocket(address: string, options: SocketOptions = {}): Promise<OpenSocket | number> {
  const { sessionToken, origin = address, path = '/ws', headers = {} } = options;
  const socket = new WebSocket(address.replace(/^http/, 'ws') + path, {
    headers: {
      ...(origin !== null && { origin }),
      ...(sessionToken && { cookie: cookieOf(sessionToken) }),
      ...headers,
    },
  });
  const frames: unknown[] = [];
  const waiting = new Map<unknown, (response: SocketResponse) => void>();
  socket.on('message', (raw) => {
    const frame = parse(String(raw));
    frames.push(frame);
    const { id, result, error } = (frame ?? {}) as {
      id?: unknown;
      result?: { type: string; data: SuperJSONResult };
      error?: SuperJSONResult;
    };
    const settle = waiting.get(id);
    // A subscription is first reported as started, and only then fails or receives its first event.
    if (!settle || result?.type === 'started') return;
    waiting.delete(id);
    const failure = error && superjson.deserialize<{ message: string; data: Record<string, unknown> }>(error);
    settle({
      data: result?.data && superjson.deserialize(result.data),
      message: failure?.message,
      error: failure?.data,
    });
  });
  let ids = 0;
  const opened: OpenSocket = {
    socket,
    frames,
    closed: new Promise((resolve) => socket.once('close', resolve)),
    call(method, path, input) {
      const id = ++ids;
      socket.send(JSON.stringify({ id, method, params: { path, input: superjson.serialize(input) } }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(opened));
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', (error) => {
      // Later errors are reported by `closed`; only a failed opening is reported here.
      if (socket.readyState === WebSocket.CLOSED || socket.readyState === WebSocket.CONNECTING) reject(error);
    });
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An open socket; throws if it is rejected. */
export async function openedSocket(address: string, options: SocketOptions = {}): Promise<OpenSocket> {
  const socket = await openSocket(address, options);
  if (typeof socket === 'number') throw new Error(`the socket was refused with ${socket}`);
  return socket;
}
