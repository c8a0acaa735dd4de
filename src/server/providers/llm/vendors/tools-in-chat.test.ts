/** Models of OpenAI that reject tools in Chat Completions: the tools stay, through the other protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelParameters, ModelTool } from '~/server/providers/llm/types';
import { azureClassic, azureReasoning, azureV1 } from './azure';
import { openAiChat, toolsInChat } from './openai-chat';
import { openAiResponses } from './openai-responses';
import { json, type VendorScript } from './vendor-script';
import { question, VendorWorld } from './vendor-world';

let world: VendorWorld;
beforeAll(async () => {
  world = await VendorWorld.start();
});
afterAll(() => world.endpoint.close());

let deployments = 0;
/** A new deployment each time: what is learned about one belongs to its URL. */
const modelOf = (vendor: VendorScript) => {
  deployments += 1;
  return world.model(vendor, { baseUrl: vendor.baseUrl.replace('deployments/gpt-4o', `deployments/d${deployments}`) });
};
const quote: ModelTool = {
  name: 'get_quote',
  description: 'Returns the latest price.',
  parameters: { type: 'object', properties: {} },
  activity: () => ({ kind: 'book', label: 'Price' }),
  run: async () => 'AAPL-1.00',
};
const tools = { list: [quote], instructions: 'Use the tools.' };
const called = openAiResponses.calls([{ name: 'get_quote', input: {} }]);
const answered = openAiResponses.answer(['A.']);
const inChat = openAiChat.calls([{ name: 'get_quote', input: {} }]);
const missing = json(404, { error: { code: '404', message: 'Resource not found' } });
const sent = () =>
  world.endpoint.requests.map(({ path, body }) => ({
    api: path.replace(/\?.*/, '').replace(/.*\/(responses|completions)$/, '$1'),
    hasTools: body.tools !== undefined,
    effort: body.reasoning_effort ?? (body.reasoning as { effort?: string } | undefined)?.effort,
  }));
const asked = (parameters: ModelParameters = {}) => question({ tools, parameters });

describe.each<[string, VendorScript, responsesAt: string]>([
  ['OpenAI', openAiChat, '/v1/responses'],
  ['Azure, v1', azureV1, '/openai/v1/responses'],
  ['Azure, classic', azureClassic, '/openai/v1/responses'],
])('tools rejected in Chat Completions of %s', (_name, vendor, responsesAt) => {
  it.each<[string, ModelParameters]>([
    ['without an effort', {}],
    ['with an effort', { effort: 'high' }],
  ])('run through the Responses API, %s, and for the next question at once', async (_effort, parameters) => {
    const model = modelOf(vendor);
    const { effort } = parameters;
    const first = await world.ask(model, [toolsInChat, called, answered], asked(parameters));
    expect(first).toMatchObject({ content: 'A.', activities: ['Price'], error: undefined });
    expect(sent()).toEqual([
      { api: 'completions', hasTools: true, effort },
      { api: 'responses', hasTools: true, effort },
      { api: 'responses', hasTools: true, effort },
    ]);
    expect(world.endpoint.requests.at(-1)?.path).toBe(responsesAt);
    expect(model.canCallTools).toBe(true);
    await world.ask(model, [called, answered], asked(parameters));
    expect(sent().map(({ api }) => api)).toEqual(['responses', 'responses']);
    // Without tools nothing is rejected.
    await world.ask(model, [vendor.answer(['A.'])], question({ parameters }));
    expect(sent()).toEqual([{ api: 'completions', hasTools: false, effort }]);
  });

  it('run with the effort "none" where there is no Responses API', async () => {
    const model = modelOf(vendor);
    const replies = [toolsInChat, missing, inChat, vendor.answer(['A.'])];
    const first = await world.ask(model, replies, asked({ effort: 'high' }));
    expect(first).toMatchObject({ content: 'A.', activities: ['Price'], error: undefined });
    expect(sent().map(({ api, effort }) => `${api} ${effort}`)).toEqual([
      'completions high',
      'responses high',
      'completions none',
      'completions none',
    ]);
    await world.ask(model, [inChat, vendor.answer(['A.'])], asked());
    expect(sent().map(({ api, effort }) => `${api} ${effort}`)).toEqual(['completions none', 'completions none']);
  });

  it('are left out of one answer only if "none" is rejected too', async () => {
    const noNone = json(400, {
      error: {
        message:
          "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'low', 'medium', 'high', and 'xhigh'.",
        type: 'invalid_request_error',
        param: 'reasoning_effort',
        code: 'unsupported_value',
      },
    });
    const model = modelOf(vendor);
    const { content } = await world.ask(model, [toolsInChat, missing, noNone, vendor.answer(['A.'])], asked());
    expect(content).toBe('A.');
    expect(sent().map(({ hasTools }) => hasTools)).toEqual([true, true, true, false]);
    expect(model.canCallTools).toBe(true);
  });
});

describe('a reasoning model at the v1 API of Azure', () => {
  it('uses the Responses API at once', async () => {
    const model = world.model(azureReasoning, { api: 'auto' });
    const { content } = await world.ask(model, [called, answered], asked({ effort: 'high' }));
    expect(content).toBe('A.');
    expect(sent().map(({ api }) => api)).toEqual(['responses', 'responses']);
  });

  it.each([
    ['in this region', missing],
    [
      'for this model',
      json(400, {
        error: {
          code: 'OperationNotSupported',
          message:
            'The responses operation does not work with the specified model, gpt-5. Please choose different model.',
        },
      }),
    ],
  ])('uses Chat Completions where there is no Responses API %s', async (_name, rejection) => {
    const model = world.model(azureReasoning, { api: 'auto' });
    const { content } = await world.ask(model, [rejection, inChat, azureReasoning.answer(['A.'])], asked());
    expect(content).toBe('A.');
    await world.ask(model, [azureReasoning.answer(['A.'])], asked());
    expect(sent().map(({ api }) => api)).toEqual(['completions']);
  });
});

it('an unknown model is an error, not a reason for another protocol', async () => {
  const { error } = await world.ask(world.model(openAiResponses), [missing], asked());
  expect(error?.code).toBe('refused');
  expect(sent().map(({ api }) => api)).toEqual(['responses']);
});
