/**
 * Tables as text that every PostgreSQL can read, including the embedded one. The database formats each value and parses
 * it by its own type, so that a restored row is the same row. The list of tables comes from the database, so that
 * future tables are included.
 */
import { type Session, withoutLimits } from '~/server/db/session';
import { vectorTables } from '~/server/db/vector-tables';

export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** Columns that give the rows a stable order. */
  key: string[];
}

/** Stored in the manifest instead, because it belongs to the program. */
const migrationsTable = '_prisma_migrations';

export const plainName = /^[A-Za-z_][\w$]*$/;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: string[]): string => names.map(quoted).join(', ');

/** Begins a transaction with a consistent snapshot and fixed value formats, whatever the server's settings are. */
export async function beginSnapshot(session: Session): Promise<void> {
  await session.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await session.script(withoutLimits);
  await session.script(`SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL TimeZone = 'UTC'; SET LOCAL IntervalStyle = 'iso_8601';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`);
}

export async function readTables(session: Session): Promise<Table[]> {
  const rows = (await session.query(
    `SELECT c.relname AS name, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
            coalesce(array_position(i.indkey::int2[], a.attnum), -1) AS place
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL($1::text[])
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname, a.attnum`,
    [[migrationsTable, ...vectorTables]],
  )) as { name: string; column: string; type: string; place: number }[];
  const tables = new Map<string, Table & { places: [number, string][] }>();
  for (const { name, column, type, place } of rows) {
    const table = tables.get(name) ?? { name, columns: [], key: [], places: [] };
    table.columns.push({ name: column, type });
    if (place >= 0) table.places.push([place, column]);
    tables.set(name, table);
  }
  return [...tables.values()].map(({ places, ...table }) => ({
    ...table,
    key: places.sort(([a], [b]) => a - b).map(([, column]) => column),
  }));
}

/** Whether the names fit the manifest. Those of our tables do; an operator may have added others to the schema. */
export const hasPlainNames = ({ name, columns }: Table): boolean =>
  [name, ...columns.map((column) => column.name)].every((one) => plainName.test(one));

/** Tables of derived data; a restore empties them. */
export async function readVectorTables(session: Session): Promise<string[]> {
  const rows = await session.query(
    `SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NOT NULL`,
    [[...vectorTables]],
  );
  return rows.map(({ name }) => String(name));
}

export async function readMigrations(session: Session): Promise<{ name: string; checksum: string }[]> {
  const [table] = await session.query(`SELECT to_regclass('${migrationsTable}')::text AS name`);
  if (!table?.name) return [];
  const rows = await session.query(
    `SELECT migration_name, checksum FROM ${migrationsTable}
     WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows.map((row) => ({ name: String(row.migration_name), checksum: String(row.checksum) }));
}

export interface Sequence {
  table: string;
  column: string;
  lastValue: string;
  isCalled: boolean;
}

export async function readSequences(session: Session): Promise<Sequence[]> {
  const owned = (await session.query(
    `SELECT s.oid::regclass::text AS sequence, t.relname AS table, a.attname AS column
     FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.classid = 'pg_class'::regclass
     JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
     WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace ORDER BY 2, 3`,
  )) as { sequence: string; table: string; column: string }[];
  const sequences: Sequence[] = [];
  for (const { sequence, table, column } of owned) {
    const [state] = await session.query(`SELECT last_value::text AS last, is_called AS called FROM ${sequence}`);
    sequences.push({ table, column, lastValue: String(state?.last), isCalled: state?.called === true });
  }
  return sequences;
}

/** Most rows are short and some are very long, so each batch is sized by the previous one. */
const batchBytes = 2 * 1024 * 1024;
const batchRows = { first: 20, max: 2000 };

/** The rows of a table as lines of JSON, each a list of strings and nulls. Requires a transaction. */
export async function* rowLines(session: Session, table: Table, count: (rows: number) => void): AsyncGenerator<string> {
  const values = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  // By bytes, so that the order does not depend on the database's locale.
  const order = table.key.map((name) => `${quoted(name)}::text COLLATE "C"`).join(', ');
  await session.script(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT json_build_array(${values})::text AS line
     FROM ${quoted(table.name)}${order ? ` ORDER BY ${order}` : ''}`,
  );
  for (let size = batchRows.first; ; ) {
    const rows = (await session.query(`FETCH ${size} FROM backup_rows`)) as { line: string }[];
    let bytes = 0;
    for (const { line } of rows) {
      bytes += line.length;
      // json_build_array adds no line breaks, and those in texts are escaped.
      yield `${line}\n`;
    }
    count(rows.length);
    if (rows.length < size) break;
    const average = Math.max(1, bytes / rows.length);
    size = Math.max(1, Math.min(batchRows.max, size * 4, Math.floor(batchBytes / average)));
  }
  await session.script('CLOSE backup_rows');
}

/** Inserts rows written by `rowLines`. Returns how many. */
export async function insertRows(
  session: Session,
  table: Table,
  columns: string[],
  lines: AsyncIterable<string>,
): Promise<number> {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((name, place) => `(r.v->>${place})::${typeOf.get(name)}`).join(', ');
  const insert = `INSERT INTO ${quoted(table.name)} (${list(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM json_array_elements($1::json) AS r(v)`;
  let batch: string[] = [];
  let bytes = 0;
  let rows = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await session.query(insert, [`[${batch.join(',')}]`]);
    rows += batch.length;
    batch = [];
    bytes = 0;
  };
  for await (const line of lines) {
    batch.push(line);
    bytes += line.length;
    if (bytes >= batchBytes || batch.length >= batchRows.max) await flush();
  }
  await flush();
  return rows;
}
