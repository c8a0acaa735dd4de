import { describe, expect, it } from 'vitest';
import { EndpointMemory } from './endpoint-memory';
import { responsesBody } from './responses-body';

const bodyFor = (model: string, baseUrl = 'https://api.openai.com/v1') =>
  responsesBody(
    { model, baseUrl },
    { systemPrompt: 'You are an analyst.', turns: [{ role: 'user', content: 'Hello' }] },
    [],
    {
      tools: undefined,
      toolInstructions: undefined,
      rounds: [],
      without: new Set(),
      effort: undefined,
      memory: new EndpointMemory(),
    },
  );

describe('reasoning, which must be sent back with the next round', () => {
  it.each(['o3', 'gpt-5', 'gpt-5.6-terra', 'gpt-6-astra', 'gpt-6.2-astra', 'gpt-10'])(
    'is requested from %s',
    (model) => {
      expect(bodyFor(model)).toMatchObject({
        reasoning: { summary: 'auto' },
        include: ['reasoning.encrypted_content'],
        store: false,
      });
    },
  );

  it.each(['gpt-4.1', 'gpt-35-turbo', 'gpt-5.3-chat-latest', 'gpt-6-chat', 'gpt-oss-120b', 'my-model'])(
    'is not requested from %s',
    (model) => {
      expect(bodyFor(model)).not.toHaveProperty('include');
      expect(bodyFor(model)).not.toHaveProperty('reasoning');
    },
  );

  it('is not requested from other vendors', () => {
    expect(bodyFor('gpt-6-astra', 'https://gateway.example.com/v1')).not.toHaveProperty('include');
  });
});
