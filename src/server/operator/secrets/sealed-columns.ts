/**
 * Every column that is encrypted with the secret of the installation. `doctor` counts the values of a former secret,
 * and `secrets:rotate` encrypts them again. A test compares the list with the schema.
 */
import type { SqlConnection } from '~/server/db/sql-connection';
import type { Env } from '~/server/env';
import { endpointSecretsPurpose, originOf } from '~/server/features/models/endpoint-secrets';
import { authenticatorPurpose } from '~/server/features/second-factor/authenticator-secret';
import { fileKeysPurpose } from '~/server/features/uploads/file-keys';
import { addressOf } from '~/server/features/web/search-catalog';
import { createSeal, type Opened, type Seal } from '~/server/lib/installation-key';

export type Query = SqlConnection['query'];

interface SealedColumn {
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

export const fileKeyColumn: SealedColumn = {
  name: 'keys of stored files and messages',
  table: 'file_keys',
  key: 'id',
  keyType: 'uuid',
  column: 'sealed',
  with: [],
  purpose: fileKeysPurpose,
  contextOf: ({ id }) => String(id),
};

export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'keys of model endpoints',
    table: 'model_endpoints',
    key: 'id',
    keyType: 'uuid',
    column: 'secrets',
    with: ['base_url'],
    purpose: endpointSecretsPurpose,
    contextOf: ({ base_url }) => originOf(String(base_url)),
  },
  {
    name: 'keys of search providers',
    table: 'search_providers',
    key: 'name',
    keyType: 'text',
    column: 'secrets',
    with: ['base_url'],
    purpose: endpointSecretsPurpose,
    contextOf: ({ id, base_url }) => originOf(addressOf({ name: String(id), baseUrl: base_url as string | null })),
  },
  {
    name: 'authenticator apps',
    table: 'authenticator_apps',
    key: 'user_id',
    keyType: 'uuid',
    column: 'secret',
    with: [],
    purpose: authenticatorPurpose,
    contextOf: ({ id }) => String(id),
  },
  fileKeyColumn,
];

export interface SealedValue {
  id: string;
  context: string;
  sealed: string;
  /** Null if no known secret decrypts it. */
  opened: Opened | null;
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
