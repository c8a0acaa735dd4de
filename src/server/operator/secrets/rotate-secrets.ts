/** Encrypts values of a former secret again with the current one. Safe to run at any time. */

import { type Query, type SealedValue, sealedValues, sealOf } from '~/server/db/sealed-columns';
import type { Env } from '~/server/env';
import { sealedColumns } from './sealed-columns';

export interface RotatedColumn {
  name: string;
  /** Already encrypted with the current secret. */
  current: number;
  rotated: number;
  /** Changed by a server between reading and writing; that server has encrypted it. */
  changed: number;
  /** Values that no known secret decrypts. */
  unreadable: number;
}

export async function rotateSecrets(query: Query, env: Env): Promise<RotatedColumn[]> {
  const results: RotatedColumn[] = [];
  for (const of of sealedColumns) {
    const result: RotatedColumn = { name: of.name, current: 0, rotated: 0, changed: 0, unreadable: 0 };
    const seal = sealOf(env, of);
    for await (const values of sealedValues(query, env, of)) {
      const former = values.filter(({ opened }) => opened?.by === 'former');
      const written = await rewrite(query, of, former, (value) => seal.seal(value.context, value.opened?.text ?? ''));
      result.rotated += written;
      result.changed += former.length - written;
      result.current += values.filter(({ opened }) => opened?.by === 'current').length;
      result.unreadable += values.filter(({ opened }) => opened === null).length;
    }
    results.push(result);
  }
  return results;
}

/** Updates only values that are unchanged since they were read, so that no concurrent change of a server is lost. */
async function rewrite(
  query: Query,
  { table, column, key, keyType }: (typeof sealedColumns)[number],
  values: readonly SealedValue[],
  encrypt: (value: SealedValue) => string,
): Promise<number> {
  if (values.length === 0) return 0;
  const rows = await query(
    `UPDATE ${table} AS t SET ${column} = v.new
     FROM unnest($1::${keyType}[], $2::text[], $3::text[]) AS v(id, old, new)
     WHERE t.${key} = v.id AND t.${column} = v.old RETURNING 1 AS one`,
    [values.map(({ id }) => id), values.map(({ sealed }) => sealed), values.map(encrypt)],
  );
  return rows.length;
}
