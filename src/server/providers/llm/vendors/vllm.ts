import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

/** vLLM's errors had no nesting for a long time, and some installations still run such versions. */
const flat = (message: string, type: string, code: number) => ({ object: 'error', message, type, param: null, code });
const nested = (message: string, type: string, code: number) => ({ error: { message, type, param: null, code } });
const alternate =
  'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';

export const vllmMistral = chatVendor({
  name: 'vLLM (Mistral template)',
  baseUrl: 'http://vllm.lan:8000/v1',
  model: 'mistralai/Mistral-7B-Instruct-v0.3',
  sources: [
    'https://github.com/vllm-project/vllm/issues/6862',
    'https://github.com/vllm-project/vllm/issues/2080',
    'https://docs.vllm.ai/en/latest/features/tool_calling/',
  ],
  choice: { logprobs: null, stop_reason: null, token_ids: null },
  usageIn: 'own chunk',
  rawUsage: { prompt_tokens: 19, completion_tokens: 6, total_tokens: 25 },
  counted: { inputTokens: 19, outputTokens: 6 },
  hasDone: true,
  tagged: (thought, parts) => ['[THINK]', thought, '[/THINK]', ...parts],
  failureEvent: data(flat('EngineCore encountered an issue.', 'InternalServerError', 500)),
  failure: 'EngineCore encountered an issue.',
  busyBody: flat('Too many concurrent requests.', 'TooManyRequests', 429),
  tooLong: json(
    400,
    flat(
      "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
      'BadRequestError',
      400,
    ),
  ),
  badKey: json(401, { error: 'Unauthorized' }),
  down: json(500, flat('Internal server error', 'InternalServerError', 500)),
  rejects: (message) => json(400, flat(message, 'BadRequestError', 400)),
  rejections: {
    tools: json(
      400,
      flat(
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        'BadRequestError',
        400,
      ),
    ),
    images: json(400, flat('mistralai/Mistral-7B-Instruct-v0.3 is not a multimodal model', 'BadRequestError', 400)),
    system: json(400, flat(alternate, 'BadRequestError', 400)),
    stream_options: json(400, {
      detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
    }),
  },
});

export const vllmGemma = chatVendor({
  name: 'vLLM (Gemma template)',
  baseUrl: 'http://vllm.lan:8001/v1',
  model: 'google/gemma-2-9b-it',
  sources: [
    'https://github.com/suitenumerique/conversations/issues/197',
    'https://docs.vllm.ai/en/latest/features/reasoning_outputs/',
  ],
  choice: { logprobs: null, stop_reason: null },
  usageIn: 'own chunk',
  rawUsage: { prompt_tokens: 19, completion_tokens: 6, total_tokens: 25, prompt_tokens_details: null },
  counted: { inputTokens: 19, outputTokens: 6 },
  hasDone: true,
  // Without ids; every piece repeats the name.
  callDeltas: (calls) =>
    calls.flatMap(({ name, input }, index) => {
      const text = JSON.stringify(input);
      return [text.slice(0, 3), text.slice(3)].map((piece) => ({
        tool_calls: [{ index, type: 'function', function: { name, arguments: piece } }],
      }));
    }),
  thought: (thought) => [{ reasoning: thought }],
  failureEvent: data(nested('EngineCore encountered an issue.', 'InternalServerError', 500)),
  failure: 'EngineCore encountered an issue.',
  busyBody: nested('Too many concurrent requests.', 'TooManyRequests', 429),
  tooLong: json(
    400,
    nested("'max_tokens' is too large: this model's maximum context length is 8192 tokens.", 'BadRequestError', 400),
  ),
  badKey: json(401, { error: 'Unauthorized' }),
  down: json(500, nested('Internal server error', 'InternalServerError', 500)),
  rejects: (message) => json(400, nested(message, 'BadRequestError', 400)),
  rejections: {
    system: json(400, nested('System role not supported', 'BadRequestError', 400)),
    tools: json(
      400,
      nested(
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        'BadRequestError',
        400,
      ),
    ),
    images: json(
      400,
      nested('At most 0 image(s) may be provided in one prompt: images are not supported.', 'BadRequestError', 400),
    ),
  },
});
