import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '~/server/lib/hash';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { registerInput } from '~/shared/schemas/auth';
import { dayMs } from '~/shared/utc-day';
import { setUpProduction } from './setup.service';
import { startSetupToken } from './setup-token';

let server: TestServer;
let founder: TestUser;
/** The token printed at startup. */
let token: string;

beforeAll(async () => {
  server = await startTestServer({ env: { SETUP_ADMIN_EMAIL: 'Founder@Example.com' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.investmentPosition.deleteMany();
  await server.deps.db.user.deleteMany();
  founder = await signUp(server.deps, { email: 'founder@example.com' });
  await server.deps.db.setupToken.deleteMany();
  token = (await startSetupToken(server.deps)) ?? '';
});
afterEach(() => Object.assign(server.deps.env, { SETUP_ADMIN_EMAIL: 'Founder@Example.com', SETUP_TOKEN: undefined }));

const isAdmin = async ({ user }: TestUser) =>
  (await server.deps.db.user.findUniqueOrThrow({ where: { id: user.id } })).isAdmin;
const tickers = async () => (await server.deps.db.investmentPosition.findMany()).map(({ ticker }) => ticker).sort();
const samples = ['AMZN', 'BABA', 'GOOGL', 'MSFT', 'NVDA', 'TSLA'];

describe('setting up', () => {
  it('makes the one account an administrator and seeds the portfolio, marked as sample data', async () => {
    expect(await founder.call.setup.run({ token })).toEqual({ positionsCreated: true, isAdmin: true });
    expect(await isAdmin(founder)).toBe(true);
    const { open } = await founder.call.positions.list();
    expect(open.map(({ ticker }) => ticker).sort()).toEqual(samples);
    for (const { name, avgEntryPrice } of open) {
      expect(name).toMatch(/\(sample\)$/);
      expect(avgEntryPrice).toMatch(/^\d+\.\d\d$/);
    }
  });

  it('can leave the portfolio empty', async () => {
    expect(await founder.call.setup.run({ seedPositions: false, token })).toEqual({
      positionsCreated: false,
      isAdmin: true,
    });
    expect(await tickers()).toEqual([]);
  });

  it('concurrently twenty times seeds once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => founder.call.setup.run({ token })));
    expect(answers.filter(({ positionsCreated }) => positionsCreated)).toHaveLength(1);
    expect(await tickers()).toEqual(samples);
  });

  it('again adds only missing positions', async () => {
    await founder.call.setup.run({ token });
    await server.deps.db.investmentPosition.deleteMany({ where: { ticker: 'MSFT' } });
    const [tesla] = await server.deps.db.investmentPosition.findMany({ where: { ticker: 'TSLA' } });
    await founder.call.positions.close({ id: tesla?.id as string, closePrice: '200' });
    expect(await founder.call.setup.run({ token })).toEqual({ positionsCreated: true, isAdmin: true });
    expect(await tickers()).toEqual(samples);
    expect(await founder.call.setup.run({ token })).toEqual({ positionsCreated: false, isAdmin: true });
  });

  it('again does not add a sample whose date or ticker was corrected since', async () => {
    await founder.call.setup.run({ token });
    const { open } = await founder.call.positions.list();
    const idOf = (ticker: string) => open.find((position) => position.ticker === ticker)?.id ?? '';
    const reason = 'bought a day later';
    await founder.call.positions.correct({ id: idOf('BABA'), purchaseDate: '2023-06-13T00:00:00.000Z', reason });
    await founder.call.positions.renameTicker({ ticker: 'AMZN', to: 'AMZ', reason: 'mistyped' });
    expect(await founder.call.setup.run({ token })).toEqual({ positionsCreated: false, isAdmin: true });
    expect(await tickers()).toEqual(samples.map((ticker) => (ticker === 'AMZN' ? 'AMZ' : ticker)));
  });

  it('dates every sample after its last split, because entries are prices as paid', async () => {
    await founder.call.setup.run({ token });
    const nvidia = await server.deps.db.investmentPosition.findFirstOrThrow({ where: { ticker: 'NVDA' } });
    // Ten for one on 2024-06-10.
    expect(nvidia.purchaseDate.toISOString()).toBe('2024-08-12T00:00:00.000Z');
    expect(nvidia.avgEntryPrice.toFixed(2)).toBe('109.02');
  });

  it("is one transaction: if it can't be recorded, no account becomes an administrator and nothing is seeded", async () => {
    await server.deps.db.$executeRawUnsafe('ALTER TABLE audit_events RENAME TO audit_events_away');
    await expect(founder.call.setup.run({ token })).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await server.deps.db.$executeRawUnsafe('ALTER TABLE audit_events_away RENAME TO audit_events');
    expect(await isAdmin(founder)).toBe(false);
    expect(await tickers()).toEqual([]);
    expect(await founder.call.setup.run({ token })).toEqual({ positionsCreated: true, isAdmin: true });
  });

  it('is only for the one account, and reveals nothing to others', async () => {
    const other = await signUp(server.deps, { isAdmin: true });
    expect(await founder.call.setup.status()).toEqual({ isAllowed: true });
    expect(await other.call.setup.status()).toEqual({ isAllowed: false });
    Object.assign(server.deps.env, { SETUP_ADMIN_EMAIL: undefined });
    expect(await founder.call.setup.status()).toEqual({ isAllowed: false });
  });

  /** Letters that look like, sort like or fold into those of the founder's email. */
  const lookalikes: Record<string, string[]> = {
    f: ['\u0192', '\uff46', '\ud835\udc1f', 'ph', '\ufb00'],
    o: ['\u043e', '\u03bf', '0', '\u00f6', '\u00ba', '\uff4f'],
    u: ['\u03c5', '\u00fc', '\u1d1c', 'v'],
    n: ['\u0578', '\u00f1', 'm'],
    d: ['\u0501', '\u217e'],
    e: ['\u0435', '\u00e9', '3', '\u0117'],
    r: ['\u0433', '\u1d26'],
    '@': ['+@', '.@', '+setup@', ' @', '\uff20', '%40', '@@'],
    '.': ['..', '\u3002', '\uff0e', ''],
    m: ['rn', '\u217f', 'm.', 'm\u0000', 'm\u200b'],
  };

  it('is rejected for every similar address that can register', async () => {
    const address = 'founder@example.com';
    const spellings = [...address].flatMap((letter, place) =>
      (lookalikes[letter] ?? []).map((other) => address.slice(0, place) + other + address.slice(place + 1)),
    );
    expect(spellings.length).toBeGreaterThan(50);
    for (const email of spellings) {
      // Like the form: an email that it rejects can't set up, and one that it accepts is a different account.
      const parsed = registerInput.safeParse({ email, password: 'correct horse' });
      if (!parsed.success) continue;
      if (parsed.data.email === address) throw new Error(`${JSON.stringify(email)} is read as the founder’s`);
      const other = await signUp(server.deps, { email: parsed.data.email });
      await expect(other.call.setup.run({ token })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(await isAdmin(other)).toBe(false);
    }
    expect(await tickers()).toEqual([]);
  });

  it('rejects characters that only become letters by case folding', () => {
    for (const email of ['\u212aate@example.com', '\u017fam@example.com', 'kate@ex\u0130mple.com'])
      expect(registerInput.safeParse({ email, password: 'correct horse' }).success).toBe(false);
    expect(registerInput.parse({ email: ' Kate@Example.COM ', password: 'correct horse' }).email).toBe(
      'kate@example.com',
    );
  });

  it.each([
    'founder+x@example.com',
    'f\u043eunder@example.com',
    'founder@example.com.evil.example',
    'founder@examp1e.com',
    ' founder@example.com',
    'founder@example.com\u200b',
    'ﬁounder@example.com',
  ])('is rejected for %j', async (email) => {
    const other = await signUp(server.deps, { email });
    await expect(other.call.setup.run({ token })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await isAdmin(other)).toBe(false);
    expect(await tickers()).toEqual([]);
  });

  it('is rejected for everyone, including administrators, if no account is named', async () => {
    Object.assign(server.deps.env, { SETUP_ADMIN_EMAIL: undefined });
    const admin = await signUp(server.deps, { isAdmin: true });
    for (const person of [founder, admin])
      await expect(person.call.setup.run({ token })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('accepts only the token of the settings', async () => {
    Object.assign(server.deps.env, { SETUP_TOKEN: 'open sesame' });
    for (const typed of [undefined, '', 'open', 'Open Sesame', 'open sesame ', token]) {
      await expect(founder.call.setup.run({ token: typed })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'The setup token is not correct.',
      });
    }
    expect(await isAdmin(founder)).toBe(false);
    expect(await founder.call.setup.run({ token: 'open sesame' })).toMatchObject({ isAdmin: true });
  });
});

describe('the setup token of a server whose settings name none', () => {
  const refused = { code: 'FORBIDDEN' };

  it('is required: the email alone makes no account an administrator', async () => {
    for (const typed of [undefined, '', 'a'.repeat(32), sha256(token)])
      await expect(founder.call.setup.run({ token: typed })).rejects.toMatchObject(refused);
    expect(await isAdmin(founder)).toBe(false);
  });

  it('is rejected if no server has created one', async () => {
    await server.deps.db.setupToken.deleteMany();
    for (const typed of [undefined, '', token])
      await expect(founder.call.setup.run({ token: typed })).rejects.toMatchObject(refused);
  });

  it('is stored in a private file, and as a hash in the database', async () => {
    const file = path.join(server.deps.env.DATA_DIR, 'setup-token');
    expect(readFileSync(file, 'utf8')).toBe(token);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const rows = await server.deps.db.setupToken.findMany();
    expect(rows).toEqual([{ tokenHash: sha256(token), seenAt: expect.any(Date) }]);
    // The same at the next start.
    expect(await startSetupToken(server.deps)).toBe(token);
  });

  it('of one process is accepted by every process on the database', async () => {
    const other = await otherProcess();
    expect(other.token).not.toBe(token);
    expect(await founder.call.setup.run({ token: other.token ?? '' })).toMatchObject({ isAdmin: true });
    const there = { user: founder.user, caller: { ip: '', requestId: 'x' } };
    expect(await setUpProduction(other.deps, there, { seedPositions: false, token })).toMatchObject({ isAdmin: true });
  });

  it('is deleted a day after its last process stopped, but not while that runs', async () => {
    const other = await otherProcess();
    const twoDaysAgo = new Date(Date.now() - 2 * dayMs);
    await server.deps.db.setupToken.updateMany({ data: { seenAt: twoDaysAgo } });
    await expect(founder.call.setup.run({ token: other.token ?? '' })).rejects.toMatchObject(refused);
    expect(await startSetupToken(server.deps)).toBe(token);
    expect(await server.deps.db.setupToken.count()).toBe(1);
    expect(await founder.call.setup.run({ token })).toMatchObject({ isAdmin: true });
  });

  it('is printed while there is no administrator, and then no more', async () => {
    const printed = async () => {
      const lines: unknown[] = [];
      const logger = { ...server.deps.logger, info: log, warn: log };
      function log(...line: unknown[]) {
        lines.push(line);
      }
      await startSetupToken({ ...server.deps, logger: logger as never });
      return JSON.stringify(lines);
    };
    expect(await printed()).toContain(token);
    await founder.call.setup.run({ token });
    const later = await printed();
    expect(later).not.toContain(token);
    expect(later).toContain('setup-token');
    await server.deps.db.user.update({ where: { id: founder.user.id }, data: { isLocked: true } });
    expect(await printed()).toContain(token);
  });

  it('is not created if no account may set up, or the settings contain one', async () => {
    await server.deps.db.setupToken.deleteMany();
    for (const more of [{ SETUP_ADMIN_EMAIL: undefined }, { SETUP_TOKEN: 'open sesame' }]) {
      const env = { ...server.deps.env, ...more };
      expect(await startSetupToken({ ...server.deps, env })).toBeNull();
    }
    expect(await server.deps.db.setupToken.count()).toBe(0);
  });

  /** With a separate folder and the same database. */
  async function otherProcess() {
    const folder = path.join(server.deps.env.DATA_DIR, randomUUID());
    const deps = { ...server.deps, env: { ...server.deps.env, DATA_DIR: folder } };
    return { deps, token: await startSetupToken(deps) };
  }
});
