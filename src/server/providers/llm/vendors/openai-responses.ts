import { responsesVendor } from './responses-style';
import { json } from './vendor-script';

const error = (message: string, type: string, code: string | null, param: string | null = null) => ({
  error: { message, type, param, code },
});

export const openAiResponses = responsesVendor({
  name: 'OpenAI (Responses)',
  baseUrl: 'http://api.openai.com/v1',
  model: 'gpt-5',
  sources: [
    'https://platform.openai.com/docs/api-reference/responses-streaming',
    'https://platform.openai.com/docs/guides/error-codes',
    'https://github.com/can1357/oh-my-pi/issues/3421',
    'https://github.com/sbintuitions/flexeval/pull/242',
  ],
  rawUsage: {
    input_tokens: 120,
    input_tokens_details: { cached_tokens: 64 },
    output_tokens: 40,
    output_tokens_details: { reasoning_tokens: 24 },
    total_tokens: 160,
  },
  counted: { inputTokens: 120, outputTokens: 40, reasoningTokens: 24, cachedTokens: 64 },
  thoughtItem: { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAAB-sealed' },
  vendorState: { type: 'reasoning', encrypted_content: 'gAAAAAB-sealed' },
  failureEvent: {
    type: 'response.failed',
    response: {
      id: 'resp_1',
      status: 'failed',
      error: { code: 'server_error', message: 'The model produced no output.' },
    },
  },
  failure: 'The model produced no output.',
  busyBody: error(
    'Rate limit reached for gpt-5 in organization on requests per min.',
    'requests',
    'rate_limit_exceeded',
  ),
  tooLong: json(
    400,
    error(
      'Your input exceeds the context window of this model. (12000 in the messages, 331 in the functions)',
      'invalid_request_error',
      'context_length_exceeded',
      'input',
    ),
  ),
  badKey: json(401, error('Incorrect API key provided: sk-test*****cdef.', 'invalid_request_error', 'invalid_api_key')),
  down: json(503, error('The server is overloaded or not ready yet.', 'server_error', null)),
  filters: json(
    400,
    error(
      'Your input was flagged as potentially violating our usage policy.',
      'invalid_request_error',
      'content_policy_violation',
    ),
  ),
  rejects: (message, param) => json(400, error(message, 'invalid_request_error', 'unsupported_value', param)),
  rejections: {
    tools: json(
      400,
      error(
        'tools is not supported in this model. For a list of supported models, refer to the guide of function calling.',
        'invalid_request_error',
        null,
        'tools',
      ),
    ),
    images: json(
      400,
      error(
        "Invalid value: 'input_image'. Supported values are: 'input_text'.",
        'invalid_request_error',
        'invalid_value',
        'input[1].content[1].type',
      ),
    ),
    summary: json(
      400,
      error(
        'Your organization must be verified to generate reasoning summaries.',
        'invalid_request_error',
        'unsupported_value',
        'reasoning.summary',
      ),
    ),
    streaming: json(
      400,
      error(
        'Your organization must be verified to stream this model.',
        'invalid_request_error',
        'unsupported_value',
        'stream',
      ),
    ),
    hosted_search: json(
      400,
      error("Hosted tool 'web_search' is not supported with gpt-4.1-nano.", 'invalid_request_error', null, 'tools'),
    ),
    temperature: json(
      400,
      error(
        "Unsupported parameter: 'temperature' is not supported with this model.",
        'invalid_request_error',
        null,
        'temperature',
      ),
    ),
    effort: json(
      400,
      error(
        "Unsupported value: 'reasoning.effort' is not supported with this model.",
        'invalid_request_error',
        null,
        'reasoning.effort',
      ),
    ),
  },
});
