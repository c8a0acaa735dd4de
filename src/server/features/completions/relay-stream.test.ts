import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { RelayStream, usageIn } from './relay-stream';

/** https://github.com/vercel/ai/pull/12425 */
const usage = {
  prompt_tokens: 12,
  completion_tokens: 1,
  total_tokens: 399,
  completion_tokens_details: { reasoning_tokens: 386 },
};
const counted = { inputTokens: 12, outputTokens: 387, reasoningTokens: 386 };

it('counts reasoning that an endpoint reports only in the total, and passes its own figures on', async () => {
  expect(usageIn({ choices: [], usage })).toEqual(counted);
  const relay = new RelayStream(true, false);
  const event = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
  relay.end(event);
  expect(await text(relay)).toBe(event);
  expect(relay.usage).toEqual(counted);
});

it.each<[string, object]>([
  // https://github.com/earendil-works/pi/issues/2017
  ['Kimi in the choice', { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }],
  ['Groq in a field of its own', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], x_groq: { usage } }],
])('counts the usage that %s reports, and passes the chunk on', async (_name, chunk) => {
  const relay = new RelayStream(false, false);
  const event = `data: ${JSON.stringify(chunk)}\n\n`;
  relay.end(event);
  expect(await text(relay)).toBe(event);
  expect(relay.usage).toEqual(counted);
});

it('passes an event of several lines on as one', async () => {
  const relay = new RelayStream(true, false);
  const lines = JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' } }] }, null, 2).split('\n');
  const event = `${lines.map((line) => `data: ${line}`).join('\n')}\n\n`;
  relay.end(event);
  expect(await text(relay)).toBe(event);
});
