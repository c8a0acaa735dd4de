import { type ChatStyle, chatVendor, data } from './chat-style';
import { json, type VendorScript } from './vendor-script';

const error = (code: string, message: string) => ({ error: { code, message, type: null, param: null } });
const unsupported = (message: string, param: string) =>
  json(400, { error: { message, type: 'invalid_request_error', param, code: 'unsupported_value' } });
const harmless = { hate: { filtered: false, severity: 'safe' }, violence: { filtered: false, severity: 'safe' } };

const style: ChatStyle = {
  name: 'Azure OpenAI (v1)',
  baseUrl: 'http://house.openai.azure.com/openai/v1',
  model: 'gpt-4o',
  sources: [
    'https://learn.microsoft.com/en-us/azure/ai-foundry/openai/reference',
    'https://learn.microsoft.com/en-us/azure/ai-foundry/openai/concepts/content-streaming',
    'https://github.com/browser-use/web-ui/issues/372',
    'https://github.com/lobehub/lobehub/pull/6222',
    // Tools that are rejected because of reasoning, also with the effort "none".
    'https://github.com/can1357/oh-my-pi/issues/11052',
    'https://github.com/maximhq/bifrost/issues/7275',
  ],
  // The result of the content filter for the prompt comes first, without a choice; its offsets come last.
  opening: [
    data({
      id: '',
      object: '',
      created: 0,
      model: '',
      choices: [],
      prompt_filter_results: [{ prompt_index: 0, content_filter_results: harmless }],
    }),
  ],
  ending: [
    data({
      id: '',
      object: '',
      created: 0,
      model: '',
      choices: [
        {
          index: 0,
          finish_reason: null,
          content_filter_offsets: { check_offset: 44, start_offset: 44, end_offset: 198 },
        },
      ],
    }),
  ],
  choice: { content_filter_results: {}, logprobs: null },
  usageIn: 'own chunk',
  rawUsage: { prompt_tokens: 30, completion_tokens: 9, total_tokens: 39 },
  counted: { inputTokens: 30, outputTokens: 9 },
  hasDone: true,
  failureEvent: data(error('InternalServerError', 'The server had an error while processing your request.')),
  failure: 'The server had an error while processing your request.',
  busyBody: error(
    '429',
    'Requests to the ChatCompletions_Create Operation have exceeded the token rate limit of your pricing tier.',
  ),
  busyHeaders: { 'x-ratelimit-remaining-tokens': '0' },
  tooLong: json(400, error('context_length_exceeded', "This model's maximum context length is 8192 tokens.")),
  badKey: json(401, {
    error: { code: '401', message: 'Access denied due to invalid subscription key or wrong API endpoint.' },
  }),
  down: json(503, error('ServiceUnavailable', 'The service is temporarily unable to process your request.')),
  filters: json(400, {
    error: {
      message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      code: 'content_filter',
      status: 400,
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    },
  }),
  rejects: unsupported,
  rejections: {
    stream_options: json(400, {
      error: {
        message: 'Unrecognized request argument supplied: stream_options',
        type: 'invalid_request_error',
        code: null,
      },
    }),
    images: json(400, error('BadRequest', 'Invalid content type. image_url is only supported by certain models.')),
    tools: json(400, error('BadRequest', 'Unrecognized request arguments supplied: tool_choice, tools')),
    // Such as o1-mini and o1.
    system: unsupported(
      "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
      'messages[0].role',
    ),
    streaming: unsupported("Unsupported value: 'stream' does not support true with this model.", 'stream'),
    effort: json(400, error('BadRequest', 'Unrecognized request argument supplied: reasoning_effort')),
  },
};

export const azureV1: VendorScript = chatVendor(style);

export const azureClassic: VendorScript = chatVendor({
  ...style,
  name: 'Azure OpenAI (classic)',
  baseUrl: 'http://house.openai.azure.com/openai/deployments/gpt-4o?api-version=2024-10-21',
});

/** Starts with the Responses API, unless Chat Completions are chosen. */
export const azureReasoning: VendorScript = chatVendor({ ...style, model: 'gpt-5' });
