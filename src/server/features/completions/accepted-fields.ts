/**
 * The fields of a completion that are passed on to the endpoint of a model. Others are rejected, because gateways take
 * fields that choose another model or provider (`models`, `route`, `provider`, `fallbacks`, `api_base`), which the user
 * may not have the right to use and whose prices differ.
 */
import { z } from 'zod';
import { AppError } from '~/server/lib/errors';
import { textStart } from '~/shared/text-start';

/** OpenAI's own fields, as in its API reference. */
const ofOpenAi = [
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'moderation',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
];

/** Fields of vLLM, SGLang, llama.cpp, Ollama, Mistral, DeepSeek, Qwen and OpenRouter about the text of one answer. */
const ofOthers = [
  // Sampling.
  'dry_allowed_length',
  'dry_base',
  'dry_multiplier',
  'dry_penalty_last_n',
  'dynatemp_exponent',
  'dynatemp_range',
  'length_penalty',
  'min_p',
  'mirostat',
  'mirostat_eta',
  'mirostat_tau',
  'random_seed',
  'repeat_last_n',
  'repeat_penalty',
  'repetition_penalty',
  'top_a',
  'top_k',
  'typical_p',
  'xtc_probability',
  'xtc_threshold',
  // Where the answer ends.
  'bad_words',
  'ignore_eos',
  'include_stop_str_in_output',
  'min_tokens',
  'stop_token_ids',
  // Its format.
  'add_generation_prompt',
  'chat_template_kwargs',
  'continue_final_message',
  'echo',
  'grammar',
  'guided_choice',
  'guided_grammar',
  'guided_json',
  'guided_regex',
  'json_schema',
  'safe_prompt',
  'skip_special_tokens',
  'spaces_between_special_tokens',
  'structured_outputs',
  // Thinking.
  'enable_thinking',
  'include_reasoning',
  'reasoning',
  'reasoning_format',
  'think',
  'thinking',
  'thinking_budget',
];

/** Our extension, which is not passed on. */
const own = 'qinsight';
const accepted = new Set([...ofOpenAi, ...ofOthers, own]);

/** Some servers also accept numbers as text, which the reservation of the budget would not count. */
const numberField = (name: string) => z.number(`${name} must be a number`).nullish();

/** OpenAI's fields with values that would change the price, or that gateways understand as rules for routing. */
export const restrictedFields = {
  max_completion_tokens: numberField('max_completion_tokens'),
  max_tokens: numberField('max_tokens'),
  n: numberField('n'),
  // With other options, an endpoint could seem to reject the request for usage.
  stream_options: z
    .strictObject(
      {
        include_usage: z.boolean().optional(),
        include_obfuscation: z.boolean().optional(),
        continuous_usage_stats: z.boolean().optional(),
      },
      'stream_options can have include_usage, include_obfuscation and continuous_usage_stats, each true or false',
    )
    .nullish(),
  metadata: z
    .record(z.string(), z.string('metadata must contain only texts'), 'metadata must be an object of texts')
    .refine((texts) => Object.keys(texts).length <= 16, 'metadata can have at most 16 entries')
    .nullish(),
  service_tier: z.enum(['auto', 'default', 'flex'], 'service_tier must be auto, default or flex').nullish(),
};

export function checkFields(body: object): void {
  const other = Object.keys(body).find((field) => !accepted.has(field));
  if (other === undefined) return;
  throw new AppError(
    'validation',
    `The field ${textStart(other, 60)} can't be used here. The API reference lists the fields that are passed on to the AI model.`,
    { field: textStart(other, 60) },
  );
}
