/**
 * Plain SQL for what happens with every call, every question and every second: db.sql`SELECT … ${value}`. It goes
 * straight to the driver, which takes a fifth of the time that Prisma's $queryRaw does, and is planned once a connection
 * instead of every time. For everything else there is Prisma. Values come as the driver reads them: numbers, strings,
 * Dates and parsed JSON; a bigint or a decimal is selected as text (`seq::text`).
 */

import type pg from 'pg';
import { isLostStatement, type Statement, statementsOfTemplates } from './statements';

export type Sql = <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

export function createSql(run: (statement: Statement, values: unknown[]) => Promise<object[]>): Sql {
  const statementOf = statementsOfTemplates();
  return async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) =>
    (await run(statementOf(parts), values)) as Row[];
}

/** SQL over the connections that Prisma uses too. */
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
      // Refused before it was run, so it can be run again.
      if (!isLostStatement(error)) throw error;
      canPrepare = false;
      return plain(statement, values);
    }
  });
}
