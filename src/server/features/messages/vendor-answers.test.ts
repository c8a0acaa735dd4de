/** What users see and what is stored for answers of every provider, from the message to the list of messages. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LanguageModel, ModelError } from '~/server/providers/llm/types';
import { allVendors } from '~/server/providers/llm/vendors/all-vendors';
import type { Reply, VendorScript } from '~/server/providers/llm/vendors/vendor-script';
import { VendorWorld } from '~/server/providers/llm/vendors/vendor-world';
import { isSuggestionRequest, isTitleRequest } from '~/server/testing/fakes/background-requests';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { unknownAbilities } from '~/shared/schemas/models';

const parts = ['Growth ', 'slowed – ', 'überall. 📉'];
const text = parts.join('');
let server: TestServer;
let world: VendorWorld;

beforeAll(async () => {
  world = await VendorWorld.start();
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await world.endpoint.close();
});

/** The only model of the server. It only writes answers, because a title would use up a scripted response. */
function offer(vendor: VendorScript): void {
  const model = world.model(vendor);
  const answering: LanguageModel = {
    name: model.name,
    canSearchWeb: model.canSearchWeb,
    canCallTools: model.canCallTools,
    isConnected: true,
    stream(request, signal) {
      const { systemPrompt } = request;
      if (isTitleRequest(systemPrompt) || isSuggestionRequest(systemPrompt)) throw new ModelError('refused', 'No.');
      return model.stream(request, signal);
    },
  };
  const chosen = {
    id: 'vendor',
    displayName: vendor.name,
    model: answering,
    limits: { contextTokens: 128_000 },
    abilities: unknownAbilities,
    connection: () => null,
  };
  server.deps.models = { ...server.deps.models, choose: async () => chosen, list: async () => [chosen] };
}

async function answer(user: TestUser, ...replies: Reply[]) {
  world.endpoint.play(...replies);
  const sent = await user.call.messages.send({ clientRequestId: randomUUID(), content: 'How is the economy?' });
  const { id } = sent.assistantMessage;
  const read = () => server.deps.db.message.findUniqueOrThrow({ where: { id } });
  await until(async () => ((await read()).metadata as MessageMetadata).processing === false);
  const { content, metadata } = await read();
  const { items } = await user.call.messages.list({ conversationId: sent.conversation.id });
  const seen = items.find((message) => message.id === id);
  return { stored: { content, metadata: metadata as MessageMetadata }, seen };
}

describe.each(allVendors.map((vendor) => [vendor.name, vendor] as const))('%s', (_name, vendor) => {
  const { thinks } = vendor;
  const cut = vendor.failsAfter(parts);
  const cases: [name: string, replies: Reply[], content: string, metadata: object][] = [
    ['an answer', [vendor.answer(parts)], text, { status: 'complete', ...(vendor.usage && { usage: vendor.usage }) }],
    [
      'an answer after a tool',
      [vendor.calls([{ name: 'get_positions', input: {} }]), vendor.answer(parts)],
      text,
      { status: 'complete' },
    ],
    ...(thinks
      ? [
          [
            'an answer after a thought',
            [thinks('They ask about growth.', parts)],
            text,
            { status: 'complete', reasoning: { text: 'They ask about growth.', milliseconds: expect.any(Number) } },
          ] as [string, Reply[], string, object],
        ]
      : []),
    ['a failure in mid-answer', [vendor.failsAfter(parts)], text, { status: 'failed', error: { code: 'unavailable' } }],
    ['an empty answer', [vendor.empty], '', { status: 'failed', error: { code: 'empty' } }],
    [
      'an answer at its length limit',
      [vendor.endsBy('length', parts)],
      text,
      { status: 'failed', error: { message: 'The answer reached the length limit of the AI model.' } },
    ],
    [
      'an answer that the content filter ends',
      [vendor.endsBy('filter', parts)],
      text,
      { status: 'failed', error: { message: 'The content filter of the AI model stopped this answer.' } },
    ],
    [
      'a lost connection in mid-answer',
      [{ ...cut, body: cut.body.slice(0, -1), after: 'reset' }],
      text,
      { status: 'failed', error: { code: 'cut_off' } },
    ],
    ['too many requests', [vendor.busy('45')], '', { status: 'failed', error: { code: 'rate_limited' } }],
    ['a question that is too long', [vendor.tooLong], '', { status: 'failed', error: { code: 'too_long' } }],
    ['an endpoint that is down', [vendor.down], '', { status: 'failed', error: { code: 'unavailable' } }],
    ['a wrong key', [vendor.badKey], '', { status: 'failed', error: { code: 'unauthorized' } }],
  ];

  it('is stored and listed as it ended, in every situation', async () => {
    const user = await signUp(server.deps);
    for (const [name, replies, content, metadata] of cases) {
      offer(vendor);
      const { stored, seen } = await answer(user, ...replies);
      expect({ name, ...stored }).toMatchObject({ name, content, metadata: { processing: false, ...metadata } });
      expect(seen).toMatchObject({ role: 'assistant', ...stored });
      expect(JSON.stringify(seen)).not.toContain('sk-test');
      expect(seen?.metadata.error?.reason).toBeUndefined();
    }
  });

  it('tells administrators why it rejects the key', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    offer(vendor);
    const { seen } = await answer(admin, vendor.badKey);
    expect(seen?.metadata.error).toMatchObject({ code: 'unauthorized', reason: expect.stringMatching(/\w/) });
  });
});
