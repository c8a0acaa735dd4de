/**
 * Plain SQL for frequent statements (every request, every message, every second): db.sql`SELECT … ${value}`. It goes
 * straight to the driver, in a fifth of the time of Prisma's $queryRaw, and is planned once per connection instead of
 * every time. Use Prisma for everything else. Values are returned as the driver parses them: numbers, strings, Dates
 * and parsed JSON; select a bigint or a decimal as text (`seq::text`).
 */

import type pg from 'pg';
import { isLostStatement, type Statement, statementsOfTemplates } from './statements';

export type Sql = <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

export function createSql(run: (statement: Statement, values: unknown[]) => Promise<object[]>): Sql {
  const statementOf = statementsOfTemplates();
  return async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) =>
    (await run(statementOf(parts), values)) as Row[];
}

/** SQL over the same connections as Prisma. */
export function createPoolSql(pool: pg.Pool): Sql {
  let canPrepare = true;
  const prepared = async ({ name, text }: Statement, values: unknown[]) =>
    (await pool.query({ name, text, values })).rows;
  const plain = async ({ text }: Statement, values: unknown[]) => (await pool.query({ text, values })).rows;
  return createSql(async (statement, values) => {
    if (!canPrepare) return plain(statement, values);
    try {
      return await prepared(statement, values);
    } catch (error) {
      // Rejected before it ran, so it can be repeated.
      if (!isLostStatement(error)) throw error;
      canPrepare = false;
      return plain(statement, values);
    }
  });
}
