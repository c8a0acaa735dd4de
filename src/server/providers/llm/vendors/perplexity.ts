import { chatVendor, data } from './chat-style';
import { json } from './vendor-script';

const error = (message: string, type: string, code: number) => ({ error: { message, type, code } });

export const perplexityPages = ['https://www.ecb.europa.eu/press/rates', 'https://www.snb.ch/rates'];

export const perplexity = chatVendor({
  name: 'Perplexity Sonar',
  baseUrl: 'http://api.perplexity.ai',
  model: 'sonar-reasoning-pro',
  sources: [
    'https://github.com/BerriAI/litellm/issues/13777',
    'https://github.com/perplexityai/api-discussion/issues/175',
    'https://github.com/LibreChat-AI/agents/pull/43',
  ],
  // Every chunk repeats the sources.
  chunk: {
    citations: perplexityPages,
    search_results: [{ title: 'ECB rates', url: perplexityPages[0], date: '2026-01-01' }],
  },
  usageIn: 'every chunk',
  rawUsage: { prompt_tokens: 10, completion_tokens: 15, total_tokens: 25, search_context_size: 'low' },
  counted: { inputTokens: 10, outputTokens: 15 },
  hasDone: false,
  tagged: (thought, parts) => ['<think>', thought, '</think>', '\n', ...parts],
  failureEvent: data(error('Internal server error', 'internal_server_error', 500)),
  failure: 'Internal server error',
  busyBody: error('Request rate limit exceeded, please try again later.', 'request_rate_limit_exceeded', 429),
  tooLong: json(
    400,
    error('The prompt is too long for this model: reduce the length of the messages.', 'invalid_message', 400),
  ),
  badKey: json(401, '<html><head><title>401 Authorization Required</title></head></html>', {
    'content-type': 'text/html',
  }),
  down: json(524, '<!doctype html><title>A timeout occurred</title>', { 'content-type': 'text/html' }),
  rejects: (message) => json(400, error(message, 'invalid_request', 400)),
  rejections: {
    tools: json(400, error('Tool calling is not supported for this model.', 'invalid_request', 400)),
    stream_options: json(400, error('[] stream_options: extra inputs are not permitted', 'invalid_request', 400)),
  },
});
