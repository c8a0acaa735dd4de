/** Restores the rows of a backup in one transaction: a failed restore leaves the database as it was. */
import { type Session, withoutLimits } from '~/server/db/session';
import { OperatorError } from '~/server/lib/operator-error';
import type { Manifest } from './manifest';
import { type BackupFolder, linesOf } from './parts';
import { listForDeletion } from './replaced-files';
import { insertRows, quoted, readTables, readVectorTables, type Table } from './tables';

/**
 * Tables that the backup has and the target lacks were added to the schema by its operator. They are skipped. Tables
 * that only the target has are left alone.
 */
export async function restoreRows(
  session: Session,
  folder: BackupFolder,
  { database }: Manifest,
  replacedKeys: string[],
): Promise<{ rows: number; skipped: string[] }> {
  await session.script(`BEGIN; ${withoutLimits}`);
  try {
    const found = new Map((await readTables(session)).map((table) => [table.name, table]));
    const parts = database.tables.filter(({ name }) => found.has(name));
    const names = parts.map(({ name }) => name);
    const references = await dropReferences(session, new Set(names));
    for (const name of names) await session.script(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    const emptied = [...names, ...(await readVectorTables(session))];
    if (emptied.length > 0) await session.script(`TRUNCATE ${emptied.map(quoted).join(', ')}`);
    let rows = 0;
    for (const part of parts) rows += await restoreTable(session, folder, part, found.get(part.name) as Table);
    for (const { table, column, lastValue, isCalled } of database.sequences.filter((one) => found.has(one.table)))
      await session.query('SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, $4::boolean)', [
        quoted(table),
        column,
        lastValue,
        isCalled,
      ]);
    for (const name of names) await session.script(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    // Adding a foreign key again checks every row.
    for (const reference of references) await session.script(reference);
    if (replacedKeys.length > 0) await listForDeletion(session, replacedKeys);
    await session.script('COMMIT');
    const skipped = database.tables.filter(({ name }) => !found.has(name)).map(({ name }) => name);
    return { rows, skipped };
  } catch (error) {
    await session.script('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function restoreTable(
  session: Session,
  folder: BackupFolder,
  part: Manifest['database']['tables'][number],
  table: Table,
): Promise<number> {
  const unknown = part.columns.filter((column) => !table.columns.some(({ name }) => name === column));
  if (unknown.length > 0)
    throw new OperatorError(`The database has no table ${part.name} with the columns ${unknown.join(', ')}.`);
  const rows = await insertRows(session, table, part.columns, linesOf(folder, part.file));
  if (rows !== part.rows) throw new OperatorError(`${part.file} has ${rows} rows instead of ${part.rows}.`);
  return rows;
}

/**
 * Drops the foreign keys, so that rows can be inserted in any order. Returns the SQL to add them again. Tables that are
 * not restored keep their rows, which may refer to rows that the backup lacks, so these are not checked.
 */
async function dropReferences(session: Session, restored: ReadonlySet<string>): Promise<string[]> {
  const references = (await session.query(
    `SELECT t.relname AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
     WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )) as { table: string; name: string; definition: string }[];
  for (const { table, name } of references)
    await session.script(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  return references.map(
    ({ table, name, definition }) =>
      `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}${restored.has(table) || /NOT VALID$/.test(definition) ? '' : ' NOT VALID'}`,
  );
}
