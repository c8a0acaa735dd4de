import { Prisma } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { badCursor, decodeTextCursor, encodeTextCursor, pageOf } from '~/server/lib/cursor';
import type { UserPage, UserPageInput, UserRow, UserSort } from '~/shared/schemas/accounts';

type Direction = UserPageInput['sortDirection'];

const { raw } = Prisma;
const nameKey = 'name_key(first_name, last_name)';

/** The sort keys. Each must match the expression of its index exactly. */
const keys: Record<UserSort, (direction: Direction) => string> = {
  email: () => 'lower(email) COLLATE "C"',
  // Empty names sort last in both directions.
  name: (direction) =>
    direction === 'ascending'
      ? `coalesce(nullif(${nameKey}, ''), U&'\\+10FFFF') COLLATE "C"`
      : `${nameKey} COLLATE "C"`,
  status: () => 'is_locked',
  createdAt: () => 'created_at',
};

/** Cursors are user input: the key must be castable to the column's type, or the query would fail. */
const castKey: Record<UserSort, (key: string) => Prisma.Sql> = {
  email: (key) => Prisma.sql`${key}::text COLLATE "C"`,
  name: (key) => Prisma.sql`${key}::text COLLATE "C"`,
  status(key) {
    if (key !== 'true' && key !== 'false') throw badCursor();
    return Prisma.sql`${key === 'true'}::boolean`;
  },
  createdAt(key) {
    const time = new Date(/^\d{4}-\d\d-\d\dT/.test(key) ? key : Number.NaN);
    if (Number.isNaN(time.getTime())) throw badCursor();
    return Prisma.sql`${time.toISOString()}::timestamptz`;
  },
};

interface FoundRow extends Omit<UserRow, 'hasSecondFactor' | 'isEmailConfirmed'> {
  emailConfirmedAt: Date | null;
  key: string;
  total: number | null;
}

/**
 * A page of accounts in one of four orders, by keyset pagination: the next page starts after the last row's key and id,
 * so rows that are added, deleted or changed between two requests don't cause duplicates or gaps.
 */
export async function listUserPage(deps: Deps, input: UserPageInput): Promise<UserPage> {
  const { sort, sortDirection: direction, cursor, limit } = input;
  const rows = await deps.db.$queryRaw<FoundRow[]>(pageQuery(input));
  const { items, nextCursor } = pageOf(rows, limit, (last) =>
    encodeTextCursor(`${sort} ${direction}`, keyOf(sort, last), last.id),
  );
  const apps = await deps.db.authenticatorApp.findMany({
    where: { userId: { in: items.map(({ id }) => id) }, confirmedAt: { not: null } },
    select: { userId: true },
  });
  const passkeys = await deps.db.passkey.findMany({
    where: { userId: { in: items.map(({ id }) => id) } },
    select: { userId: true },
    distinct: ['userId'],
  });
  const protectedIds = new Set([...apps, ...passkeys].map(({ userId }) => userId));
  return {
    items: items.map(({ key: _, total: __, emailConfirmedAt, ...row }) => ({
      ...row,
      hasSecondFactor: protectedIds.has(row.id),
      isEmailConfirmed: deps.env.SMTP_URL === undefined ? null : emailConfirmedAt !== null,
    })),
    nextCursor,
    total: cursor ? null : (rows[0]?.total ?? 0),
  };
}

/** Fetches one extra row to find out whether there are more. Exported for the test that checks the query plan. */
export function pageQuery({ sort, sortDirection: direction, search, cursor, limit }: UserPageInput): Prisma.Sql {
  const found = matching(search);
  const key = raw(keys[sort](direction));
  const order = raw(direction === 'ascending' ? 'ASC' : 'DESC');
  return Prisma.sql`
    SELECT id, email, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl",
      is_admin AS "isAdmin", is_locked AS "isLocked", created_at AS "createdAt", updated_at AS "updatedAt",
      email_confirmed_at AS "emailConfirmedAt",
      (${key})::text AS key,
      ${cursor ? raw('NULL::int') : Prisma.sql`(SELECT count(*)::int FROM users WHERE ${found})`} AS total
    FROM users
    WHERE ${found} AND ${cursor ? behind(sort, direction, cursor, key) : raw('true')}
    ORDER BY ${key} ${order}, id ${order}
    LIMIT ${limit + 1}`;
}

/** PostgreSQL formats times differently from JavaScript. */
const keyOf = (sort: UserSort, row: { key: string; createdAt: Date }) =>
  sort === 'createdAt' ? row.createdAt.toISOString() : row.key;

function behind(sort: UserSort, direction: Direction, cursor: string, key: Prisma.Sql): Prisma.Sql {
  const last = decodeTextCursor(`${sort} ${direction}`, cursor);
  const sign = raw(direction === 'ascending' ? '>' : '<');
  return Prisma.sql`(${key}, id) ${sign} (${castKey[sort](last.key)}, ${last.id}::uuid)`;
}

/** More search words would only make the query slower. */
const maxWords = 8;

function matching(search: string | undefined): Prisma.Sql {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, maxWords);
  return Prisma.join(
    [
      raw('deleted_at IS NULL'),
      ...words.map(
        // Matches the expression of an index; see db/text-indexes.ts. LIKE wildcards are escaped.
        (word) => Prisma.sql`(lower(email) || ' ' || ${raw(nameKey)}) LIKE
          '%' || regexp_replace(name_key(${word}::text, NULL), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
      ),
    ],
    ' AND ',
  );
}
