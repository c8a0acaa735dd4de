import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model, env: { MAX_CONCURRENT_ANSWERS: '20' } });
});
beforeEach(async () => {
  offerPriced(server.deps);
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const ask = (user: TestUser, conversationId?: string) =>
  user.call.messages.send({ clientRequestId: randomUUID(), content: 'Well?', conversationId });
const setBudget = (scope: 'user' | 'installation', monthlyUsd: string | null) =>
  server.deps.db.budget.update({ where: { scope }, data: { monthlyUsd } });

async function outcome(asked: Promise<unknown>[]) {
  const settled = await Promise.allSettled(asked);
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  return { accepted: settled.length - refusals.length, refusals };
}

describe('20 questions at the same moment', () => {
  it('of one user pass the budget for five of them exactly five times, and leave nothing of the others', async () => {
    await setBudget('user', '5');
    const { accepted, refusals } = await outcome(Array.from({ length: 20 }, () => ask(ada)));
    await setBudget('user', null);
    expect(accepted).toBe(5);
    for (const error of refusals) {
      expect(error).toMatchObject({ code: 'PAYMENT_REQUIRED' });
      expect(error.message).toMatch(
        /^Your AI budget of \$5\.00 for this month is used up\. It renews on 01 \w{3} \d{4} \(UTC\)\.$/,
      );
    }
    expect(await server.deps.db.conversation.count({ where: { userId: ada.user.id } })).toBe(5);
    expect(await server.deps.db.generation.count({ where: { userId: ada.user.id } })).toBe(5);
  });

  it('of 20 users pass the budget of the installation exactly as often as it allows', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => signUp(server.deps)));
    const [{ committed } = { committed: '0' }] = await server.deps.db.sql<{ committed: string }>`
      SELECT committed_usd(NULL)::text AS committed`;
    await setBudget('installation', String(Math.ceil(Number(committed)) + 5));
    const { accepted, refusals } = await outcome(users.map((user) => ask(user)));
    await setBudget('installation', null);
    expect(accepted).toBe(5);
    expect(refusals[0]?.message).toMatch(/^This service's AI budget for this month is used up\./);
  });
});
