import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type: string, code?: string) => ({ error: { message, type, ...(code && { code }) } });

export const groq = chatVendor({
  name: 'Groq',
  baseUrl: 'http://api.groq.com/openai/v1',
  model: 'openai/gpt-oss-120b',
  sources: [
    'https://console.groq.com/docs/errors',
    'https://github.com/continuedev/continue/issues/10218',
    'https://github.com/iamsrikanthnani/pluely/issues/242',
  ],
  chunk: { system_fingerprint: 'fp_1' },
  choice: { logprobs: null },
  usageIn: 'x_groq',
  rawUsage: { queue_time: 0.1, prompt_tokens: 70, completion_tokens: 11, total_tokens: 81, total_time: 0.3 },
  counted: { inputTokens: 70, outputTokens: 11 },
  hasDone: true,
  callDeltas: (calls) => [
    { reasoning: 'Look it up.', channel: 'analysis' },
    {
      tool_calls: calls.map(({ name, input }, index) => ({
        id: `fc_${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
        index,
      })),
    },
  ],
  vendorState: { reasoning: 'Look it up.' },
  thought: (thought) => [{ reasoning: thought, channel: 'analysis' }],
  failureEvent: `event: error\n${data({ ...error('Internal Server Error', 'internal_server_error'), status_code: 500 })}`,
  failure: 'Internal Server Error',
  busyBody: error(
    'Rate limit reached for model `openai/gpt-oss-120b` on tokens per minute (TPM). Please try again in 1m7.66s.',
    'tokens',
    'rate_limit_exceeded',
  ),
  busyFor: 67.66,
  tooLong: json(
    413,
    error(
      'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 8590, please reduce your message size and try again.',
      'tokens',
      'rate_limit_exceeded',
    ),
  ),
  badKey: json(401, error('Invalid API Key', 'invalid_request_error', 'invalid_api_key')),
  down: json(503, error('Service Unavailable', 'service_unavailable')),
  rejects: (message) => json(400, error(message, 'invalid_request_error')),
  rejections: {
    tools: json(400, error('`tool calling` is not supported with this model', 'invalid_request_error')),
    images: json(400, error('messages[1].content must be a string', 'invalid_request_error')),
    effort: json(400, error('`reasoning_effort` is not supported with this model', 'invalid_request_error')),
    vendor_state: json(400, error("'messages.2' : property 'reasoning' is unsupported", 'invalid_request_error')),
  },
});
