/** Replays responses over real HTTP. Also a proxy that routes a vendor's host name to itself. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply } from './vendor-script';

export interface RecordedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

export interface ScriptedEndpoint {
  readonly proxyUrl: string;
  /** The requests since `play`. */
  readonly requests: readonly RecordedRequest[];
  /** One reply per request; the last one is repeated. */
  play(...replies: Reply[]): void;
  close(): Promise<void>;
}

export async function startScriptedEndpoint(): Promise<ScriptedEndpoint> {
  let requests: RecordedRequest[] = [];
  let replies: Reply[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    requests.push({ path: req.url ?? '', headers: req.headers, body: await bodyOf(req) });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply) await write(res, reply);
  };
  const server = createServer((req, res) => {
    // A client that has disconnected needs no response.
    answer(req, res).catch(() => res.destroy());
  });
  server.on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    play(...next) {
      requests = [];
      replies = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function write(res: ServerResponse, reply: Reply): Promise<void> {
  const { status = 200, headers, body, before, beforeHeaders, after } = reply;
  await beforeHeaders;
  res.writeHead(status, headers);
  res.flushHeaders();
  await before;
  for (const piece of body) {
    if (res.destroyed) return;
    await new Promise((resolve) => res.write(piece, () => setImmediate(resolve)));
  }
  if (after === 'reset') res.socket?.resetAndDestroy();
  else if (after !== 'silence') res.end();
}

async function bodyOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}
