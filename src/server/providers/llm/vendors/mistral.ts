import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type: string, code: string) => ({ object: 'error', message, type, param: null, code });

const unknownField = (name: string) =>
  json(422, {
    object: 'error',
    message: { detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted' }] },
    type: 'invalid_request_error',
  });

export const mistral = chatVendor({
  name: 'Mistral',
  baseUrl: 'http://api.mistral.ai/v1',
  model: 'magistral-medium-latest',
  sources: [
    'https://docs.mistral.ai/capabilities/reasoning/',
    'https://github.com/symfony/ai/issues/2422',
    'https://github.com/openclaw/openclaw/pull/68418',
    'https://github.com/earendil-works/pi/issues/9674',
  ],
  usageIn: 'finish',
  rawUsage: { prompt_tokens: 21, completion_tokens: 30, total_tokens: 51 },
  counted: { inputTokens: 21, outputTokens: 30 },
  hasDone: true,
  // Calls are complete, with ids of nine letters and digits.
  callDeltas: (calls) => [
    {
      content: '',
      tool_calls: calls.map(({ name, input }, index) => ({
        id: `a1b2c3d4${index}`,
        function: { name, arguments: JSON.stringify(input) },
        index,
      })),
    },
  ],
  thought: (thought) => [
    { content: [{ type: 'thinking', thinking: [{ type: 'text', text: thought }] }] },
    { content: '' },
  ],
  text: (part) => ({ content: [{ type: 'text', text: part }] }),
  lengthReason: 'model_length',
  failureEvent: data(error('Service unavailable.', 'service_unavailable', '3505')),
  failure: 'Service unavailable.',
  busyBody: { message: 'Requests rate limit exceeded' },
  tooLong: json(
    400,
    error(
      'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
      'invalid_request_prompt',
      '3051',
    ),
  ),
  badKey: json(401, { message: 'Unauthorized', request_id: 'r1' }),
  down: json(503, error('Service unavailable.', 'service_unavailable', '3505')),
  rejects: (message) => json(400, error(message, 'invalid_request_invalid_args', '3051')),
  rejections: {
    stream_options: unknownField('stream_options'),
    effort: unknownField('reasoning_effort'),
    images: json(400, error('Image input is not enabled for this model', 'invalid_request_invalid_args', '3051')),
    tools: json(400, error('Function calling is not enabled for this model', 'invalid_request_function_call', '3051')),
  },
});
