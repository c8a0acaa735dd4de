/** When an answer ends: endpoints report the end of an answer before it, or with every chunk. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EndpointMemory } from './endpoint-memory';
import { ChatReader } from './openai-chat';
import { Exchange } from './openai-exchange';
import type { ModelEvent } from './types';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const idleMs = 60_000;

function open() {
  const body = new PassThrough();
  const reader = new ChatReader('m', new EndpointMemory());
  const message = body as unknown as IncomingMessage;
  const exchange = new Exchange(async () => message, reader, { firstMs: idleMs, idleMs }, new AbortController().signal);
  const events: ModelEvent[] = [];
  const isRead = (async () => {
    for (let some = await exchange.next(); some; some = await exchange.next()) events.push(...some);
  })();
  isRead.catch(() => {});
  return {
    body,
    isRead,
    /** Sends a chunk, and then nothing for a time. */
    async send(delta: object, finish: string | null = null, silentMs = 0) {
      body.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(silentMs);
    },
    text: () => events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    types: () => events.map(({ type }) => type),
  };
}

it('reads on after an end that was reported with a thought', async () => {
  // https://github.com/open-webui/open-webui/issues/16377
  const { send, text, isRead } = open();
  await send({ reasoning_content: 'They ask.' }, 'stop', 2500);
  await send({ content: 'Rates ' }, null, 2500);
  await send({ content: 'fell.' }, null, 2500);
  await send({}, 'stop', idleMs);
  await isRead;
  expect(text()).toBe('Rates fell.');
});

it('reads on after an end that is reported with every chunk', async () => {
  // https://github.com/su-kaka/gcli2api/issues/403
  const { body, send, text, isRead } = open();
  for (const content of ['Rates ', 'fell ', 'again.']) await send({ content }, 'stop', 2500);
  body.end('data: [DONE]\n\n');
  await isRead;
  expect(text()).toBe('Rates fell again.');
});

it('reads on after calls with an end in each chunk', async () => {
  const { body, send, isRead, types } = open();
  const call = (id: string) => ({ tool_calls: [{ id, function: { name: 'search_web', arguments: '{}' } }] });
  await send(call('a'), 'tool_calls', 2500);
  await send(call('b'), 'tool_calls', 2500);
  body.end();
  await isRead;
  expect(types()).toEqual(['done']);
});

it('waits only briefly for extras after an end that follows the text', async () => {
  const { send, text, isRead, types } = open();
  await send({ content: 'Rates fell.' });
  await send({}, 'stop', 2000);
  await isRead;
  expect({ text: text(), last: types().at(-1) }).toEqual({ text: 'Rates fell.', last: 'done' });
});

it('reads text that follows an end with the whole idle timeout', async () => {
  const { send, text, isRead } = open();
  await send({ content: 'Rates ' });
  await send({}, 'stop', 1500);
  await send({ content: 'fell ' }, null, 2500);
  await send({ content: 'again.' }, 'stop', idleMs);
  await isRead;
  expect(text()).toBe('Rates fell again.');
});

it('is complete if nothing follows an end that came early', async () => {
  const { send, text, isRead, types } = open();
  await send({ content: 'Rates fell.' }, 'stop', idleMs);
  await isRead;
  expect({ text: text(), last: types().at(-1) }).toEqual({ text: 'Rates fell.', last: 'done' });
});

it.each<[string, string | null]>([
  ['an end that came early', 'stop'],
  ['text after an end', null],
])('reports a connection that is lost after %s', async (_name, finish) => {
  const { body, send, text, isRead } = open();
  await send({ content: 'Rates ' }, 'stop');
  await send({ content: 'fell ' }, finish);
  body.destroy(new Error('reset'));
  await expect(isRead).rejects.toMatchObject({ code: 'cut_off' });
  expect(text()).toBe('Rates fell ');
});

it('reports silence within text that has followed an end', async () => {
  const { send, isRead } = open();
  await send({ reasoning_content: 'They ask.' }, 'stop');
  await send({ content: 'Rates ' }, null, idleMs);
  await expect(isRead).rejects.toMatchObject({ code: 'timed_out' });
});

it('is complete if the connection is lost after an end that followed the text', async () => {
  const { body, send, text, isRead } = open();
  await send({ content: 'Rates fell.' });
  await send({}, 'stop');
  body.destroy(new Error('reset'));
  await isRead;
  expect(text()).toBe('Rates fell.');
});
