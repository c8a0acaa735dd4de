import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicFields } from '~/server/auth/current-user';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { type UserPageInput, type UserRow, type UserSort, userSorts } from '~/shared/schemas/accounts';
import { pageQuery } from './list-users';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.user.deleteMany();
  admin = await signUp(server.deps, { isAdmin: true });
});

const directions = ['ascending', 'descending'] as const;
const orders = userSorts.flatMap((sort) => directions.map((sortDirection) => ({ sort, sortDirection })));
type Order = (typeof orders)[number];

/** By code points, as in the database's "C" collation. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const nameOf = ({ firstName, lastName }: UserRow) =>
  `${firstName ?? ''} ${lastName ?? ''}`
    .trim()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const keys: Record<UserSort, (row: UserRow) => string> = {
  email: ({ email }) => email.toLowerCase(),
  name: nameOf,
  status: ({ isLocked }) => (isLocked ? '1' : '0'),
  createdAt: ({ createdAt }) => createdAt.toISOString(),
};

/** The specified order, without a database. */
function sorted(rows: UserRow[], { sort, sortDirection }: Order): UserRow[] {
  const turn = sortDirection === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [one, other] = [keys[sort](a), keys[sort](b)];
    if (sort === 'name' && (one === '') !== (other === '')) return one === '' ? 1 : -1;
    return turn * (compare(one, other) || compare(a.id, b.id));
  });
}

async function readAll(
  order: Order,
  more: Partial<UserPageInput> = {},
  between: () => Promise<unknown> = async () => {},
) {
  const rows: UserRow[] = [];
  let cursor: string | null = null;
  let total: number | null = null;
  do {
    const page = await admin.call.admin.userPage({ ...order, ...more, cursor });
    rows.push(...page.items);
    total ??= page.total;
    cursor = page.nextCursor;
    if (cursor) await between();
  } while (cursor);
  return { rows, total };
}

const name = fc.option(
  fc.constantFrom(
    '',
    'Ada',
    'ada',
    'Émile',
    'emil',
    'Zoë',
    'жанна',
    'Grace',
    'Al',
    '小林',
    "O'Neil",
    'de la Cruz',
    '\u{1F600}',
  ),
  { nil: null },
);
const person = fc.record({
  firstName: name,
  lastName: name,
  isLocked: fc.boolean(),
  // Few distinct times for many users, so that ties are common.
  createdAt: fc.integer({ min: 0, max: 6 }).map((n) => new Date(Date.UTC(2026, 0, 1) + n)),
});

let made = 0;
const newEmail = () => `p${(made++ * 7919) % 100_003}-${made}@example.com`;
const all = async (): Promise<UserRow[]> =>
  (await server.deps.db.user.findMany({ omit: { password: true } })).map((row) => ({
    ...row,
    hasSecondFactor: false,
    isEmailConfirmed: null,
  }));
const ids = (rows: UserRow[]) => rows.map(({ id }) => id);

describe('the list of accounts', () => {
  it('equals the fully sorted list when read page by page, in every order and with any page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(person, { maxLength: 40 }), fc.integer({ min: 1, max: 17 }), async (people, limit) => {
        await server.deps.db.user.deleteMany({ where: { id: { not: admin.user.id } } });
        await server.deps.db.user.createMany({ data: people.map((p) => ({ ...p, email: newEmail(), password: '-' })) });
        const whole = await all();
        for (const order of orders) {
          const { rows, total } = await readAll(order, { limit });
          expect(ids(rows)).toEqual(ids(sorted(whole, order)));
          expect(total).toBe(whole.length);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('contains each user once while others are added, deleted and changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 10, maxLength: 30 }),
        fc.array(person, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...orders),
        async (people, comers, order) => {
          const { db } = server.deps;
          await db.user.deleteMany({ where: { id: { not: admin.user.id } } });
          await db.user.createMany({ data: people.map((p) => ({ ...p, email: newEmail(), password: '-' })) });
          const first = await all();
          const [goer] = first.filter(({ id }) => id !== admin.user.id);
          const { rows } = await readAll(order, { limit: 4 }, async () => {
            await db.user.createMany({ data: comers.map((p) => ({ ...p, email: newEmail(), password: '-' })) });
            await db.user.deleteMany({ where: { id: goer?.id as string } });
          });
          const stayed = new Set(ids(first.filter(({ id }) => id !== goer?.id)));
          expect(new Set(ids(rows)).size).toBe(rows.length);
          const seen = rows.filter(({ id }) => stayed.has(id));
          expect(ids(seen)).toEqual(
            ids(
              sorted(
                first.filter(({ id }) => stayed.has(id)),
                order,
              ),
            ),
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  it('starts with the newest user, and has the columns for administrators but no password', async () => {
    const ada = await signUp(server.deps);
    await server.deps.db.user.update({ where: { id: ada.user.id }, data: { createdAt: new Date(Date.now() + 1000) } });
    const { items } = await admin.call.admin.userPage({});
    expect(ids(items)).toEqual([ada.user.id, admin.user.id]);
    const fields = [...Object.keys(publicFields), 'hasSecondFactor', 'isEmailConfirmed'].sort();
    for (const item of items) expect(Object.keys(item).sort()).toEqual(fields);
  });

  it('finds users by words of their email and names, ignoring case and accents', async () => {
    const { db } = server.deps;
    const names = [
      ['emile@example.com', 'Émile', 'Zola'],
      ['under_score@example.com', null, null],
      ['percent@example.org', '100%', 'Sure'],
    ] as const;
    await db.user.createMany({
      data: names.map(([email, firstName, lastName]) => ({ email, firstName, lastName, password: '-' })),
    });
    const found = async (search: string) =>
      (await admin.call.admin.userPage({ search, sort: 'email', sortDirection: 'ascending' })).items.map(
        ({ email }) => email,
      );
    for (const search of ['EMILE', 'émile zola', 'zola ém', ' ZOLA ', 'emile@example'])
      expect(await found(search)).toEqual(['emile@example.com']);
    expect(await found('r_s')).toEqual(['under_score@example.com']);
    expect(await found('0%')).toEqual(['percent@example.org']);
    expect(await found('\\')).toEqual([]);
    expect(await found("'; DROP TABLE users; --")).toEqual([]);
    expect((await admin.call.admin.userPage({ search: 'example.org' })).total).toBe(1);
    expect((await admin.call.admin.userPage({ search: 'nobody at all' })).total).toBe(0);
  });

  it('rejects cursors of other orders and invalid ones with an error message, not a database error', async () => {
    for (let n = 0; n < 3; n++) await signUp(server.deps);
    const { nextCursor } = await admin.call.admin.userPage({ limit: 1 });
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const id = admin.user.id;
    const bad: Partial<UserPageInput>[] = [
      { cursor: nextCursor, sort: 'email' },
      { cursor: nextCursor, sortDirection: 'ascending' },
      { cursor: '!!' },
      { cursor: forged('createdAt descending', 'yesterday', id) },
      { cursor: forged('createdAt descending', '2026-99-99T00:00:00Z', id) },
      { cursor: forged('createdAt descending', '2026-01-01T00:00:00Z', 'x') },
      { cursor: forged('status descending', 'maybe', id), sort: 'status' },
      { cursor: forged('name descending', 'a\u0000b', id), sort: 'name' },
      { cursor: forged('name descending', 7, id), sort: 'name' },
      { search: 'a\u0000b' },
      { search: 'x'.repeat(201) },
      { limit: 0 },
      { limit: 101 },
      { sort: 'password' as UserSort },
    ];
    for (const input of bad)
      await expect(admin.call.admin.userPage(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('reads ten thousand accounts by index, in every order', async () => {
    await server.deps.db.$executeRaw`
      INSERT INTO users (email, password, first_name, last_name, is_locked, created_at)
      SELECT 'many-' || n || '@example.com', '-', CASE WHEN n % 10 > 0 THEN 'Name ' || n END, NULL, n % 50 = 0,
        timestamptz '2025-01-01' + make_interval(mins => n)
      FROM generate_series(1, 10000) n`;
    await server.deps.db.$executeRaw`ANALYZE users`;
    for (const order of orders) {
      const { rows } = await readAll(order);
      expect(new Set(ids(rows)).size).toBe(10_001);
      const { nextCursor: cursor } = await admin.call.admin.userPage(order);
      const plan = await server.deps.db.$queryRaw<object[]>`EXPLAIN ${pageQuery({ ...order, cursor, limit: 100 })}`;
      expect(JSON.stringify(plan)).toMatch(/Index (Only )?Scan/);
      expect(JSON.stringify(plan)).not.toMatch(/Seq Scan|Sort/);
    }
  });
});
