/** Token counts of chat completions, as vendors report them. */
import { describe, expect, it } from 'vitest';
import { addUsage, chatUsageOf } from './openai-wire';

const usage = (prompt: number, completion: number, total?: number, more: object = {}) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...(total !== undefined && { total_tokens: total }),
  ...more,
});
const reasoning = (tokens: number) => ({ completion_tokens_details: { reasoning_tokens: tokens } });

describe('the output of a chat completion', () => {
  it.each<[string, object, number]>([
    // https://github.com/mozilla-ai/any-llm/issues/1290
    ['includes the thoughts of Gemini, which are only in the total', usage(20, 198, 623), 603],
    // https://github.com/vercel/ai/pull/12425
    ['includes the reasoning of xAI, which is beside the completion', usage(12, 1, 399, reasoning(386)), 387],
    // https://platform.openai.com/docs/guides/reasoning
    ['already includes the reasoning of OpenAI', usage(75, 1186, 1261, reasoning(1024)), 1186],
    ['is that of the completion without a total', usage(75, 1186, undefined, reasoning(1024)), 1186],
    ['is that of the completion with a total that is too small', usage(75, 1186, 1000), 1186],
    ['is that of the completion with a total of something else', usage(75, 40, 75), 40],
    // Prompts of a vendor's own tools are in Gemini's total, but not in its prompt.
    ['does not include other tokens of the total', usage(100, 10, 400, reasoning(90)), 100],
    // https://docs.perplexity.ai/guides/pricing
    ['does not include pages that Perplexity has read', usage(33, 7163, 7196, { citation_tokens: 20_526 }), 7163],
  ])('%s', (_name, reported, output) => {
    expect(chatUsageOf({ ...reported })?.outputTokens).toBe(output);
  });
});

it('is unknown if the database could not store it, and a sum has its largest value', () => {
  expect(chatUsageOf(usage(1, 3_000_000_000))).toBeUndefined();
  const largest = { inputTokens: 2 ** 31 - 1, outputTokens: 1 };
  expect(addUsage(largest, largest)).toEqual({ inputTokens: 2 ** 31 - 1, outputTokens: 2 });
});
