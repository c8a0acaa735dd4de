import { describe, expect, it } from 'vitest';
import { readMigrationFiles } from '~/server/db/migrate';
import { problemsOf, statementsOf } from './migration-rules';

/** Migrations up to this one are older than these rules, and none of them has run beside a released version. */
const baseline = '20261123134710_position_notes';

/**
 * Exceptions. An update changes only rows that are few and seldom written. A contraction names the release that stopped using what it removes, which must be older than the release
 * with the migration.
 */
const accepted: { migration: string; statement: string; reason: string }[] = [
  {
    migration: '20261127190000_images_only_for_owner',
    statement: 'UPDATE "objects"',
    reason: 'Only processed HEIC and BMP images, which no version changes again; the column is a text for users.',
  },
  {
    migration: '20261129073000_unpriced_requests',
    statement: 'UPDATE "usage_days"',
    reason: 'Only rows of earlier days, which change again only when their user is deleted or they are old.',
  },
  {
    migration: '20261130070000_owners_of_shared_files',
    statement: 'UPDATE "share_files"',
    reason: 'Only links to files that moved to another account, which change again only when the file moves once more.',
  },
];

describe('migrations', () => {
  const migrations = readMigrationFiles('prisma/migrations');
  const isAccepted = (migration: string, statement: string) =>
    accepted.some((entry) => entry.migration === migration && statement.startsWith(entry.statement));

  it('since the baseline work beside the previous version', () => {
    const problems = migrations
      .filter((migration) => migration.name > baseline)
      .flatMap(({ name, sql }) => problemsOf(sql).map((problem) => ({ migration: name, ...problem })))
      .filter(({ migration, statement }) => !isAccepted(migration, statement));
    expect(problems).toEqual([]);
  });

  it('have a reason for each exception, and no exception is left over', () => {
    expect(migrations.map(({ name }) => name)).toContain(baseline);
    for (const { migration, statement, reason } of accepted) {
      const sql = migrations.find(({ name }) => name === migration)?.sql ?? '';
      expect(problemsOf(sql).filter((problem) => problem.statement.startsWith(statement))).not.toEqual([]);
      expect(reason.length).toBeGreaterThan(20);
    }
  });
});

describe('the rules for migrations', () => {
  const why = (sql: string) => problemsOf(sql).map((problem) => problem.why);

  it.each([
    ['ALTER TABLE "users" DROP COLUMN "email"', 'drops what the previous version may use'],
    ['DROP TABLE "users"', 'drops what the previous version may use'],
    ['DROP INDEX "users_email_key"', 'drops what the previous version may use'],
    ['ALTER TABLE "users" RENAME COLUMN "email" TO "address"', 'renames what the previous version uses'],
    [
      'ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE VARCHAR(10)',
      'changes a type, which may rewrite the table',
    ],
    ['ALTER TABLE "users" ALTER COLUMN "first_name" SET NOT NULL', 'rejects rows of the previous version'],
    ['ALTER TABLE "users" ADD COLUMN "x" INTEGER NOT NULL', 'x is required, and the previous version leaves it out'],
    [
      'ALTER TABLE "users" ADD COLUMN "y" DECIMAL(10,2) NOT NULL DEFAULT 1,\nADD COLUMN "x" DECIMAL(10,2) NOT NULL',
      'x is required, and the previous version leaves it out',
    ],
    [
      'CREATE UNIQUE INDEX "a" ON "users"("x")',
      'rejects rows of the previous version, and blocks writes while it is built',
    ],
    ['CREATE INDEX "a" ON "users"("x")', 'blocks writes while it is built'],
    [
      'CREATE INDEX CONCURRENTLY "a" ON "users"("x")',
      'cannot run in a transaction: begin the file with -- concurrently',
    ],
    ['UPDATE "users" SET "x" = 1', 'changes rows, and locks them until the migration ends'],
    [
      'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK ("x" > 0)',
      'adds a constraint that rows of the previous version may violate',
    ],
  ])('refuse %j', (sql, expected) => {
    expect(why(`-- A comment; with a semicolon\n${sql};`)).toEqual([expected]);
  });

  it.each([
    'ALTER TABLE "users" ADD COLUMN "x" TIMESTAMPTZ(3)',
    'CREATE TRIGGER "t" AFTER INSERT ON "users" EXECUTE FUNCTION "f"()',
    'ALTER TABLE "users" ADD COLUMN "x" TEXT NOT NULL DEFAULT \'a; DROP TABLE "users"\'',
    'ALTER TABLE "users" ALTER COLUMN "x" DROP NOT NULL',
    'CREATE TABLE "a" ("id" UUID NOT NULL); CREATE UNIQUE INDEX "i" ON "a"("id"); ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (true)',
    'ALTER TABLE "users" ADD COLUMN "a_id" UUID, ADD CONSTRAINT "c" FOREIGN KEY ("a_id") REFERENCES "a"("id")',
    'ALTER TABLE "users" ADD COLUMN "a_id" UUID; ALTER TABLE "users" ADD CONSTRAINT "c" FOREIGN KEY ("a_id") REFERENCES "a"("id")',
    'ALTER TABLE "users" ADD CONSTRAINT "c" CHECK ("x" > 0) NOT VALID',
    'CREATE FUNCTION "f"() RETURNS void AS $body$ BEGIN DELETE FROM "users"; DROP TABLE "users"; END $body$ LANGUAGE plpgsql',
  ])('accept %j', (sql) => {
    expect(why(sql)).toEqual([]);
  });

  it('accept one index built concurrently, and nothing beside it', () => {
    const marked = (sql: string) => why(`-- concurrently\n${sql}`);
    const index = 'CREATE INDEX CONCURRENTLY "a" ON "users"("x") WHERE "x" > 0;';
    expect(marked(index)).toEqual([]);
    expect(marked(`${index} ${index}`)).toEqual(['is not the only statement beside others']);
    expect(marked('CREATE INDEX "a" ON "users"("x");')).toEqual(['is not an index that is built beside others']);
    expect(marked('')).toEqual(['is not an index that is built beside others']);
    expect(marked('CREATE UNIQUE INDEX CONCURRENTLY "a" ON "users"("x");')).toEqual([
      'rejects rows of the previous version',
    ]);
  });

  it('find what the migrations before the baseline did', () => {
    const found = readMigrationFiles('prisma/migrations').flatMap(({ sql }) => problemsOf(sql));
    expect(found.map(({ why: reason }) => reason)).toEqual(
      expect.arrayContaining(['drops what the previous version may use', 'blocks writes while it is built']),
    );
  });

  it('split a migration into its statements', () => {
    expect(statementsOf(`SELECT 'a;b' /* c; */ ;\n-- d;\nSELECT\n  "e;f";`)).toEqual([`SELECT 'a;b'`, 'SELECT "e;f"']);
  });
});
