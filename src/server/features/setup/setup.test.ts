import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/test-server';

let server: TestServer;
let founder: TestUser;

beforeAll(async () => {
  server = await startTestServer({ env: { SETUP_ADMIN_EMAIL: 'Founder@Example.com' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.investmentPosition.deleteMany();
  await server.deps.db.user.deleteMany();
  founder = await signUp(server.deps, { email: 'founder@example.com' });
});
afterEach(() => Object.assign(server.deps.env, { SETUP_ADMIN_EMAIL: 'Founder@Example.com', SETUP_TOKEN: undefined }));

const isAdmin = async ({ user }: TestUser) =>
  (await server.deps.db.user.findUniqueOrThrow({ where: { id: user.id } })).isAdmin;
const tickers = async () => (await server.deps.db.investmentPosition.findMany()).map(({ ticker }) => ticker).sort();
const samples = ['AMZN', 'BABA', 'GOOGL', 'MSFT', 'NVDA', 'TSLA'];

describe('setting up', () => {
  it('makes the one account an administrator and seeds the book, marked as sample data', async () => {
    expect(await founder.call.setup.run({})).toEqual({ positionsCreated: true, isAdmin: true });
    expect(await isAdmin(founder)).toBe(true);
    const { open } = await founder.call.positions.list();
    expect(open.map(({ ticker }) => ticker).sort()).toEqual(samples);
    for (const { name, avgEntryPrice } of open) {
      expect(name).toMatch(/\(sample\)$/);
      expect(avgEntryPrice).toMatch(/^\d+\.\d\d$/);
    }
  });

  it('can leave the book alone', async () => {
    expect(await founder.call.setup.run({ seedPositions: false })).toEqual({ positionsCreated: false, isAdmin: true });
    expect(await tickers()).toEqual([]);
  });

  it('twenty times at once seeds once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => founder.call.setup.run({})));
    expect(answers.filter(({ positionsCreated }) => positionsCreated)).toHaveLength(1);
    expect(await tickers()).toEqual(samples);
  });

  it('again adds only what is missing', async () => {
    await founder.call.setup.run({});
    await server.deps.db.investmentPosition.deleteMany({ where: { ticker: 'MSFT' } });
    const [tesla] = await server.deps.db.investmentPosition.findMany({ where: { ticker: 'TSLA' } });
    await founder.call.positions.close({ id: tesla?.id as string, closePrice: '200' });
    expect(await founder.call.setup.run({})).toEqual({ positionsCreated: true, isAdmin: true });
    expect(await tickers()).toEqual(samples);
    expect(await founder.call.setup.run({})).toEqual({ positionsCreated: false, isAdmin: true });
  });

  it.each([
    'founder+x@example.com',
    'f\u043eunder@example.com',
    'founder@example.com.evil.example',
    'founder@examp1e.com',
    ' founder@example.com',
    'founder@example.com\u200b',
    'ﬁounder@example.com',
  ])('is refused to %j', async (email) => {
    const other = await signUp(server.deps, { email });
    await expect(other.call.setup.run({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await isAdmin(other)).toBe(false);
    expect(await tickers()).toEqual([]);
  });

  it('is refused to everybody, admins too, when no account is named', async () => {
    Object.assign(server.deps.env, { SETUP_ADMIN_EMAIL: undefined });
    const admin = await signUp(server.deps, { isAdmin: true });
    for (const person of [founder, admin])
      await expect(person.call.setup.run({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('asks for the token where one is set', async () => {
    Object.assign(server.deps.env, { SETUP_TOKEN: 'open sesame' });
    for (const token of [undefined, '', 'open', 'Open Sesame', 'open sesame ']) {
      await expect(founder.call.setup.run({ token })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await isAdmin(founder)).toBe(false);
    expect(await founder.call.setup.run({ token: 'open sesame' })).toMatchObject({ isAdmin: true });
  });
});
