/**
 * Plain SQL for what happens with every call, every question and every second: db.sql`SELECT … ${value}`. It goes
 * straight to the driver, which takes a fifth of the time that Prisma's $queryRaw does, and is planned once a connection
 * instead of every time. For everything else there is Prisma. Values come as the driver reads them: numbers, strings,
 * Dates and parsed JSON; a bigint or a decimal is selected as text (`seq::text`).
 */

import type pg from 'pg';
import { codeOf } from '~/server/lib/caught';
import { sha256 } from '~/server/lib/hash';

export type Sql = <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>;

interface Statement {
  /** The same for the same text, in every process: poolers that share connections may share the plan as well. */
  name: string;
  text: string;
}

export function createSql(run: (statement: Statement, values: unknown[]) => Promise<object[]>): Sql {
  // The parts of a template are one object for each place in the code, so there are as many statements as places.
  const statements = new WeakMap<TemplateStringsArray, Statement>();
  return async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => {
    let statement = statements.get(parts);
    if (!statement) {
      const text = parts.reduce((sum, part, index) => `${sum}$${index}${part}`);
      const hash = sha256(text);
      statement = { name: `qinsight_${hash.slice(0, 16)}`, text };
      statements.set(parts, statement);
    }
    return (await run(statement, values)) as Row[];
  };
}

/** Poolers that hand a connection to another client after each transaction lose what was prepared on it. */
const isLostStatement = (error: unknown) => ['26000', '42P05'].includes(codeOf(error) ?? '');

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
