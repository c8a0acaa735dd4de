/**
 * The bare Node.js relay that the product is compared with: no accounts, no database, no checks. It forwards a question
 * to the same endpoint and passes the tokens on in three ways:
 *   POST /pipe  the endpoint's bytes unchanged: the minimum of a relay, and the base of every ratio;
 *   POST /sse   parsed events, with only their text sent as server-sent events;
 *   /ws         the same over a WebSocket.
 * Usage: relay.ts <port of the endpoint> <model>
 */
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { read } from './lib/wire';

const [upstreamPort, model] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function forward(question: string, onAnswer: (answer: IncomingMessage) => void): void {
  const body = JSON.stringify({ model, input: [{ role: 'user', content: question }], stream: true });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  request({ port: upstreamPort, path: '/v1/responses', method: 'POST', agent, headers }, onAnswer).end(body);
}

/** Calls back with the text of each token. */
function tokensOf(answer: IncomingMessage, onText: (text: string) => void, onEnd: () => void): void {
  let rest = '';
  answer.setEncoding('utf8');
  answer.on('data', (piece: string) => {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = JSON.parse(event.slice(event.indexOf('data: ') + 6));
      if (data.type === 'response.output_text.delta') onText(data.delta);
    }
  });
  answer.once('end', onEnd);
}

const server = createServer(async (incoming, outgoing) => {
  const { question } = JSON.parse(await read(incoming));
  forward(question, (answer) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    if (incoming.url === '/pipe') return void answer.pipe(outgoing);
    tokensOf(
      answer,
      (text) => outgoing.write(`data: ${JSON.stringify({ text })}\n\n`),
      () => outgoing.end(),
    );
  });
});
server.keepAliveTimeout = 60_000;
new WebSocketServer({ server, path: '/ws', perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (frame) => {
    const { question } = JSON.parse(String(frame));
    forward(question, (answer) =>
      tokensOf(
        answer,
        (text) => socket.send(JSON.stringify({ text })),
        () => socket.send('{"end":true}'),
      ),
    );
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
