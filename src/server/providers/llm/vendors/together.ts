import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type: string, code: string | null = null) => ({
  id: 'o1',
  error: { message, type, param: null, code },
});

export const together = chatVendor({
  name: 'Together',
  baseUrl: 'http://api.together.xyz/v1',
  model: 'deepseek-ai/DeepSeek-R1',
  sources: [
    'https://docs.together.ai/docs/deepseek-r1',
    'https://docs.together.ai/docs/error-codes',
    'https://github.com/open-webui/open-webui/issues/8706',
  ],
  choice: { logprobs: null, seed: null },
  usageIn: 'finish',
  rawUsage: { prompt_tokens: 13, completion_tokens: 22, total_tokens: 35 },
  counted: { inputTokens: 13, outputTokens: 22 },
  hasDone: true,
  text: (part) => ({ token_id: 1, role: 'assistant', content: part, tool_calls: null }),
  // R1's thoughts are part of its text, with tags split into pieces.
  tagged: (thought, parts) => ['<th', 'ink>', '\n', thought, '\n</', 'think', '>\n', '\n', ...parts],
  failureEvent: data(error('Request was rejected while streaming.', 'server_error')),
  failure: 'Request was rejected while streaming.',
  busyBody: error('You have reached the rate limit specific to this model.', 'model_rate_limit'),
  tooLong: json(
    422,
    error(
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000',
      'invalid_request_error',
    ),
  ),
  badKey: json(401, error('Invalid API key provided.', 'invalid_request_error', 'invalid_api_key')),
  down: json(500, error('Internal server error', 'server_error')),
  rejects: (message, param) => json(400, error(message, 'invalid_request_error', param)),
  rejections: {
    tools: json(
      400,
      error('deepseek-ai/DeepSeek-R1 does not support function calling', 'invalid_request_error', 'tools'),
    ),
    system: json(400, error('System role not supported', 'invalid_request_error')),
    images: json(400, error('This model does not support image inputs', 'invalid_request_error')),
  },
});
