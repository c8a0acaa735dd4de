import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (type: string, message: string) => ({ error: { message, type } });
const busy = error('engine_overloaded_error', 'The engine is currently overloaded, please try again later');

export const kimi = chatVendor({
  name: 'Kimi (Moonshot AI)',
  baseUrl: 'http://api.moonshot.ai/v1',
  model: 'kimi-k2-thinking',
  sources: [
    'https://platform.moonshot.ai/docs/api/chat',
    'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
    // Usage in the choice.
    'https://github.com/earendil-works/pi/issues/2017',
  ],
  usageIn: 'choice',
  rawUsage: { prompt_tokens: 22, completion_tokens: 14, total_tokens: 36, cached_tokens: 0 },
  counted: { inputTokens: 22, outputTokens: 14 },
  hasDone: true,
  callDeltas: (calls) => [
    { content: '', reasoning_content: 'I need ' },
    { content: '', reasoning_content: 'the book.' },
    ...calls.flatMap(({ name, input }, index) => [
      { tool_calls: [{ index, id: `${name}:${index}`, type: 'function', function: { name, arguments: '' } }] },
      { tool_calls: [{ index, function: { arguments: JSON.stringify(input) } }] },
    ]),
  ],
  vendorState: { reasoning_content: 'I need the book.' },
  thought: (thought) => [...thought].map((letter) => ({ content: '', reasoning_content: letter })),
  failureEvent: data(busy),
  failure: busy.error.message,
  busyBody: busy,
  tooLong: json(
    400,
    error(
      'invalid_request_error',
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 280000)',
    ),
  ),
  badKey: json(401, error('invalid_authentication_error', 'Invalid Authentication')),
  down: json(500, error('server_error', 'The server had an error while processing your request')),
  filters: json(400, error('content_filter', 'The request was rejected because it was considered high risk')),
  rejects: (message) => json(400, error('invalid_request_error', message)),
  rejections: {},
});
