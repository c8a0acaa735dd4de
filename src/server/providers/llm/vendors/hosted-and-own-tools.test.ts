/** A round of the Responses API with a search on the vendor's side and calls of our own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelTool } from '~/server/providers/llm/types';
import { data } from './chat-style';
import { openAiResponses } from './openai-responses';
import { json, type Reply, stream } from './vendor-script';
import { question, VendorWorld } from './vendor-world';

let world: VendorWorld;
beforeAll(async () => {
  world = await VendorWorld.start();
});
afterAll(() => world.endpoint.close());

const quote: ModelTool = {
  name: 'get_quote',
  description: 'Returns the latest price.',
  parameters: { type: 'object', properties: {} },
  activity: () => ({ kind: 'book', label: 'Price' }),
  run: async () => 'AAPL-1.00',
};
const tools = { list: [quote], instructions: 'Use the tools.' };
const thought = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: `sealed-${id}` });
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Let me see.', annotations: [] }],
};
const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'rates' } };
const call = (id: string) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: `call_${id}`,
  name: 'get_quote',
  arguments: '{}',
  status: 'completed',
});
const output = [thought('rs_1'), search, thought('rs_2'), message, call('a'), thought('rs_3'), call('b')];
const rounds = (final: readonly object[]): Reply =>
  stream([
    ...output.map((item, index) => data({ type: 'response.output_item.done', output_index: index, item })),
    data({ type: 'response.completed', response: { status: 'completed', output: final } }),
  ]);
const results = ['a', 'b'].map((id) => ({ type: 'function_call_output', call_id: `call_${id}`, output: 'AAPL-1.00' }));
const inputs = () => world.endpoint.requests.map(({ body }) => (body.input as object[]).slice(2));

describe('items of a round with a hosted search and calls', () => {
  // https://developers.openai.com/api/docs/guides/reasoning: keep all items between two messages of the user.
  it.each([
    ['of the completed response', output],
    ['of its events, if the response lists none', []],
  ])('are sent back in their order, %s', async (_name, final) => {
    const replies = [rounds(final), openAiResponses.answer(['A.'])];
    const { content } = await world.ask(world.model(openAiResponses), replies, question({ tools }));
    expect(content).toBe('Let me see.\n\nA.');
    expect(inputs()[1]).toEqual([...output, ...results]);
  });

  const rejection = (text: string, param: string | null, code: string | null) =>
    json(400, { error: { message: text, type: 'invalid_request_error', param, code } });
  it.each<[string, Reply]>([
    [
      // https://github.com/continuedev/continue/issues/8933
      'without the item that must follow',
      rejection("Item 'rs_1' of type 'reasoning' was provided without its required following item.", 'input', null),
    ],
    [
      // https://github.com/LionSR/TeXRA/pull/1775
      'without the item that must precede',
      rejection(
        "Item 'ws_1' of type 'web_search_call' was provided without its required 'reasoning' item: 'rs_1'.",
        'input',
        null,
      ),
    ],
    [
      // https://github.com/openai/codex/issues/8145
      'that cannot be decrypted',
      rejection('The encrypted content gAAA...DQ== could not be verified.', null, 'invalid_encrypted_content'),
    ],
  ])('are left out of one answer if they are rejected as items %s', async (_name, reply) => {
    const model = world.model(openAiResponses);
    const replies = [rounds(output), reply, openAiResponses.answer(['A.'])];
    const { content, error } = await world.ask(model, replies, question({ tools }));
    expect({ content, error }).toEqual({ content: 'Let me see.\n\nA.', error: undefined });
    expect(inputs()[2]).toEqual([
      { role: 'assistant', content: 'Let me see.' },
      ...['a', 'b'].map((id) => ({ type: 'function_call', call_id: `call_${id}`, name: 'get_quote', arguments: '{}' })),
      ...results,
    ]);
    expect(world.endpoint.requests[2]?.body.include).toEqual(['reasoning.encrypted_content']);
    await world.ask(model, [rounds(output), openAiResponses.answer(['A.'])], question({ tools }));
    expect(inputs()[1]).toEqual([...output, ...results]);
  });
});
