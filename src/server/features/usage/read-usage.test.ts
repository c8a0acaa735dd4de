import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { offerPriced } from '~/server/testing/worlds/priced-model';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { dayMs, utcDay } from '~/shared/utc-day';
import { closeExpiredUsage } from './expired-usage';
import { forgetOldUsage } from './forget-user';
import { recordUsage, reserveBudget } from './usage.service';
import { userUsageCsv } from './usage-file';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ model: createScriptedModel() });
  admin = await signUp(server.deps, { isAdmin: true });
  ada = await signUp(server.deps, { email: '=ada@example.com' });
  bob = await signUp(server.deps);
  await day(ada, '2026-01-30', 'big', '1.25');
  await day(ada, '2026-01-31', 'big', '0.5');
  await day(ada, '2026-01-31', 'free', null);
  await day(bob, '2026-01-31', 'big', '3');
});
afterAll(() => server.close());

async function day({ user }: TestUser, on: string, model: string, cost: string | null) {
  const tokens = { inputTokens: 100, outputTokens: 10 };
  const data = {
    day: new Date(on),
    userId: user.id,
    model,
    modelName: model.toUpperCase(),
    requests: 1,
    unpricedRequests: cost === null ? 1 : 0,
    cost,
    ...tokens,
  };
  await server.deps.db.usageDay.create({ data });
}
const january = { from: '2026-01-01', to: '2026-01-31' };

describe('the usage of a period', () => {
  it('is a user’s own, by day and by model', async () => {
    const usage = await ada.call.usage.own(january);
    expect(usage.total).toMatchObject({ requests: 3, inputTokens: 300, outputTokens: 30, cost: '1.75' });
    expect(usage.days.map(({ day: on, cost }) => [on, cost])).toEqual([
      ['2026-01-30', '1.25'],
      ['2026-01-31', '0.5'],
    ]);
    expect(usage.models.map(({ modelName, cost }) => [modelName, cost])).toEqual([
      ['BIG', '1.75'],
      ['FREE', null],
    ]);
    expect(await ada.call.usage.own({ from: '2026-02-01', to: '2026-02-28' })).toMatchObject({
      total: { requests: 0, cost: null },
      days: [],
      models: [],
    });
  });

  it('covers all users for administrators, with the most expensive users first', async () => {
    const { total, users, models } = await admin.call.usage.summary(january);
    expect(total.cost).toBe('4.75');
    expect(models[0]).toMatchObject({ model: 'big', cost: '4.75', requests: 3 });
    expect(users.map(({ email, cost }) => [email, cost])).toEqual([
      [bob.user.email, '3'],
      [ada.user.email, '1.75'],
    ]);
  });

  it('can be limited to one user, one model or both for administrators, by day', async () => {
    const of = async (filter: { userId?: string; model?: string }) => {
      const { total, days, models, users } = await admin.call.usage.summary({ ...january, ...filter });
      const costs = days.map(({ day: on, cost }) => `${on} ${cost}`);
      return { cost: total.cost, days: costs, models: models.map(({ model }) => model), users: users.length };
    };
    const userId = ada.user.id;
    const days = ['2026-01-30 1.25', '2026-01-31 0.5'];
    expect(await of({ userId })).toEqual({ cost: '1.75', days, models: ['big', 'free'], users: 1 });
    expect(await of({ model: 'big' })).toMatchObject({ days: ['2026-01-30 1.25', '2026-01-31 3.5'], users: 2 });
    expect(await of({ userId, model: 'free' })).toMatchObject({ cost: null, days: ['2026-01-31 null'] });
    expect(await of({ userId: randomUUID() })).toEqual({ cost: null, days: [], models: [], users: 0 });
    await expect(ada.call.usage.summary({ ...january, userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is listed page by page without repeating or leaving out a row', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await admin.call.usage.page({ ...january, cursor, limit: 1 });
      seen.push(...page.items.map((row) => `${row.day} ${row.email} ${row.model}`));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(4);
    expect(new Set(seen)).toEqual(
      new Set([
        '2026-01-30 =ada@example.com big',
        '2026-01-31 =ada@example.com big',
        '2026-01-31 =ada@example.com free',
        `2026-01-31 ${bob.user.email} big`,
      ]),
    );
    expect(seen.at(-1)).toBe('2026-01-30 =ada@example.com big');
    await expect(admin.call.usage.page({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it("is a file that spreadsheets don't execute, and the export is recorded", async () => {
    const url = `${await server.listen()}/api/admin/usage/export?from=2026-01-01&to=2026-01-31`;
    const response = await fetch(url, { headers: { cookie: cookieOf(admin.sessionToken) } });
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="ai-usage-.*\.csv"$/);
    const { data } = Papa.parse<string[]>((await response.text()).trim());
    expect(data).toHaveLength(5);
    expect(data.at(-1)).toEqual([
      '2026-01-30',
      "'=ada@example.com",
      'big',
      'BIG',
      '1',
      '0',
      '0',
      '0',
      '100',
      '10',
      '0',
      '0',
      '1.25',
    ]);
    const [event] = (await admin.call.audit.list({ kind: 'usage-exported' })).items;
    expect(event).toMatchObject({ actor: admin.user.email, details: january });
  });

  it('as a file counts once towards the limit of exports, however many parts it has', async () => {
    const other = await signUp(server.deps, { isAdmin: true });
    const { nextCursor: cursor } = await other.call.usage.page({ ...january, limit: 3 });
    for (let part = 0; part < 125; part++)
      expect((await other.call.usage.export({ ...january, cursor })).items).toHaveLength(1);
  });

  it('is included in the export of a user’s data', async () => {
    const csv = await text(Readable.from(userUsageCsv(server.deps, ada.user.id)));
    expect(csv.trim().split('\r\n')).toHaveLength(4);
    expect(csv).toContain('2026-01-31,big,BIG,1,0,0,0,100,10,0,0,0.5');
  });
});

describe('budgets', () => {
  it('are set by administrators, for all users or for one, and recorded', async () => {
    await admin.call.usage.setBudgets({ installationUsd: '100', userUsd: '10' });
    expect(await admin.call.usage.budgets()).toMatchObject({ installationUsd: '100.00', userUsd: '10.00' });
    expect(await bob.call.usage.budget()).toMatchObject({ state: 'free', monthlyUsd: '10.00', spentUsd: '0' });
    await admin.call.usage.setUserBudget({ email: bob.user.email, monthlyUsd: null });
    expect(await bob.call.usage.budget()).toMatchObject({ state: 'none', monthlyUsd: null });
    expect((await admin.call.usage.userBudgets({})).items).toMatchObject([{ email: bob.user.email, monthlyUsd: null }]);
    await admin.call.usage.removeUserBudget({ userId: bob.user.id });
    expect(await bob.call.usage.budget()).toMatchObject({ state: 'free', monthlyUsd: '10.00' });
    await admin.call.usage.setBudgets({ installationUsd: null, userUsd: null });
    const kinds = (await admin.call.audit.list({ limit: 4 })).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['budgets-changed', 'user-budget-removed', 'user-budget-changed', 'budgets-changed']);
  });

  it('are nearly used up at 80% and used up at 100%', async () => {
    const eve = await signUp(server.deps);
    await admin.call.usage.setUserBudget({ email: eve.user.email, monthlyUsd: '10' });
    const today = utcDay(new Date());
    await day(eve, today, 'a', '7.99');
    expect(await eve.call.usage.budget()).toMatchObject({ state: 'free', spentUsd: '7.99' });
    await day(eve, today, 'b', '0.01');
    expect(await eve.call.usage.budget()).toMatchObject({ state: 'near', isOfInstallation: false });
    await day(eve, today, 'c', '2');
    expect(await eve.call.usage.budget()).toMatchObject({ state: 'used', spentUsd: '10' });
    await server.deps.db.usageDay.deleteMany({ where: { userId: eve.user.id } });
  });

  it('of the installation are shown to all users when they are nearly used up', async () => {
    const today = utcDay(new Date());
    await day(bob, today, 'a', '9');
    await admin.call.usage.setBudgets({ installationUsd: '10', userUsd: null });
    expect(await ada.call.usage.budget()).toMatchObject({ state: 'near', isOfInstallation: true, monthlyUsd: null });
    await admin.call.usage.setBudgets({ installationUsd: null, userUsd: null });
    await server.deps.db.usageDay.deleteMany({ where: { userId: bob.user.id, model: 'a' } });
  });
});

describe('remaining usage', () => {
  it('of a deleted account is an anonymous total', async () => {
    const eve = await signUp(server.deps);
    await day(eve, '2026-03-01', 'big', '2');
    await day(bob, '2026-03-01', 'big', '1');
    await admin.call.admin.delete({ userId: eve.user.id });
    const march = { from: '2026-03-01', to: '2026-03-31' };
    await until(async () => !(await server.deps.db.user.findUnique({ where: { id: eve.user.id } })));
    const { total, users } = await admin.call.usage.summary(march);
    expect(total.cost).toBe('3');
    expect(users.map(({ email, cost }) => [email, cost])).toEqual([
      [null, '2'],
      [bob.user.email, '1'],
    ]);
    expect(await server.deps.db.usageDay.count({ where: { userId: eve.user.id } })).toBe(0);
  });

  it('of a process that stopped without recording is closed; recorded late, it counts for no deleted user', async () => {
    const eve = await signUp(server.deps);
    const chosen = offerPriced(server.deps);
    const use = { key: randomUUID(), userId: eve.user.id, purpose: 'summary', chosen } as const;
    await reserveBudget(server.deps, use);
    await server.deps.db.usageEvent.update({ where: { key: use.key }, data: { reservedUntil: new Date(0) } });
    await closeExpiredUsage(server.deps.db);
    const event = await server.deps.db.usageEvent.findUniqueOrThrow({ where: { key: use.key } });
    expect(event.settledAt).not.toBeNull();
    await admin.call.admin.delete({ userId: eve.user.id });
    await recordUsage(server.deps, { ...use, key: randomUUID() }, { inputTokens: 1, outputTokens: 1 });
    expect(await server.deps.db.usageDay.count({ where: { userId: eve.user.id } })).toBe(0);
  });

  it("that is older than the operator's limit loses its users, but totals stay the same", async () => {
    const { db } = server.deps;
    const period = { from: '2020-01-01', to: '2020-01-31' };
    await day(ada, '2020-01-01', 'big', '1.25');
    await day(bob, '2020-01-01', 'big', '0.5');
    await day(bob, '2020-01-01', 'free', null);
    await day(ada, '2020-01-02', 'big', '2');
    const today = utcDay(new Date());
    await day(ada, today, 'big', '7');
    const before = await admin.call.usage.summary(period);
    expect(before.total.unpricedRequests).toBe(1);
    const { signal } = new AbortController();
    await forgetOldUsage(db, 0, signal);
    expect(await db.usageDay.count({ where: { userId: ada.user.id, day: { lt: new Date('2020-02-01') } } })).toBe(2);
    // January 2026 may be older too, so this is the last test that uses its rows.
    for (let n = 0; n < 2; n++) await forgetOldUsage(db, 32, signal);
    const after = await admin.call.usage.summary(period);
    expect({ ...after, users: [] }).toEqual({ ...before, users: [] });
    expect(after.users.map(({ email, cost }) => [email, cost])).toEqual([[null, '3.75']]);
    expect((await ada.call.usage.own(period)).total.requests).toBe(0);
    expect((await ada.call.usage.own({ from: today, to: today })).total.cost).toBe('7');
  });

  it('keeps single requests no longer than totals with users', async () => {
    const { db } = server.deps;
    const event = { userId: ada.user.id, purpose: 'answer', model: 'big', modelName: 'BIG', settledAt: new Date() };
    const key = randomUUID();
    await db.usageEvent.create({ data: { ...event, key, at: new Date(Date.now() - 40 * dayMs) } });
    await closeExpiredUsage(db, 50);
    expect(await db.usageEvent.count({ where: { key } })).toBe(1);
    await closeExpiredUsage(db, 32);
    expect(await db.usageEvent.count({ where: { key } })).toBe(0);
  });
});
