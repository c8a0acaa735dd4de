import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type: string, code: string | null, param: string | null = null) => ({
  error: { message, type, param, code },
});

/** Tools of GPT-5.4 and later, with and without an effort. Azure sends the same. */
export const toolsInChat = json(
  400,
  error(
    "Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    'invalid_request_error',
    null,
    'reasoning_effort',
  ),
);

export const openAiChat = chatVendor({
  name: 'OpenAI (Chat Completions)',
  baseUrl: 'http://api.openai.com/v1',
  model: 'gpt-4.1',
  sources: [
    'https://platform.openai.com/docs/api-reference/chat-streaming/streaming',
    'https://platform.openai.com/docs/guides/error-codes',
    // Tools that are rejected because of reasoning.
    'https://github.com/GoogleChromeLabs/webmcp-tools/issues/417',
    'https://github.com/BerriAI/litellm/pull/34569',
  ],
  chunk: { service_tier: 'default', system_fingerprint: 'fp_1', obfuscation: 'x1y2' },
  choice: { logprobs: null },
  usageIn: 'own chunk',
  rawUsage: {
    prompt_tokens: 50,
    completion_tokens: 12,
    total_tokens: 62,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  },
  counted: { inputTokens: 50, outputTokens: 12, reasoningTokens: 0, cachedTokens: 0 },
  hasDone: true,
  failureEvent: data(error('The server had an error while processing your request.', 'server_error', null)),
  failure: 'The server had an error while processing your request.',
  busyBody: error('Rate limit reached for gpt-4.1.', 'requests', 'rate_limit_exceeded'),
  tooLong: json(
    400,
    error(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens (8669 in the messages, 331 in the functions).",
      'invalid_request_error',
      'context_length_exceeded',
      'messages',
    ),
  ),
  badKey: json(401, error('Incorrect API key provided: sk-test*****cdef.', 'invalid_request_error', 'invalid_api_key')),
  down: json(500, error('The server had an error while processing your request.', 'server_error', null)),
  rejects: (message, param) => json(400, error(message, 'invalid_request_error', 'unsupported_parameter', param)),
  rejections: {
    tools: json(
      400,
      error("'tools' is not supported with this model.", 'invalid_request_error', 'unsupported_parameter', 'tools'),
    ),
    images: json(
      400,
      error('Invalid content type. image_url is only supported by certain models.', 'invalid_request_error', null),
    ),
    system: json(
      400,
      error(
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        'invalid_request_error',
        'unsupported_value',
      ),
    ),
    streaming: json(
      400,
      error(
        "Unsupported value: 'stream' does not support true with this model.",
        'invalid_request_error',
        'unsupported_value',
        'stream',
      ),
    ),
    effort: json(400, error('Unrecognized request argument supplied: reasoning_effort', 'invalid_request_error', null)),
    max_tokens: json(
      400,
      error(
        "Unsupported parameter: 'max_completion_tokens' is not supported with this model.",
        'invalid_request_error',
        'unsupported_parameter',
      ),
    ),
    temperature: json(
      400,
      error(
        "Unsupported value: 'temperature' does not support 0.2 with this model.",
        'invalid_request_error',
        'unsupported_value',
        'temperature',
      ),
    ),
  },
});
