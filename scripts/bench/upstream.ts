/**
 * The fake model endpoint of the benchmarks, in a separate process: the Responses API and chat completions. The model's
 * name determines the answer: `bench-200-20-0` is 200 tokens, one every 20 ms, the first after 0 ms. Each token
 * contains its number and sending time; the last one is the SHA-256 of all previous ones, which proves that an answer
 * is complete. A token costs one template and one write.
 */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { read } from './lib/wire';

interface Stream {
  response: ServerResponse;
  frames: (typeof protocols)[keyof typeof protocols];
  tokens: number;
  everyMs: number;
  sent: number;
  dueMs: number;
  text: string;
}

const place = '"item_id":"msg_1","output_index":0,"content_index":0';
const event = (type: string, rest: string) => `event: ${type}\ndata: {"type":"${type}",${rest}}\n\n`;
const message = (status: string, text: string) =>
  `{"id":"msg_1","type":"message","role":"assistant","status":"${status}","content":[{"type":"output_text","text":"${text}","annotations":[]}]}`;
const response = (status: string, rest = '') =>
  `"response":{"id":"resp_1","object":"response","model":"bench","status":"${status}","output":[${rest}]}`;
const chunk = (choice: string) =>
  `data: {"id":"chat_1","object":"chat.completion.chunk","created":1760000000,"model":"bench","choices":[{"index":0,${choice}}]}\n\n`;

/** Tokens contain only letters, digits and spaces, so they need no JSON escaping. */
const protocols = {
  '/v1/responses': {
    opening:
      event('response.created', response('in_progress')) +
      event('response.in_progress', response('in_progress')) +
      event('response.output_item.added', `"output_index":0,"item":${message('in_progress', '')}`) +
      event('response.content_part.added', `${place},"part":{"type":"output_text","text":"","annotations":[]}`),
    token: (text: string, number: number) =>
      event('response.output_text.delta', `"sequence_number":${number + 4},${place},"delta":"${text}","logprobs":[]`),
    closing: (text: string) =>
      event('response.output_text.done', `${place},"text":"${text}"`) +
      event('response.content_part.done', `${place},"part":{"type":"output_text","text":"${text}","annotations":[]}`) +
      event('response.output_item.done', `"output_index":0,"item":${message('completed', text)}`) +
      event('response.completed', response('completed', message('completed', text))),
  },
  '/v1/chat/completions': {
    opening: chunk('"delta":{"role":"assistant","content":""},"finish_reason":null'),
    token: (text: string) => chunk(`"delta":{"content":"${text}"},"finish_reason":null`),
    closing: () => `${chunk('"delta":{},"finish_reason":"stop"')}data: [DONE]\n\n`,
  },
};

const streams = new Set<Stream>();
const timeMs = () => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Each stream is timed from its own start, so that 200 concurrent ones don't send in one burst. */
setInterval(() => {
  const now = timeMs();
  for (const stream of streams) if (now >= stream.dueMs) step(stream);
}, 1);

function step(stream: Stream): void {
  const { response: answer, frames } = stream;
  if (answer.destroyed) return void streams.delete(stream);
  const isLast = stream.sent === stream.tokens - 1;
  const stamp = process.hrtime.bigint() / 1000n;
  const text = isLast ? `sha ${createHash('sha256').update(stream.text).digest('hex')}` : `w${stream.sent} t${stamp} `;
  stream.text += text;
  answer.write(frames.token(text, stream.sent));
  stream.sent += 1;
  stream.dueMs += stream.everyMs;
  if (!isLast) return;
  streams.delete(stream);
  answer.end(frames.closing(stream.text));
}

const server = createServer(async (request, answer) => {
  const frames = protocols[request.url as keyof typeof protocols];
  const [, tokens, everyMs, firstMs] = /"model":"bench-(\d+)-(\d+)-(\d+)"/.exec(await read(request)) ?? [];
  if (!frames || tokens === undefined) return void answer.writeHead(404).end();
  answer.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  answer.write(frames.opening);
  const dueMs = timeMs() + Number(firstMs);
  const stream: Stream = {
    response: answer,
    frames,
    tokens: Number(tokens),
    everyMs: Number(everyMs),
    sent: 0,
    dueMs,
    text: '',
  };
  streams.add(stream);
  if (Number(firstMs) === 0) step(stream);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
