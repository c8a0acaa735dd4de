/** Who gets which closing prices, from the procedure and in downloads, depending on the operator's setting. */

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { unzipped } from '~/server/testing/clients/unzipped';
import {
  callerFor,
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';
import type { PublishedCloses } from '~/shared/schemas/track-record';
import { addDays } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';

const day = (days: number) => addDays(utcDay(new Date()), days);
const allDays = [-45, -5, 0, 10, 60];
const price = '12.34';

async function startWith(PUBLISH_PRICES: 'on' | 'off') {
  const server = await startTestServer({ env: { PUBLISH_PRICES } });
  const admin = await signUp(server.deps, { isAdmin: true });
  const bought = { avgEntryPrice: '100.00', purchaseDate: `${day(-40)}T00:00:00.000Z` };
  const { id } = await admin.call.positions.add({ ...bought, name: 'Gone', ticker: 'GONE' });
  await admin.call.positions.close({ id, closePrice: '100' });
  await server.deps.db.stockDailyClose.createMany({
    data: ['GONE', 'SPY'].flatMap((ticker) =>
      allDays.map((days) => ({
        ticker,
        day: new Date(`${day(days)}T00:00:00Z`),
        close: price,
        splitsThrough: new Date(`${day(60)}T00:00:00Z`),
      })),
    ),
  });
  await server.deps.db.recordedDay.create({
    data: { seq: 1n, day: new Date(`${day(-5)}T00:00:00Z`), text: `GONE ${price}\n` },
  });
  const member = await signUp(server.deps);
  const address = await server.listen();
  return { server, member, address };
}

const daysOf = ({ days, closes }: PublishedCloses, ticker = 'GONE') =>
  days.filter((_, index) => closes[ticker]?.[index] != null);
const held = [-45, -5, 0, 10].map(day);
const whole = allDays.map(day);

describe.each(['on', 'off'] as const)('prices with PUBLISH_PRICES=%s', (setting) => {
  let world: { server: TestServer; member: TestUser; address: string };
  beforeAll(async () => {
    world = await startWith(setting);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => world.server.close());

  const download = async (series: string, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(`${world.address}/api/track-record/prices.json${series}`, { headers });
    expect(response.status).toBe(200);
    return response.text();
  };
  const partsOf = (text: string) => JSON.parse(text) as [PublishedCloses];

  it('gives visitors only the days of positions, or nothing, whatever they request', async () => {
    for (const series of ['', '?series=needed', '?series=whole']) {
      const text = await download(series);
      const [part] = partsOf(text);
      if (setting === 'on') expect(daysOf(part)).toEqual(held);
      else
        expect(part).toEqual({
          published: false,
          benchmark: 'SPY',
          days: [],
          closes: {},
          splits: {},
          quotes: {},
          nextCursor: null,
        });
      expect(text.includes(price)).toBe(setting === 'on');
    }
  });

  it('gives signed-in users the days needed for recalculation, and whole series on request', async () => {
    const { call } = world.member;
    expect(daysOf(await call.trackRecord.closes())).toEqual(held);
    expect(daysOf(await call.trackRecord.closes({ series: 'whole' }))).toEqual(whole);
    const { token } = await call.tokens.create({ name: 'download', password: testPassword });
    expect(daysOf(partsOf(await download('?series=whole', token))[0])).toEqual(whole);
    expect(daysOf(partsOf(await download('', token))[0])).toEqual(held);
  });

  it.runIf(setting === 'on')('reads closing prices for visitors once, and again when there are others', async () => {
    const { db } = world.server.deps;
    await download('');
    const sql = vi.spyOn(db, 'sql');
    const requestHistory = vi.spyOn(world.server.deps.prices, 'requestHistory');
    const reads = () =>
      sql.mock.calls.filter(([parts]) => /^\s*SELECT ticker[^(]*FROM stock_daily_closes/.test(parts.join(''))).length;
    const before = await download('');
    expect(await download('')).toBe(before);
    expect(reads()).toBe(0);
    expect(requestHistory).toHaveBeenCalledTimes(2);
    const added = {
      ticker: 'GONE',
      day: new Date(`${day(-4)}T00:00:00Z`),
      splitsThrough: new Date(`${day(60)}T00:00:00Z`),
    };
    await db.stockDailyClose.create({ data: { ...added, close: '13.37' } });
    expect(await download('')).toContain('13.37');
    expect(reads()).toBe(1);
    // A cursor that no part has.
    for (let n = 1; n <= 2; n++) {
      await callerFor(world.server.deps, null).trackRecord.closes({ cursor: 'AAAA' });
      expect(reads()).toBe(1 + n);
    }
    await db.stockDailyClose.deleteMany({ where: { close: '13.37' } });
  });

  it('keeps the audit pack and the output of its verifier correct', async () => {
    const response = await fetch(`${world.address}/track-record/audit-pack.zip`);
    const files = await unzipped(Buffer.from(await response.arrayBuffer()));
    const folder = path.join(world.server.deps.env.DATA_DIR, 'pack');
    await mkdir(folder, { recursive: true });
    const names = ['verify.mjs', 'ledger.csv', 'prices.json'];
    for (const name of names) await writeFile(path.join(folder, name), files.get(name) as Buffer);
    const { stdout } = await promisify(execFile)(process.execPath, names, { cwd: folder });
    expect(stdout).toContain('Hash chain verified: 2 entries.');
    expect(stdout.includes('This site publishes no closing prices.')).toBe(setting === 'off');
    expect(stdout.includes('Verified record:')).toBe(setting === 'on');
    const text = [...files.values()].map((content) => content.toString('latin1')).join();
    expect(text.includes(price)).toBe(setting === 'on');
    expect(files.get('README.txt')?.toString('utf8').includes('does not publish its prices')).toBe(setting === 'off');
  });
});
