import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (code: number, message: string, metadata?: object) => ({
  error: { message, code, ...(metadata && { metadata }) },
  user_id: 'user_1',
});
const raw = (status: number, text: string) =>
  json(status, error(status, 'Provider returned error', { raw: text, provider_name: 'Mistral' }));

export const openRouter = chatVendor({
  name: 'OpenRouter',
  baseUrl: 'http://openrouter.ai/api/v1',
  model: 'google/gemini-3-pro',
  sources: [
    'https://openrouter.ai/docs/api-reference/streaming',
    'https://openrouter.ai/docs/api/errors',
    'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    'https://github.com/charmbracelet/crush/issues/279',
  ],
  chunk: { provider: 'Google' },
  choice: { native_finish_reason: null, logprobs: null },
  opening: [': OPENROUTER PROCESSING\n\n', ': OPENROUTER PROCESSING\n\n'],
  usageIn: 'own chunk',
  rawUsage: {
    prompt_tokens: 33,
    completion_tokens: 44,
    total_tokens: 77,
    cost: 0.001,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 20 },
  },
  counted: { inputTokens: 33, outputTokens: 44, reasoningTokens: 20, cachedTokens: 3 },
  hasDone: true,
  callDeltas: (calls) => [
    {
      content: '',
      reasoning: 'Hm',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm', index: 0, format: 'g' }],
    },
    { content: '', reasoning: '.', reasoning_details: [{ type: 'reasoning.text', text: '.', index: 0, format: 'g' }] },
    { content: '', reasoning_details: [{ type: 'reasoning.encrypted', data: 'sealed', index: 1, id: 'tool_0' }] },
    ...calls.map(({ name, input }, index) => ({
      tool_calls: [
        { index, id: `tool_${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
      ],
    })),
  ],
  vendorState: {
    reasoning_details: [
      { type: 'reasoning.text', text: 'Hm.', index: 0 },
      { type: 'reasoning.encrypted', data: 'sealed' },
    ],
  },
  thought: (thought) => [
    { content: '', reasoning: thought, reasoning_details: [{ type: 'reasoning.text', text: thought, index: 0 }] },
  ],
  failureEvent: data({
    id: 'gen-1',
    object: 'chat.completion.chunk',
    error: { code: 502, message: 'Upstream idle timeout exceeded' },
    choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
  }),
  failure: 'Upstream idle timeout exceeded',
  busyBody: error(429, 'Rate limit exceeded: free-models-per-min.'),
  tooLong: json(
    400,
    error(400, "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens."),
  ),
  badKey: json(401, error(401, 'No auth credentials found')),
  down: json(502, error(502, 'The model is down or returned an invalid response.')),
  filters: json(
    403,
    error(403, 'google/gemini-3-pro requires moderation on OpenAI. Your input was flagged for "violence".', {
      reasons: ['violence'],
      flagged_input: 'How is...',
      provider_name: 'OpenAI',
    }),
  ),
  rejects: (message) => json(400, error(400, message)),
  rejections: {
    tools: json(
      404,
      error(404, 'No endpoints found that support tool use. To learn more about provider routing, visit the docs.'),
    ),
    images: json(404, error(404, 'No endpoints found that support image input')),
    system: raw(
      400,
      '{"object":"error","message":"System role not supported","type":"invalid_request_error","code":"3051"}',
    ),
  },
});
