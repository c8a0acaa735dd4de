import { describe, expect, it } from 'vitest';
import { endpointOf } from './openai-endpoint';

const tools = (baseUrl: string, api: 'auto' | 'responses' | 'chat') =>
  endpointOf({ baseUrl, api, model: 'm' }).tools.map(({ type }) => type);

describe('an endpoint', () => {
  it.each([
    ['https://api.x.ai/v1', 'responses'],
    ['https://api.openai.com/v1', 'responses'],
    ['https://eu.api.openai.com/v1', 'responses'],
    ['http://localhost:11434/v1', 'chat'],
    ['https://api.x.ai.example.com/v1', 'chat'],
  ] as const)('at %s uses the API %s by default', (baseUrl, api) => {
    expect(endpointOf({ baseUrl, api: 'auto', model: 'm' }).api).toBe(api);
  });

  it.each([
    ['https://house.openai.azure.com/openai/v1', 'gpt-6-astra', 'responses'],
    ['https://house.services.ai.azure.com/openai/v1/', 'o4-mini', 'responses'],
    ['https://house.openai.azure.com/openai/v1', 'gpt-4o', 'chat'],
    ['https://house.openai.azure.com/openai/v1', 'gpt-35-turbo', 'chat'],
    ['https://house.openai.azure.com/openai/v1', 'DeepSeek-V3.2', 'chat'],
    ['https://house.openai.azure.com/openai/deployments/gpt-5?api-version=2024-10-21', 'gpt-5', 'chat'],
    ['https://azure.example.com/openai/v1', 'gpt-5', 'chat'],
  ] as const)('at %s with %s uses the API %s by default', (baseUrl, model, api) => {
    expect(endpointOf({ baseUrl, api: 'auto', model }).api).toBe(api);
  });

  it('uses the API of its settings', () => {
    expect(endpointOf({ baseUrl: 'https://api.x.ai/v1', api: 'chat', model: 'm' }).api).toBe('chat');
    expect(endpointOf({ baseUrl: 'http://localhost:1234/v1', api: 'responses', model: 'm' }).api).toBe('responses');
  });

  it('has hosted searches only for vendors that offer them, and only in the Responses API', () => {
    expect(tools('https://api.x.ai/v1', 'auto')).toEqual(['web_search', 'x_search']);
    expect(tools('https://api.openai.com/v1', 'auto')).toEqual(['web_search']);
    expect(tools('https://api.x.ai/v1', 'chat')).toEqual([]);
    expect(tools('http://localhost:1234/v1', 'responses')).toEqual([]);
  });

  it('has a hosted search at other hosts if its settings say so, but not in Chat Completions', () => {
    const local = { baseUrl: 'http://localhost:1234/v1', model: 'm', abilities: { hostedSearch: true } };
    expect(endpointOf({ ...local, api: 'responses' }).tools).toEqual([{ type: 'web_search' }]);
    expect(endpointOf({ ...local, api: 'chat' }).tools).toEqual([]);
  });
});
