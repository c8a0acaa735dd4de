/** Reads columns whose values are encrypted with the secret of the installation. */
import type { Env } from '~/server/env';
import { createSeal, type OpenedSeal, type Seal } from '~/server/lib/installation-key';
import type { SqlConnection } from './sql-connection';

export type Query = SqlConnection['query'];

export interface SealedColumn {
  /** Name of the values, in the plural. */
  name: string;
  table: string;
  key: string;
  keyType: 'uuid' | 'text';
  column: string;
  /** Other columns that are part of the context. */
  with: string[];
  purpose: string;
  contextOf(row: Record<string, unknown>): string;
}

export interface SealedValue {
  id: string;
  context: string;
  sealed: string;
  /** Null if no known secret decrypts it. */
  opened: OpenedSeal | null;
}

export const sealOf = (env: Env, { purpose }: SealedColumn): Seal => createSeal(env, purpose);

const batchRows = 500;

/** All values of a column, in batches, ordered by key. */
export async function* sealedValues(query: Query, env: Env, of: SealedColumn): AsyncGenerator<SealedValue[]> {
  const seal = sealOf(env, of);
  const columns = [`${of.key}::text AS id`, `${of.column} AS sealed`, ...of.with].join(', ');
  for (let after: string | null = null; ; ) {
    const rows: Record<string, unknown>[] = await query(
      `SELECT ${columns} FROM ${of.table}
       WHERE ${of.column} IS NOT NULL AND ($1::${of.keyType} IS NULL OR ${of.key} > $1::${of.keyType})
       ORDER BY ${of.key} LIMIT ${batchRows}`,
      [after],
    );
    const values = rows.map((row) => {
      const [context, sealed] = [of.contextOf(row), String(row.sealed)];
      return { id: String(row.id), context, sealed, opened: seal.open(context, sealed) };
    });
    if (values.length > 0) yield values;
    if (values.length < batchRows) return;
    after = values.at(-1)?.id ?? null;
  }
}
