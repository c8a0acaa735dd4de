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
