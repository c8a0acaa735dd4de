import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { reserveBudget } from './usage.service';

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
  const refusals = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  return { accepted: settled.length - refusals.length, refusals };
}

describe('20 concurrent messages', () => {
  it('of one user fit into a budget for five exactly five times, and the others leave nothing behind', async () => {
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

  it('of 20 users fit into the budget of the installation exactly as often as it allows', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => signUp(server.deps)));
    const [{ committed } = { committed: '0' }] = await server.deps.db.sql<{ committed: string }>`
      SELECT committed_usd(NULL)::text AS committed`;
    await setBudget('installation', String(Math.ceil(Number(committed)) + 5));
    const { accepted, refusals } = await outcome(users.map((user) => ask(user)));
    await setBudget('installation', null);
    expect(accepted).toBe(5);
    expect(refusals[0]?.message).toMatch(/^This service's AI budget for this month is used up\./);
  });

  it.each(['user', 'installation'] as const)(
    'that are large exceed the budget of the %s by at most one',
    async (scope) => {
      const reserved = async () => {
        const events = await server.deps.db.usageEvent.findMany({ where: { userId: ada.user.id, settledAt: null } });
        return events.map((event) => Number(event.reserved));
      };
      const [{ committed } = { committed: '0' }] = await server.deps.db.sql<{ committed: string }>`
      SELECT committed_usd(NULL)::text AS committed`;
      await setBudget(scope, scope === 'user' ? '5' : String(Number(committed) + 5));
      // Each first reserves an ordinary request, because the maximum length of its answer is only known once its
      // request is.
      const large = () =>
        ada.call.messages.send({
          clientRequestId: randomUUID(),
          content: 'Well?',
          parameters: { maxOutputTokens: 5000 },
        });
      const { accepted, refusals } = await outcome(Array.from({ length: 20 }, large));
      const errors = async () => {
        const messages = await server.deps.db.message.findMany({
          where: { role: 'assistant', conversation: { userId: ada.user.id } },
        });
        return messages.flatMap(({ metadata }) => (metadata as MessageMetadata).error ?? []);
      };
      await until(
        async () => (await errors()).length + (await reserved()).filter((usd) => usd > 1).length === accepted,
      );
      await setBudget(scope, null);
      expect(refusals.length).toBeGreaterThan(0);
      for (const error of await errors())
        expect(error).toEqual({ code: 'budget_used', message: expect.stringContaining('for this month is used up.') });
      const usd = await reserved();
      const others = usd.reduce((sum, amount) => sum + amount, 0) - Math.max(...usd);
      expect(others).toBeLessThan(5);
    },
  );
});

it('a running request reserves more only while the budget has room for it', async () => {
  const chosen = offerPriced(server.deps);
  const use = () => ({ key: randomUUID(), userId: ada.user.id, purpose: 'summary', chosen }) as const;
  const [first, second] = [use(), use()];
  await setBudget('user', '5');
  for (const reservation of [first, second]) await reserveBudget(server.deps, reservation);
  await server.deps.usage.raise(first, { inputTokens: 1000, outputTokens: 20_000 });
  // A smaller size never lowers the reservation.
  await server.deps.usage.raise(first, { inputTokens: 5000 });
  const refused = server.deps.usage.raise(second, { inputTokens: 1000, outputTokens: 20_000 });
  await expect(refused).rejects.toMatchObject({ code: 'budget_used' });
  await setBudget('user', null);
  const events = await server.deps.db.usageEvent.findMany({
    where: { userId: ada.user.id },
    orderBy: { reserved: 'asc' },
  });
  expect(events.map(({ reserved }) => Number(reserved))).toEqual([1, 10.125]);
});

it('an answer includes the conversation before it in its reservation, however short the message is', async () => {
  const called = model.calls.length;
  const call = async (number: number) => {
    await until(async () => model.calls.length > called + number);
    return model.calls[called + number];
  };
  const open = () => server.deps.db.usageEvent.findMany({ where: { userId: ada.user.id, settledAt: null } });
  const { conversation } = await ask(ada);
  await (await call(0))?.finish();
  // Usage is recorded before the answer's text is stored.
  const ended = { conversationId: conversation.id, leaseUntil: null };
  await until(async () => (await server.deps.db.generation.count({ where: ended })) === 1);
  const answers = { conversationId: conversation.id, role: 'assistant' };
  await server.deps.db.message.updateMany({ where: answers, data: { content: 'growth '.repeat(20_000) } });
  await ask(ada, conversation.id);
  expect(JSON.stringify((await call(1))?.request).length).toBeGreaterThan(100_000);
  expect(Number((await open())[0]?.reserved)).toBeGreaterThan(4);
});
