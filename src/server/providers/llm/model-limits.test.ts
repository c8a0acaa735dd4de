import * as openAiModels from 'gpt-tokenizer/models';
import { describe, expect, it } from 'vitest';
import { limitsOf } from './model-limits';
import { smallestLimits } from './types';

interface Published {
  name: string;
  context_window?: number;
  max_output_tokens?: number;
}

/** Models with text output; the others have different windows. */
const isForText = (name: string) =>
  /^(?:gpt-[3456]|gpt-oss|chatgpt-4o|o\d)/.test(name) && !/audio|realtime|transcribe|tts|instruct|16k/.test(name);

describe('the limits of known models', () => {
  it('are those that OpenAI publishes', () => {
    const published = Object.entries(openAiModels as unknown as Record<string, Published>).filter(
      ([name, { context_window }]) => isForText(name) && context_window !== undefined,
    );
    expect(published.length).toBeGreaterThan(30);
    const known = published.map(([name]) => [name, limitsOf(name).contextTokens]);
    expect(known).toEqual(published.map(([name, { context_window }]) => [name, context_window]));
  });

  it.each([
    ['grok-4-fast-reasoning', { contextTokens: 2_000_000 }],
    ['models/gemini-2.5-flash', { contextTokens: 1_048_576, maxOutputTokens: 65_536 }],
    ['anthropic/claude-sonnet-4.5', { contextTokens: 200_000, maxOutputTokens: 64_000 }],
    ['us.anthropic.claude-opus-4-20250514-v1:0', { contextTokens: 200_000, maxOutputTokens: 32_000 }],
    ['meta-llama/Llama-3.3-70B-Instruct', { contextTokens: 131_072 }],
    ['meta-llama/Meta-Llama-3-8B-Instruct', { contextTokens: 8192 }],
    ['mistral-large-latest', { contextTokens: 128_000 }],
    ['mistralai/Mistral-7B-Instruct-v0.3', { contextTokens: 32_768 }],
    ['qwen3:8b', { contextTokens: 40_960 }],
    ['gemma3:1b', { contextTokens: 32_768 }],
    // https://ai.google.dev/gemma/docs/core, https://api-docs.deepseek.com/quick_start/pricing,
    // https://platform.claude.com/docs/about-claude/models/whats-new-opus-5
    ['gemma4:e4b', { contextTokens: 131_072 }],
    ['google/gemma-4-31B-it', { contextTokens: 131_072 }],
    ['deepseek/deepseek-v4-flash', { contextTokens: 1_000_000, maxOutputTokens: 384_000 }],
    ['anthropic/claude-opus-5.5', { contextTokens: 1_000_000, maxOutputTokens: 128_000 }],
    ['eu.anthropic.claude-sonnet-5-v1:0', { contextTokens: 1_000_000, maxOutputTokens: 128_000 }],
    // https://developers.openai.com/api/docs/models/gpt-6-astra, https://docs.x.ai/docs/models,
    // https://docs.z.ai/guides/llm/glm-5.2, https://platform.kimi.ai/docs/models
    ['gpt-6-astra', { contextTokens: 1_050_000, maxOutputTokens: 128_000 }],
    ['openai/gpt-6.1-terra', { contextTokens: 1_050_000, maxOutputTokens: 128_000 }],
    ['gpt-7-preview', { contextTokens: 128_000 }],
    ['grok-4.5', { contextTokens: 500_000 }],
    ['grok-5', { contextTokens: 128_000 }],
    ['zai-org/GLM-5', { contextTokens: 200_000 }],
    ['glm-5.2', { contextTokens: 1_000_000 }],
    ['moonshotai/kimi-k3', { contextTokens: 1_048_576 }],
    ['kimi-k2.6', { contextTokens: 262_144 }],
    ['gpt-35-turbo', { contextTokens: 16_385, maxOutputTokens: 4096 }],
  ])('of %s are found for any owner and version', (name, expected) => {
    expect(limitsOf(name)).toEqual(expected);
  });

  it('are the smallest common size for an unknown model', () => {
    for (const name of ['', 'my-model', 'our/finetune']) expect(limitsOf(name)).toEqual(smallestLimits);
  });
});
