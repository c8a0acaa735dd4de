/**
 * An endpoint that counts more tokens for the same text than we do: its reported counts are used for later requests.
 */
import { randomUUID } from 'node:crypto';
import { countTokens as countHere } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EndpointMemory } from '~/server/providers/llm/endpoint-memory';
import { type ModelServer, type RecordedRequest, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { inputBudget, tokensPerTurn } from './budget';

const factor = 1.3;
const limits = { contextTokens: 8192 };
let server: TestServer;
let ada: TestUser;
let vendor: ModelServer;

interface ChatBody {
  messages: { role: string; content: string }[];
  tools?: { function: { name: string; description: string; parameters: object } }[];
}

/** The endpoint's token count for a request. */
function countedThere({ body }: RecordedRequest): number {
  const { messages, tools = [] } = body as unknown as ChatBody;
  const ofMessages = messages.reduce((sum, { content }) => sum + countHere(content) + tokensPerTurn, 0);
  const ofTools = tools.map(({ function: { name, description, parameters } }) =>
    countHere(`${name}\n${description}\n${JSON.stringify(parameters)}`),
  );
  return Math.round(factor * ofTools.reduce((sum, count) => sum + count, ofMessages));
}
const isSummary = ({ body }: RecordedRequest) => /condense/.test(JSON.stringify(body.messages));

beforeAll(async () => {
  vendor = await startModelServer({
    script: (request) =>
      isSummary(request)
        ? { fault: { kind: 'status', status: 404 } }
        : { text: 'Yes.', usage: { inputTokens: countedThere(request), outputTokens: 1 } },
  });
  server = await startTestServer({ env: { AI_BASE_URL: vendor.baseUrl, AI_MODEL: 'counts-more' } });
  ada = await signUp(server.deps);
});
afterAll(async () => {
  await server.close();
  await vendor.close();
});

async function ask(conversationId: string, content: string): Promise<RecordedRequest> {
  const { assistantMessage } = await ada.call.messages.send({ conversationId, clientRequestId: randomUUID(), content });
  await until(async () => {
    const { metadata } = await server.deps.db.message.findUniqueOrThrow({ where: { id: assistantMessage.id } });
    return (metadata as { processing?: boolean }).processing !== true;
  });
  const isAbout = ({ body }: RecordedRequest) => (body as unknown as ChatBody).messages.at(-1)?.content === content;
  const [sent] = vendor.requests.filter((request) => !isSummary(request) && isAbout(request));
  return sent as RecordedRequest;
}

it("reduces later requests according to the endpoint's count, but no further", async () => {
  const { id: conversationId } = await ada.call.conversations.create({});
  for (let n = 0; n < 50; n++) {
    const content = `Message ${n}: ${'rates and growth of the euro area, '.repeat(20)}`;
    await server.deps.db.message.create({
      data: { conversationId, role: n % 2 === 0 ? 'user' : 'assistant', content },
    });
  }
  const budget = inputBudget(limits);
  expect(countedThere(await ask(conversationId, 'What about rates?'))).toBeGreaterThan(budget * 1.1);
  const { model } = await server.deps.models.choose(ada.user, 'counts-more');
  expect(model.tokenFactor).toBeGreaterThan(factor * 0.97);
  expect(model.tokenFactor).toBeLessThan(factor * 1.03);
  const next = countedThere(await ask(conversationId, 'And what about growth?'));
  expect(next).toBeLessThan(budget * 1.02);
  expect(next).toBeGreaterThan(budget * 0.9);
});

it('is stored, and is where later starts begin', async () => {
  const { db, models } = server.deps;
  const { model } = await models.choose(ada.user, 'counts-more');
  await until(async () => (await db.offeredModel.findUnique({ where: { id: 'counts-more' } }))?.tokenFactor != null);
  const kept = await db.offeredModel.findUniqueOrThrow({ where: { id: 'counts-more' } });
  expect(Math.abs((kept.tokenFactor ?? 0) / (model.tokenFactor ?? 0) - 1)).toBeLessThan(0.05);

  // A model that this process has not asked, like all models after a start.
  const { call } = await signUp(server.deps, { isAdmin: true });
  const { id: endpointId } = await call.models.createEndpoint({ name: 'Lab', baseUrl: vendor.baseUrl, api: 'chat' });
  const { id } = await call.models.add({ endpointId, name: 'counts-more-too' });
  await db.offeredModel.update({ where: { id }, data: { tokenFactor: 1.25 } });
  models.changed();
  expect((await models.choose(ada.user, id)).model.tokenFactor).toBe(1.25);
});

describe("calibration from an endpoint's token counts", () => {
  const learned = (...counts: [reported: number, counted: number][]) => {
    const memory = new EndpointMemory();
    for (const [reported, counted] of counts) memory.learnTokens(reported, counted);
    return memory;
  };

  it.each([
    ['nothing yet', [], 1],
    ['one request', [[2600, 2000]], 1.3],
    [
      'several, of which the latest count most',
      [
        [2600, 2000],
        [2000, 2000],
      ],
      1.21,
    ],
    ['more than any vocabulary', [[4800, 2000]], 1.6],
    ['fewer', [[1400, 2000]], 0.8],
    ['a short request', [[900, 300]], 1],
    ['pages of a search of its own', [[20_000, 2000]], 1],
    [
      'no count',
      [
        [0, 2000],
        [Number.NaN, 2000],
      ],
      1,
    ],
  ] as [string, [number, number][], number][])('%s', (_, counts, expected) => {
    expect(learned(...counts).tokenFactor).toBeCloseTo(expected);
  });

  it('begins with what was stored, within the bounds, until a request is compared', () => {
    const memory = new EndpointMemory();
    memory.beginWith(1.2);
    expect(memory.tokenFactor).toBe(1.2);
    memory.learnTokens(2600, 2000);
    memory.beginWith(9);
    expect(memory.tokenFactor).toBeCloseTo(1.3);
    const other = new EndpointMemory();
    other.beginWith(9);
    expect(other.tokenFactor).toBe(1.6);
  });

  it('reports that parts of a request were dropped, until one is counted in full', () => {
    const memory = learned([2000, 2000], [800, 9000]);
    expect(memory).toMatchObject({ seemsToDrop: true, tokenFactor: 1 });
    memory.learnTokens(9000, 9000);
    expect(memory.seemsToDrop).toBe(false);
  });
});
