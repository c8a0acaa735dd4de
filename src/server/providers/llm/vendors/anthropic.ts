import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (type: string, message: string) => ({ error: { code: null, message, type, param: null } });

export const anthropic = chatVendor({
  name: 'Anthropic (OpenAI-compatible)',
  baseUrl: 'http://api.anthropic.com/v1',
  model: 'claude-opus-4-6',
  sources: [
    'https://platform.claude.com/docs/en/cli-sdks-libraries/libraries/openai-sdk.md',
    'https://platform.claude.com/docs/en/api/errors',
    'https://github.com/anthropics/claude-code/issues/6195',
    // A turn that ends without text after a result.
    'https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons',
    'https://github.com/0xPlaygrounds/rig/issues/1642',
  ],
  opening: ['event: ping\ndata: {"type": "ping"}\n\n'],
  usageIn: 'own chunk',
  rawUsage: { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 },
  counted: { inputTokens: 40, outputTokens: 10 },
  hasDone: true,
  failureEvent: `event: error\n${data({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}`,
  failure: 'Overloaded',
  busyBody: error('rate_limit_error', 'This request would exceed the rate limit of your organization.'),
  tooLong: json(400, error('invalid_request_error', 'prompt is too long: 205000 tokens > 200000 maximum')),
  badKey: json(401, error('authentication_error', 'invalid x-api-key')),
  down: json(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' }),
  filters: json(400, {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
    request_id: 'req_1',
  }),
  rejects: (message) => json(400, error('invalid_request_error', message)),
  rejections: {
    images: json(
      400,
      error('invalid_request_error', 'messages.0.content.1: image input is not supported for this model'),
    ),
    temperature: json(400, error('invalid_request_error', '`temperature` is not supported for this model.')),
    effort: json(400, error('invalid_request_error', 'This model does not support the effort parameter.')),
  },
});
