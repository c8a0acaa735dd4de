/**
 * The context windows of known models, for endpoints that list none. Sizes are those that the vendors' model pages
 * publish (November 2026); OpenAI's are compared with the model data of gpt-tokenizer by a test. Of models with open
 * weights it is the window of the weights: a server that gives them less should be set in the catalog.
 */
import { type ModelLimits, smallestLimits } from './types';

/** The prefix of a model's name, its context window, and the longest answer if the vendor limits it. */
type Row = readonly [name: string, contextTokens: number, maxOutputTokens?: number];

const k = 1024;

/** The longest matching prefix is used, so the order does not matter. */
const rows: readonly Row[] = [
  ['gpt-3.5', 16_385, 4096],
  ['gpt-4', 8192, 8192],
  ['gpt-4-32k', 32_768, 32_768],
  ['gpt-4-0125', 128_000, 4096],
  ['gpt-4-1106', 128_000, 4096],
  ['gpt-4-turbo', 128_000, 4096],
  ['gpt-4.1', 1_047_576, 32_768],
  ['gpt-4.5', 128_000, 16_384],
  ['gpt-4o', 128_000, 16_384],
  ['gpt-4o-2024-05-13', 128_000, 4096],
  ['chatgpt-4o', 128_000, 16_384],
  ['gpt-5', 400_000, 128_000],
  ['gpt-5-chat', 128_000, 16_384],
  ['gpt-5-pro', 400_000, 272_000],
  ['gpt-5.1-chat', 128_000, 16_384],
  ['gpt-5.2-chat', 128_000, 16_384],
  ['gpt-5.3-chat', 128_000, 16_384],
  ['gpt-5.4', 1_050_000, 128_000],
  ['gpt-5.4-mini', 400_000, 128_000],
  ['gpt-5.4-nano', 400_000, 128_000],
  ['gpt-5.5', 1_050_000, 128_000],
  ['gpt-5.6', 1_050_000, 128_000],
  ['gpt-5.6-cyber', 400_000, 128_000],
  ['gpt-6', 1_050_000, 128_000],
  // Not published yet: the window that every model of this vendor has had for years.
  ['gpt-7', 128_000],
  ['gpt-8', 128_000],
  ['gpt-9', 128_000],
  ['gpt-oss', 131_072],
  ['o1', 200_000, 100_000],
  ['o1-mini', 128_000, 65_536],
  ['o1-preview', 128_000, 32_768],
  ['o3', 200_000, 100_000],
  ['o4', 200_000, 100_000],
  ['grok', 128_000],
  ['grok-1', 8192],
  ['grok-2', 131_072],
  ['grok-3', 131_072],
  ['grok-4', 256_000],
  ['grok-4-fast', 2_000_000],
  ['grok-4-1-fast', 2_000_000],
  ['grok-4.1-fast', 2_000_000],
  ['grok-4.20', 1_000_000],
  ['grok-4.3', 1_000_000],
  ['grok-4.5', 500_000],
  ['grok-4.6', 500_000],
  ['grok-4.7', 500_000],
  ['grok-build', 256_000],
  ['grok-code', 256_000],
  ['claude', 200_000, 8192],
  ['claude-3', 200_000, 4096],
  ['claude-3-5', 200_000, 8192],
  ['claude-3-7', 200_000, 64_000],
  ['claude-opus-4', 200_000, 32_000],
  ['claude-opus-4-5', 200_000, 64_000],
  ['claude-opus-4-6', 200_000, 64_000],
  ['claude-sonnet-4', 200_000, 64_000],
  ['claude-haiku-4', 200_000, 64_000],
  ['claude-opus-5', 1_000_000, 128_000],
  ['claude-sonnet-5', 1_000_000, 128_000],
  ['claude-haiku-5', 1_000_000, 128_000],
  ['claude-fable-5', 1_000_000, 128_000],
  ['gemini', 1_048_576, 8192],
  ['gemini-1.5-pro', 2_097_152, 8192],
  ['gemini-2.5', 1_048_576, 65_536],
  ['gemini-3', 1_048_576, 65_536],
  ['gemma', 8192],
  ['gemma3', 128 * k],
  ['gemma-3', 128 * k],
  ['gemma3:1b', 32 * k],
  ['gemma-3-1b', 32 * k],
  // The small ones; the large ones have twice as much.
  ['gemma4', 128 * k],
  ['gemma-4', 128 * k],
  ['mistral', 32 * k],
  ['mistral-nemo', 128_000],
  ['mistral-large', 128_000],
  ['mistral-medium', 128_000],
  ['mistral-small', 128_000],
  ['open-mistral-nemo', 128_000],
  ['ministral', 128_000],
  ['magistral', 40_000],
  ['magistral-medium-2509', 128_000],
  ['magistral-small-2509', 128_000],
  ['pixtral', 128_000],
  ['codestral', 256_000],
  ['devstral', 128_000],
  ['mixtral', 32 * k],
  ['mixtral-8x22b', 64 * k],
  ['mixtral:8x22b', 64 * k],
  ['deepseek', 128_000],
  ['deepseek-chat', 128_000, 8192],
  ['deepseek-reasoner', 128_000, 64_000],
  ['deepseek-v4', 1_000_000, 384_000],
  ['deepseek-flash', 1_000_000, 384_000],
  ['llama-2', 4 * k],
  ['llama2', 4 * k],
  ['llama-3', 8 * k],
  ['llama3', 8 * k],
  ['meta-llama-3', 8 * k],
  ['llama-3.', 128 * k],
  ['llama3.', 128 * k],
  ['llama-3p', 128 * k],
  ['meta-llama-3.', 128 * k],
  ['llama-4', 128 * k],
  ['llama4', 128 * k],
  ['qwen', 32 * k],
  ['qwen-plus', 128 * k],
  ['qwen-turbo', 128 * k],
  ['qwen3', 40 * k],
  ['qwen3-max', 256 * k],
  ['qwen3-next', 256 * k],
  ['qwen3-coder', 256 * k],
  ['qwq', 40 * k],
  ['phi-3', 4 * k],
  ['phi3', 4 * k],
  ['phi-3.5', 128 * k],
  ['phi3.5', 128 * k],
  ['phi-4', 16 * k],
  ['phi4', 16 * k],
  ['command', 4 * k],
  ['command-r', 128_000, 4096],
  ['command-a', 256_000, 8192],
  ['sonar', 128_000],
  ['sonar-pro', 200_000, 8192],
  ['kimi-k2', 128 * k],
  ['kimi-k2-0905', 256 * k],
  ['kimi-k2-thinking', 256 * k],
  ['kimi-k2-turbo', 256 * k],
  ['kimi-k2.', 256 * k],
  ['kimi-k3', 1_048_576],
  ['glm', 128_000],
  ['glm-4', 128_000],
  ['glm-4.6', 200_000],
  ['glm-5', 200_000],
  ['glm-5.2', 1_000_000],
  ['minimax-m', 200_000],
];

/** The known limits of a model by its name; `smallestLimits` for all others. */
export function limitsOf(modelName: string): ModelLimits {
  const name = plainName(modelName);
  let best: Row | undefined;
  for (const row of rows) {
    if (name.startsWith(row[0]) && row[0].length > (best?.[0].length ?? 0)) best = row;
  }
  if (!best) return smallestLimits;
  const [, contextTokens, maxOutputTokens] = best;
  return { contextTokens, ...(maxOutputTokens !== undefined && { maxOutputTokens }) };
}

/** Removes the owner and cloud prefixes: 'models/…', 'us.anthropic.claude-…', 'meta-llama/Llama-3.1-8B'. */
const plainName = (modelName: string): string =>
  modelName
    .trim()
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|meta|mistral|deepseek|openai|qwen)\./, '')
    .replace(/^gpt-35/, 'gpt-3.5');
