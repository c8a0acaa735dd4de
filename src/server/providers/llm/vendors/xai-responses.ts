import { responsesVendor } from './responses-style';
import { json } from './vendor-script';

export const xaiResponses = responsesVendor({
  name: 'xAI (Responses)',
  baseUrl: 'http://api.x.ai/v1',
  model: 'grok-4',
  sources: [
    'https://docs.x.ai/docs/guides/tools/overview',
    'https://github.com/vercel/ai/tree/main/packages/xai/src/responses',
    'https://github.com/google/adk-python/issues/952',
  ],
  rawUsage: {
    input_tokens: 900,
    input_tokens_details: { cached_tokens: 640 },
    output_tokens: 60,
    output_tokens_details: { reasoning_tokens: 30 },
    num_sources_used: 0,
    num_server_side_tools_used: 0,
    cost_in_usd_ticks: 1200,
  },
  counted: { inputTokens: 900, outputTokens: 60, reasoningTokens: 30, cachedTokens: 640 },
  response: { citations: [] },
  thoughtItem: { id: 'rs_1', type: 'reasoning', summary: [], status: 'completed' },
  failureEvent: { type: 'error', code: 'server_error', message: 'The model is at capacity.', param: null },
  failure: 'The model is at capacity.',
  busyBody: {
    code: 'resource-exhausted',
    error: 'Too many requests for team. Your requests per second limit was reached.',
  },
  tooLong: json(400, {
    code: 'Client specified an invalid argument',
    error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
  }),
  badKey: json(400, {
    code: 'Client specified an invalid argument',
    error: 'Incorrect API key provided: xa***ef. You can obtain an API key from the console.',
  }),
  down: json(503, { code: 'The service is currently unavailable', error: 'The model is temporarily unavailable.' }),
  filters: json(403, {
    code: 'The caller does not have permission to execute the specified operation',
    error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE content moderation',
  }),
  rejects: (message) => json(400, { code: 'Client specified an invalid argument', error: message }),
  rejections: {
    tools: json(400, {
      code: 'Client specified an invalid argument',
      error:
        'Invalid request content: The model does not support tool use or function calling but tools or tool_choice have been specified on the request.',
    }),
    images: json(400, {
      code: 'Client specified an invalid argument',
      error: 'Image inputs are not supported by this model.',
    }),
    hosted_search: json(400, {
      code: 'Client specified an invalid argument',
      error: 'Server-side tools are not supported by this model.',
    }),
    effort: json(400, {
      code: 'Client specified an invalid argument',
      error: 'Model grok-4 does not support parameter reasoningEffort / reasoning.effort.',
    }),
  },
});
