import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '~/server/lib/hash';
import { serveApp } from '~/server/testing/clients/http-client';
import { createTestFolder } from '~/server/testing/test-folder';
import { writePages } from '~/server/testing/worlds/built-pages';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
} from '~/server/testing/worlds/test-server';
import { shownDecimal } from '~/shared/figure-text';
import { limits } from '~/shared/limits';
import { publishedRun } from '~/shared/schemas/published-backtests';
import { dayMs } from '~/shared/utc-day';

const clientDir = createTestFolder();
const script = path.join(process.cwd(), 'public/back-tests/recompute.mjs');
let server: TestServer;
let app: Awaited<ReturnType<typeof serveApp>>;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer({ env: { PRICE_PROVIDER: 'none' } });
  writePages(clientDir);
  app = await serveApp(server.deps, { clientDir });
  admin = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
  await server.deps.db.stockDailyClose.createMany({ data: closes() });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  for (const { id } of await admin.call.backtest.listPublished()) await admin.call.backtest.unpublish({ id });
});

/** Two years of weekdays: three stocks that diverge, so that each period trades. */
function closes() {
  const rows: { ticker: string; day: Date; close: string; splitsThrough: Date; source: string }[] = [];
  const start = Date.UTC(2024, 0, 1);
  for (let at = 0; at < 730; at++) {
    const day = new Date(start + at * dayMs);
    if ([0, 6].includes(day.getUTCDay())) continue;
    for (const [index, ticker] of ['AAA', 'BBB', 'CCC', 'SPY'].entries()) {
      const close = (100 * (index + 1) * (1 + 0.2 * Math.sin(at / (20 + 7 * index)) + at / 1500)).toFixed(6);
      rows.push({ ticker, day, close, splitsThrough: day, source: ticker === 'SPY' ? 'Tiingo' : 'A CSV file' });
    }
  }
  return rows;
}

const rules = {
  tickers: ['AAA', 'BBB', 'CCC'],
  fromDay: '2024-01-02',
  toDay: '2025-12-30',
  rebalancing: 'monthly' as const,
  costBasisPoints: 25,
};
const publish = (more: object = {}) =>
  admin.call.backtest.publish({ title: 'Three stocks', hasPrices: true, rules, ...more });
const get = async (at: string) => {
  const response = await fetch(app.address + at);
  return { status: response.status, text: await response.text() };
};

/** Runs the script on files in a separate folder. */
async function recompute(run: string, prices: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-recompute-'));
  try {
    writeFileSync(path.join(folder, 'run.json'), run);
    writeFileSync(path.join(folder, 'prices.csv'), prices);
    return await promisify(execFile)(process.execPath, [script, 'run.json', 'prices.csv'], { cwd: folder }).then(
      ({ stdout }) => ({ ok: true, words: stdout }),
      (error: { stderr: string }) => ({ ok: false, words: error.stderr }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a published back-test', { tags: 'once' }, () => {
  it.each(['never', 'monthly', 'quarterly', 'yearly'] as const)(
    'rebalanced %s is recalculated from its files by an independent script',
    async (rebalancing) => {
      const { id, hash, pricesHash } = await publish({ rules: { ...rules, rebalancing } });
      const [run, prices] = [await get(`/back-tests/${id}/run.json`), await get(`/back-tests/${id}/prices.csv`)];
      expect({ run: sha256(run.text), prices: sha256(prices.text) }).toEqual({ run: hash, prices: pricesHash });
      expect(await recompute(run.text, prices.text)).toMatchObject({
        ok: true,
        words: expect.stringContaining('days are the same'),
      });
    },
  );

  it('is reported by the script for every figure that was changed afterwards', async () => {
    const { id } = await publish();
    const [run, prices] = [
      (await get(`/back-tests/${id}/run.json`)).text,
      (await get(`/back-tests/${id}/prices.csv`)).text,
    ];
    const { returnPercent, endValue, trades, ...rest } = publishedRun.parse(JSON.parse(run));
    const { volatilityPercent, drawdownFrom, drawdownTo, benchmarkReturnPercent, curve } = rest;
    for (const [from, to] of [
      [`"volatilityPercent":"${volatilityPercent}"`, '"volatilityPercent":"1.00"'],
      [`"volatilityPercent":"${volatilityPercent}",`, ''],
      [`"drawdownFrom":"${drawdownFrom}"`, '"drawdownFrom":"2024-01-02"'],
      [`"drawdownTo":"${drawdownTo}"`, '"drawdownTo":"2025-12-30"'],
      [`"benchmarkReturnPercent":"${benchmarkReturnPercent}"`, '"benchmarkReturnPercent":"1.00"'],
      [`"benchmarkReturnPercent":"${benchmarkReturnPercent}",`, ''],
      [`"benchmark":"${curve[200]?.benchmark}"`, '"benchmark":"1.00"'],
      [`,"benchmark":"${curve[200]?.benchmark}"`, ''],
      ['"startValue":"10000.00"', '"startValue":"1000.00"'],
      [`"returnPercent":"${returnPercent}"`, '"returnPercent":"350.00"'],
      [`"endValue":"${endValue}"`, '"endValue":"45000.00"'],
      [`"shares":"${trades[0]?.shares}"`, '"shares":"1"'],
    ] as const) {
      expect(run).toContain(from);
      expect(await recompute(run.replace(from, to), prices)).toMatchObject({
        ok: false,
        words: expect.stringContaining('DIFFERENT'),
      });
    }
    const other = prices.replace(/^(AAA,2024-03-05,).*$/m, '$1500.00');
    expect((await recompute(run, other)).words).toContain('DIFFERENT: hash of the prices');
  });

  it('is also recalculated if it is too short for a volatility', async () => {
    const { id } = await publish({ rules: { ...rules, toDay: '2024-01-12' } });
    const run = (await get(`/back-tests/${id}/run.json`)).text;
    const prices = (await get(`/back-tests/${id}/prices.csv`)).text;
    expect(run).not.toContain('volatilityPercent');
    expect(await recompute(run, prices)).toMatchObject({ ok: true });
    // Earlier versions calculated one from any two returns.
    const wrong = run.replace('"drawdownPercent"', '"volatilityPercent":"0.01","drawdownPercent"');
    expect((await recompute(wrong, prices)).words).toContain('DIFFERENT: volatility');
    expect((await get(`/back-tests/${id}`)).text).toContain('needs 15 daily returns');
  });

  it('does not change when prices do, and the database rejects changes', async () => {
    const { db } = server.deps;
    const { id, returnPercent } = await publish();
    const before = await get(`/back-tests/${id}/run.json`);
    const where = { ticker: 'AAA', day: new Date('2025-12-30') };
    const old = await db.stockDailyClose.findFirstOrThrow({ where });
    await db.stockDailyClose.updateMany({ where, data: { close: '1.00' } });
    expect(await get(`/back-tests/${id}/run.json`)).toEqual(before);
    expect((await admin.call.backtest.listPublished())[0]).toMatchObject({ id, returnPercent });
    await db.stockDailyClose.updateMany({ where, data: { close: old.close } });
    await expect(db.publishedBacktest.update({ where: { id }, data: { run: '{}' } })).rejects.toThrow(/never changes/);
  });

  it('shows that it is hypothetical, what was tested and how to verify it', async () => {
    const { id, hash } = await publish({ title: 'A <b>bold</b> title' });
    const { status, text } = await get(`/back-tests/${id}`);
    expect(status).toBe(200);
    const { drawdownPercent } = publishedRun.parse(JSON.parse((await get(`/back-tests/${id}/run.json`)).text));
    expect(drawdownPercent).toMatch(/^-[1-9]/);
    for (const part of [
      'Hypothetical back-test',
      'No real trades were made.',
      'A &#60;b&#62;bold&#60;/b&#62; title',
      'AAA, BBB, CCC',
      `<b>${shownDecimal(drawdownPercent, '%')}</b>`,
      '02 Jan 2024 to 30 Dec 2025',
      '0.25% of each traded amount',
      'A CSV file, Tiingo',
      'Calculate it again',
      `SHA-256 ${hash}`,
      `/back-tests/${id}/prices.csv`,
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('.invalid');
    expect((await get(`/back-tests/${id}/trades.csv`)).text.split('\r\n')[0]).toBe(
      'signalDay,day,ticker,side,shares,price,amount,cost',
    );
  });

  it('publishes its prices only if the administrator chose to', async () => {
    const { id } = await publish({ hasPrices: false });
    expect((await get(`/back-tests/${id}/prices.csv`)).status).toBe(404);
    const { text } = await get(`/back-tests/${id}`);
    expect(text).toContain('the license of the price provider may not allow it');
    expect(text).not.toContain('Calculate it again');
  });

  it('returns 404 after it is unpublished, like an unknown id', async () => {
    const { id } = await publish();
    await admin.call.backtest.unpublish({ id });
    for (const at of [`/back-tests/${id}`, `/back-tests/${crypto.randomUUID()}`, '/back-tests/x'])
      expect(await get(at)).toMatchObject({ status: 404, text: expect.stringContaining('page /404') });
    expect((await get(`/back-tests/${id}/run.json`)).status).toBe(404);
  });
});

describe('the home page', { tags: 'once' }, () => {
  const home = async () => (await get('/')).text;

  it('shows that none was published until an administrator chooses one, and then shows its figure', async () => {
    const first = await publish();
    const second = await publish({
      title: 'A losing one',
      rules: { ...rules, toDay: '2024-05-31', costBasisPoints: 500 },
    });
    expect(await home()).toContain('no run');
    await admin.call.backtest.choose({ id: first.id, isChosen: true });
    expect(await home()).toContain(`+${first.returnPercent}% gain 02 Jan 2024 to 30 Dec 2025 /back-tests/${first.id}`);
    expect(await home()).not.toContain('no run');
    await admin.call.backtest.choose({ id: second.id, isChosen: true });
    expect(await home()).toContain(
      `${second.returnPercent.replace('-', '\u2212')}% loss 02 Jan 2024 to 31 May 2024 /back-tests/${second.id}`,
    );
    const listed = await admin.call.backtest.listPublished();
    expect(listed.map(({ id, isChosen }) => [id, isChosen])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    await admin.call.backtest.choose({ id: second.id, isChosen: false });
    expect(await home()).toContain('no run');
    await admin.call.backtest.choose({ id: first.id, isChosen: true });
    await admin.call.backtest.unpublish({ id: first.id });
    expect(await home()).toContain('no run');
  });
});

describe('publishing', { tags: 'once' }, () => {
  it('is for administrators, and every step is in the audit log', async () => {
    const { id } = await publish();
    for (const call of [member.call, callerFor(server.deps, null)]) {
      await expect(call.backtest.publish({ title: 'x', hasPrices: true, rules })).rejects.toThrow();
      await expect(call.backtest.choose({ id, isChosen: true })).rejects.toThrow();
      await expect(call.backtest.unpublish({ id })).rejects.toThrow();
      expect(await call.backtest.listPublished()).toHaveLength(1);
    }
    await admin.call.backtest.choose({ id, isChosen: true });
    await admin.call.backtest.choose({ id, isChosen: true });
    await admin.call.backtest.choose({ id, isChosen: false });
    await admin.call.backtest.unpublish({ id });
    const events = await server.deps.db.auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(events.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      'backtest-published Three stocks',
      'backtest-chosen Three stocks',
      'backtest-unchosen Three stocks',
      'backtest-unpublished Three stocks',
    ]);
  });

  it('rejects a run without all its prices, an empty or too long title, and more than the limit', async () => {
    await expect(publish({ rules: { ...rules, tickers: ['NONE'] } })).rejects.toThrow(/Closing prices are missing/);
    await expect(publish({ title: ' ' })).rejects.toThrow('Title is required');
    await expect(publish({ title: 'x'.repeat(limits.backtestTitle + 1) })).rejects.toThrow(/characters or fewer/);
    await publishMany(limits.publishedBacktests);
    await expect(publish()).rejects.toThrow(/At most 50/);
  });
});

/** The rows of one run, this many times. */
async function publishMany(count: number): Promise<void> {
  const row = { run: '{}', hash: '', prices: '', hasPrices: false };
  const { facts } = await server.deps.db.publishedBacktest.findUniqueOrThrow({ where: { id: (await publish()).id } });
  const rows = Array.from({ length: count - 1 }, () => ({ ...row, facts: facts as object }));
  await server.deps.db.publishedBacktest.createMany({ data: rows });
}

describe('administrators who publish at the same time', () => {
  it('share the limit', async () => {
    await publishMany(limits.publishedBacktests - 1);
    const results = await Promise.allSettled([publish(), publish(), publish(), publish()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await server.deps.db.publishedBacktest.count()).toBe(limits.publishedBacktests);
  });
});
