import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (code: number, message: string, type: string) => ({ error: { code, message, type } });

export const llamaCpp = chatVendor({
  name: 'llama.cpp server',
  baseUrl: 'http://llama.lan:8080/v1',
  model: 'gpt-oss-20b',
  sources: [
    'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    'https://github.com/ggml-org/llama.cpp/issues/13566',
  ],
  chunk: { system_fingerprint: 'b1-1' },
  usageIn: 'own chunk',
  rawUsage: { prompt_tokens: 14, completion_tokens: 9, total_tokens: 23 },
  counted: { inputTokens: 14, outputTokens: 9 },
  hasDone: true,
  // If the server does not parse them, gpt-oss's channels are part of the text.
  tagged: (thought, parts) => [
    '<|channel|>',
    'analysis',
    '<|message|>',
    thought,
    '<|end|>',
    '<|start|>assistant',
    '<|channel|>final<|message|>',
    ...parts,
  ],
  failureEvent: `${data(error(500, 'Failed to parse input at position 0', 'server_error'))}`,
  failure: 'Failed to parse input at position 0',
  busyBody: error(429, 'no slot available', 'unavailable_error'),
  tooLong: json(
    400,
    error(
      400,
      'the request exceeds the available context size. try increasing the context size',
      'exceed_context_size_error',
    ),
  ),
  badKey: json(401, error(401, 'Invalid API Key', 'authentication_error')),
  down: json(503, error(503, 'Loading model', 'unavailable_error')),
  rejects: (message) => json(400, error(400, message, 'invalid_request_error')),
  rejections: {
    images: json(
      500,
      error(
        500,
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        'server_error',
      ),
    ),
    tools: json(500, error(500, 'tools param requires --jinja flag', 'server_error')),
    system: json(500, error(500, 'System role not supported at row 1, column 5', 'server_error')),
  },
});
