import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (code: number, type: string, message: string) => ({
  error: { message, type, param: null, code: String(code) },
});
/** One piece of a thought of Claude, as LiteLLM maps it. */
const thinking = (text: string, signature = '') => ({
  content: '',
  reasoning_content: signature === '' ? text : '',
  thinking_blocks: [{ type: 'thinking', thinking: text, signature }],
});

export const liteLlm = chatVendor({
  name: 'LiteLLM (Claude)',
  baseUrl: 'http://litellm.example.com/v1',
  model: 'claude-sonnet-4-5',
  sources: [
    'https://docs.litellm.ai/docs/reasoning_content',
    'https://docs.litellm.ai/docs/exception_mapping',
    // Thoughts that are missing in the second round.
    'https://github.com/BerriAI/litellm/issues/15601',
    // The signed block repeats the text.
    'https://github.com/open-webui/open-webui/issues/29860',
  ],
  usageIn: 'own chunk',
  rawUsage: {
    prompt_tokens: 50,
    completion_tokens: 20,
    total_tokens: 70,
    completion_tokens_details: { reasoning_tokens: 12 },
    prompt_tokens_details: { cached_tokens: 0 },
  },
  counted: { inputTokens: 50, outputTokens: 20, reasoningTokens: 12, cachedTokens: 0 },
  hasDone: true,
  callDeltas: (calls) => [
    thinking('I need '),
    thinking('the book.'),
    thinking('I need the book.', 'ErUBCkYIBxgC'),
    ...calls.map(({ name, input }, index) => ({
      tool_calls: [
        { index, id: `toolu_0${index}`, type: 'function', function: { name, arguments: JSON.stringify(input) } },
      ],
    })),
  ],
  vendorState: {
    reasoning_content: 'I need the book.',
    thinking_blocks: [{ type: 'thinking', thinking: 'I need the book.', signature: 'ErUBCkYIBxgC' }],
  },
  thought: (thought) => [...[...thought].map((letter) => thinking(letter)), thinking(thought, 'ErUBCkYIBxgC')],
  failureEvent: data(
    error(500, 'internal_server_error', 'litellm.MidStreamFallbackError: litellm.APIConnectionError: Overloaded'),
  ),
  failure: 'litellm.MidStreamFallbackError: litellm.APIConnectionError: Overloaded',
  busyBody: error(
    429,
    'throttling_error',
    'litellm.RateLimitError: AnthropicException - Number of requests is too high.',
  ),
  tooLong: json(
    400,
    error(
      400,
      'invalid_request_error',
      'litellm.ContextWindowExceededError: litellm.BadRequestError: AnthropicError - prompt is too long: 205000 tokens > 200000 maximum',
    ),
  ),
  badKey: json(401, error(401, 'auth_error', 'Authentication Error, Invalid proxy server token passed.')),
  down: json(
    503,
    error(503, 'internal_server_error', 'litellm.ServiceUnavailableError: AnthropicException - Overloaded'),
  ),
  filters: json(
    400,
    error(
      400,
      'invalid_request_error',
      'litellm.ContentPolicyViolationError: Output blocked by content filtering policy',
    ),
  ),
  rejects: (message) => json(400, error(400, 'invalid_request_error', `litellm.UnsupportedParamsError: ${message}`)),
  rejections: {
    effort: json(
      400,
      error(
        400,
        'invalid_request_error',
        "litellm.UnsupportedParamsError: anthropic does not support parameters: ['reasoning_effort'], for model=claude-haiku-3-5",
      ),
    ),
    temperature: json(
      400,
      error(
        400,
        'invalid_request_error',
        "litellm.UnsupportedParamsError: openai does not support parameters: ['temperature'], for model=gpt-5",
      ),
    ),
  },
});
