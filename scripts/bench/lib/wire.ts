/** A minimal client for HTTP and tRPC, so that mostly the server is measured. */
import { type Agent, type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';

export async function read(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const piece of response) text += piece;
  return text;
}

/** Resolves with the headers; the caller reads the body. */
export function send(
  method: 'GET' | 'POST',
  url: string,
  options: { agent: Agent; cookie?: string; body?: string; headers?: Record<string, string> },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { agent, cookie, body } = options;
    const headers: Record<string, string> = { ...options.headers, ...(cookie && { cookie }) };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    const outgoing = request(url, { method, agent, headers }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Calls `messages.send`; resolves with the conversation's id. */
export async function ask(
  url: string,
  question: { agent: Agent; cookie: string; clientRequestId: string; conversationId?: string; content: string },
): Promise<string> {
  const { agent, cookie, ...input } = question;
  const response = await send('POST', `${url}/trpc/messages.send`, {
    agent,
    cookie,
    body: JSON.stringify({ json: input }),
  });
  const text = await read(response);
  if (response.statusCode !== 200) throw new Error(`messages.send answered ${response.statusCode}: ${text}`);
  return JSON.parse(text).result.data.json.conversation.id as string;
}

/** Text events of a conversation, and its end. All other events are dropped. */
export type ReceivedFrame =
  | { type: 'ready'; running: number }
  | { type: 'text'; attempt: number; at: number; text: string }
  | { type: 'finished'; attempt: number; content: string; status: string };

/** Opens an authenticated WebSocket. The caller handles its frames. */
export async function openSocket(url: string, cookie: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie, origin: url },
    perMessageDeflate: false,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

export function watch(socket: WebSocket, id: number, conversationId: string): void {
  const params = { path: 'messages.watch', input: { json: { conversationId } } };
  socket.send(JSON.stringify({ id, method: 'subscription', params }));
}

export function stopWatching(socket: WebSocket, id: number): void {
  socket.send(JSON.stringify({ id, method: 'subscription.stop' }));
}

/** Parses a frame's event, and answers the server's keep-alive. */
export function readFrame(socket: WebSocket, frame: string): ReceivedFrame | null {
  if (frame === 'PING') {
    socket.send('PONG');
    return null;
  }
  const message = JSON.parse(frame);
  if (message.error) throw new Error(`The socket answered ${JSON.stringify(message.error)}`);
  const event = message.result?.data?.json?.data;
  switch (event?.type) {
    case 'ready':
      return { type: 'ready', running: event.running.length };
    case 'text':
      return { type: 'text', attempt: event.attempt, at: event.at, text: event.text };
    case 'finished':
      return {
        type: 'finished',
        attempt: event.attempt,
        content: event.message.content,
        status: event.message.metadata.status,
      };
    default:
      return null;
  }
}
