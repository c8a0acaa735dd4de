/** Requests for a message with web search turned off. */
import { describe, expect, it } from 'vitest';
import { chatBody } from './chat-body';
import { memoryOf } from './endpoint-memory';
import { endpointOf, type OpenAiSettings } from './openai-endpoint';
import { RequestShape } from './request-shape';
import { responsesBody } from './responses-body';

function bodyOf(baseUrl: string, isWebOff: boolean) {
  const settings: OpenAiSettings = { apiKey: 'none', baseUrl, model: 'm', api: 'auto' };
  const endpoint = endpointOf(settings);
  const request = { systemPrompt: 'Be brief.', turns: [{ role: 'user' as const, content: 'Hello' }], isWebOff };
  const { toolContext } = new RequestShape(request, settings, endpoint, memoryOf(baseUrl, endpoint.api, 'm'));
  const { alwaysSearches } = endpoint;
  return endpoint.api === 'responses'
    ? responsesBody(settings, request, endpoint.tools, toolContext)
    : chatBody({ ...settings, alwaysSearches }, request, toolContext);
}

describe('a request without web search', () => {
  it.each(['https://api.x.ai/v1', 'https://api.openai.com/v1'])('offers %s no hosted search', (baseUrl) => {
    expect(bodyOf(baseUrl, false).tools).toContainEqual({ type: 'web_search' });
    expect(bodyOf(baseUrl, true).tools).toBeUndefined();
  });

  it('disables the search of a provider that always searches', () => {
    expect(bodyOf('https://api.perplexity.ai', false)).not.toHaveProperty('disable_search');
    expect(bodyOf('https://api.perplexity.ai', true)).toMatchObject({ disable_search: true });
  });

  it('sends other endpoints no unknown parameters', () => {
    expect(bodyOf('http://localhost:11434/v1', true)).not.toHaveProperty('disable_search');
  });
});
