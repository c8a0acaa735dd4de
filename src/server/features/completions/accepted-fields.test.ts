import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '~/server/features/tokens/tokens.service';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { signUp, startTestServer, type TestServer, testPassword } from '~/server/testing/worlds/test-server';

let server: TestServer;
let vendor: ModelServer;
let client: OpenAI;

beforeAll(async () => {
  vendor = await startModelServer({ script: { text: 'Rates follow expected inflation.' } });
  server = await startTestServer({ env: { AI_BASE_URL: vendor.baseUrl, AI_MODEL: 'house', AI_API_KEY: 'sk-house' } });
  const { user } = await signUp(server.deps);
  const input = { name: 'Program', scope: 'write', password: testPassword } as const;
  const { token } = await createToken(server.deps, { by: user, caller: null }, input);
  client = new OpenAI({ apiKey: token, baseURL: `${await server.listen()}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await server.close();
  await vendor.close();
});

const ask = (fields: object) => {
  const messages = [{ role: 'user' as const, content: 'What moves rates?' }];
  return client.chat.completions.create({ model: 'house', messages, ...fields });
};

describe('a completion', () => {
  it.each([
    ['models', ['expensive']],
    ['route', 'fallback'],
    ['provider', { order: ['other'] }],
    ['plugins', [{ id: 'web' }]],
    ['fallbacks', ['expensive']],
    ['mock_testing_fallbacks', true],
    ['api_base', 'https://eve.example'],
    ['api_key', 'sk-eve'],
    ['draft_model', 'expensive'],
    ['__proto__x', 1],
  ])('is refused with the field %s, which would choose another model or provider', async (field, value) => {
    const before = vendor.requests.length;
    for (const rest of [{}, { stream: true }, { qinsight: { search: false } }])
      await expect(ask({ [field]: value, ...rest })).rejects.toMatchObject({
        status: 400,
        type: 'invalid_request_error',
        param: field,
        message: expect.stringContaining(`The field ${field} can't be used here.`),
      });
    expect(vendor.requests).toHaveLength(before);
  });

  it.each([
    [{ service_tier: 'priority' }, 'service_tier must be auto, default or flex'],
    [{ metadata: { tags: ['paid'] } }, 'metadata must contain only texts'],
    [{ max_tokens: '100000' }, 'max_tokens must be a number'],
    [{ max_completion_tokens: '100000' }, 'max_completion_tokens must be a number'],
    [{ n: '50' }, 'n must be a number'],
  ])('is refused with %j, which would change the price or the route', async (fields, words) => {
    await expect(ask(fields)).rejects.toMatchObject({ status: 400, message: `400 ${words}` });
  });

  it('passes on the other fields of OpenAI, and those of local servers about the text of the answer', async () => {
    const fields = {
      temperature: 0.3,
      max_completion_tokens: 100,
      reasoning_effort: 'low',
      response_format: { type: 'json_object' },
      metadata: { job: 'nightly' },
      service_tier: 'flex',
      user: 'u1',
      top_k: 40,
      min_p: 0.05,
      repetition_penalty: 1.1,
      chat_template_kwargs: { enable_thinking: false },
      guided_choice: ['yes', 'no'],
      thinking: { type: 'disabled' },
    };
    await ask(fields);
    expect(vendor.requests.at(-1)?.body).toMatchObject({ ...fields, model: 'house' });
  });
});
