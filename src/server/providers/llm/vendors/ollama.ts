import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code: null },
});

export const ollama = chatVendor({
  name: 'Ollama',
  baseUrl: 'http://ollama.lan:11434/v1',
  model: 'qwen3:8b',
  sources: [
    'https://github.com/ollama/ollama/blob/main/docs/openai.md',
    'https://github.com/ollama/ollama/issues/15457',
    'https://github.com/open-webui/open-webui/issues/8769',
    // Models without reasoning, without levels of it, and without "minimal".
    'https://github.com/Gitlawb/openclaude/issues/1371',
    'https://github.com/ollama/ollama/issues/12561',
    'https://github.com/ollama/ollama/pull/17141',
  ],
  chunk: { system_fingerprint: 'fp_ollama' },
  usageIn: 'own chunk',
  rawUsage: { prompt_tokens: 26, completion_tokens: 17, total_tokens: 43 },
  counted: { inputTokens: 26, outputTokens: 17 },
  hasDone: true,
  // Calls are complete, and all have the index 0.
  callDeltas: (calls) =>
    calls.map(({ name, input }, place) => ({
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: `call_${place}x9`, index: 0, type: 'function', function: { name, arguments: JSON.stringify(input) } },
      ],
    })),
  thought: (thought) => [{ role: 'assistant', content: '', reasoning: thought }],
  failureEvent: data({ error: { message: 'model runner has unexpectedly stopped', type: 'api_error', code: null } }),
  failure: 'model runner has unexpectedly stopped',
  busyBody: error('server busy, please try again. maximum pending requests exceeded', 'api_error'),
  tooLong: json(400, error('the input length exceeds the context length')),
  badKey: json(401, { error: 'unauthorized' }),
  down: json(500, error('llama runner process has terminated: signal: killed', 'api_error')),
  rejects: (message) => json(400, error(message)),
  rejections: {
    tools: json(400, error('registry.ollama.ai/library/phi3:latest does not support tools')),
    images: json(500, error('this model is missing data required for image input', 'api_error')),
    effort: json(400, error('"llama3.1:8b" does not support thinking')),
  },
});
