import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code: type },
});

export const deepSeek = chatVendor({
  name: 'DeepSeek',
  baseUrl: 'http://api.deepseek.com',
  model: 'deepseek-reasoner',
  sources: [
    'https://api-docs.deepseek.com/guides/thinking_mode',
    'https://github.com/earendil-works/pi/issues/3636',
    'https://github.com/abhigyanpatwari/GitNexus/issues/43',
    'https://github.com/666ghj/BettaFish/issues/108',
  ],
  chunk: { system_fingerprint: 'fp_1' },
  choice: { logprobs: null },
  opening: [': keep-alive\n\n', ': keep-alive\n\n'],
  usageIn: 'own chunk',
  rawUsage: {
    prompt_tokens: 60,
    completion_tokens: 45,
    total_tokens: 105,
    prompt_cache_hit_tokens: 32,
    prompt_cache_miss_tokens: 28,
    completion_tokens_details: { reasoning_tokens: 30 },
  },
  counted: { inputTokens: 60, outputTokens: 45, reasoningTokens: 30, cachedTokens: 32 },
  hasDone: true,
  text: (part) => ({ content: part, reasoning_content: null }),
  callDeltas: (calls) => [
    { content: null, reasoning_content: 'I need ' },
    { content: null, reasoning_content: 'the book.' },
    ...calls.map(({ name, input }, index) => ({
      tool_calls: [
        { index, id: `call_00_${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
      ],
    })),
  ],
  vendorState: { reasoning_content: 'I need the book.' },
  thought: (thought) => [...thought].map((letter) => ({ content: null, reasoning_content: letter })),
  failureEvent: data({ choices: [{ index: 0, delta: {}, finish_reason: 'insufficient_system_resource' }] }),
  failure: '',
  busyBody: error('Rate limit reached, please slow down.', 'rate_limit_error'),
  tooLong: json(
    400,
    error("This model's maximum context length is 131072 tokens. However, you requested 150000 tokens."),
  ),
  badKey: json(401, error('Authentication Fails (no such user)', 'authentication_error')),
  down: json(503, error('Service is too busy.', 'service_unavailable_error')),
  filters: json(400, error('Content Exists Risk')),
  rejects: (message) => json(400, error(message)),
  rejections: {
    images: json(
      400,
      error('Failed to deserialize the JSON body: messages[0]: unknown variant `image_url`, expected `text`'),
    ),
    tools: json(400, error('deepseek-reasoner does not support Function Calling')),
  },
});
