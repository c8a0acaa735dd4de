import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

/** Gemini wraps an error in an array. */
const error = (code: number, status: string, message: string, details: object[] = []) => [
  { error: { code, message, status, details } },
];
const signature = { google: { thought_signature: 'EjQKMgEMOdbHJChLX75QUCJjyYlm' } };

export const gemini = chatVendor({
  name: 'Gemini (OpenAI-compatible)',
  baseUrl: 'http://generativelanguage.googleapis.com/v1beta/openai',
  model: 'gemini-3-pro',
  sources: [
    'https://github.com/noho/dayu-agent/issues/45',
    'https://ai.google.dev/gemini-api/docs/openai',
    'https://github.com/earendil-works/pi/pull/3234',
    'https://github.com/langchain-ai/langchain-google/pull/684',
    'https://github.com/googleapis/python-genai/issues/1836',
    'https://github.com/HKUDS/Vibe-Trading/pull/308',
    // Tokens of thoughts.
    'https://github.com/vercel/ai/pull/6738',
  ],
  usageIn: 'every chunk',
  rawUsage: { prompt_tokens: 25, completion_tokens: 8, total_tokens: 80 },
  // Thoughts are only in the total.
  counted: { inputTokens: 25, outputTokens: 55 },
  hasDone: true,
  // Complete calls without an index. Only the first has the signature that must be sent back.
  callDeltas: (calls) => [
    {
      role: 'assistant',
      tool_calls: calls.map(({ name, input }, index) => ({
        id: `function-call-${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
        ...(index === 0 && { extra_content: signature }),
      })),
    },
  ],
  vendorState: { tool_calls: [{ extra_content: signature }] },
  callReason: 'stop',
  thought: (thought) => [
    { role: 'assistant', content: `<thought>${thought}`, extra_content: { google: { thought: true } } },
  ],
  filterReason: 'content_filter: SAFETY',
  failureEvent: data(error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')),
  failure: 'The model is overloaded. Please try again later.',
  busyBody: error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota. Please retry in 45.2s.', [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '45s' },
  ]),
  busyFor: 45.2,
  tooLong: json(
    400,
    error(
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
  ),
  badKey: json(403, error(403, 'PERMISSION_DENIED', 'API key not valid. Please pass a valid API key.')),
  down: json(503, error(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')),
  rejects: (message) => json(400, error(400, 'INVALID_ARGUMENT', message)),
  rejections: {
    system: json(400, error(400, 'INVALID_ARGUMENT', 'Developer instruction is not enabled for models/gemma-3-27b-it')),
    tools: json(400, error(400, 'INVALID_ARGUMENT', 'Function calling is not enabled for models/gemma-3-27b-it')),
    images: json(400, error(400, 'INVALID_ARGUMENT', 'Image input modality is not enabled for models/gemma-3-1b-it')),
    effort: json(
      400,
      error(400, 'INVALID_ARGUMENT', 'Thinking_config / reasoning_effort is not supported for this model.'),
    ),
  },
});
