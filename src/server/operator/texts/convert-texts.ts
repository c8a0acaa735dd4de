/**
 * Encrypts texts that were stored while ENCRYPT_MESSAGES was off, or decrypts those stored while it was on. Safe while
 * servers run, and can be interrupted and repeated: a text is replaced only if it is unchanged since it was read, and
 * converted ones are skipped. Running answers are left to their servers.
 */
import type { Database } from '~/server/db/client';
import { isSealed, isWhollySealed } from '~/server/lib/stored-texts/seal-value';
import { type StoredTexts, TextUnreadable } from '~/server/lib/stored-texts/stored-texts';
import { FileKeyMissing } from '~/server/providers/storage/encrypted-errors';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
type Stored = string | null;
export type Direction = 'encrypt' | 'decrypt';

export interface ConvertedTexts {
  name: string;
  /** Rows that needed no change. */
  right: number;
  converted: number;
  /** Changed or deleted by a server between reading and writing, or part of a running answer. */
  changed: number;
  /** Rows that no known key decrypts, or that were changed in the database. */
  unreadable: number;
}

interface Kind {
  /** Name of the rows, in the plural. */
  name: string;
  table: string;
  key: string;
  columns: { name: string; type: 'text' | 'jsonb' }[];
  /** SQL condition for rows that a server is about to write anyway. */
  isBusy?: string;
  /** The columns as they should be stored. */
  convert(id: string, stored: Stored[]): Promise<Stored[]>;
}

const batchRows = 100;

export async function convertTexts(query: Query, texts: StoredTexts, direction: Direction): Promise<ConvertedTexts[]> {
  const results: ConvertedTexts[] = [];
  for (const kind of kindsOf(texts, direction)) {
    const result: ConvertedTexts = { name: kind.name, right: 0, converted: 0, changed: 0, unreadable: 0 };
    for await (const rows of batches(query, kind)) await convertBatch(query, kind, rows, result);
    results.push(result);
  }
  return results;
}

/** Converts the texts of a database, with its own keys. */
export const convertTextsOf = (db: Pick<Database, '$queryRawUnsafe'>, texts: StoredTexts, direction: Direction) =>
  convertTexts((text, values = []) => db.$queryRawUnsafe(text, ...values), texts, direction);

function kindsOf(texts: StoredTexts, direction: Direction): Kind[] {
  const isEncrypting = direction === 'encrypt';
  const text =
    (open: (stored: string) => Promise<string>, seal: (readable: string) => Promise<string>) =>
    async (stored: Stored): Promise<Stored> => {
      if (stored === null || isEncrypting === isWhollySealed(stored)) return stored;
      const readable = await open(stored);
      return isEncrypting ? seal(readable) : readable;
    };
  const json =
    (row: string, field: string) =>
    async (stored: Stored): Promise<Stored> => {
      if (stored === null) return null;
      const value: unknown = JSON.parse(stored);
      const isRight = isEncrypting === (typeof value === 'string' && isSealed(value));
      if (isRight) return stored;
      return JSON.stringify(
        await (isEncrypting ? texts.sealJson(row, field, value) : texts.openJson(row, field, value)),
      );
    };
  const metadata =
    (id: string) =>
    async (stored: Stored): Promise<Stored> => {
      const entries: Record<string, unknown> = JSON.parse(stored ?? '{}');
      const isEntrySealed = (value: unknown) => typeof value === 'string' && isSealed(value);
      const wrong = Object.fromEntries(
        Object.entries(entries).filter(([, value]) => isEntrySealed(value) !== isEncrypting),
      );
      const converted = await (isEncrypting ? texts.sealMetadata(id, wrong) : texts.openMetadata(id, wrong));
      const isChanged = JSON.stringify(converted) !== JSON.stringify(wrong);
      return isChanged ? JSON.stringify({ ...entries, ...converted }) : stored;
    };
  return [
    {
      name: 'messages',
      table: 'messages',
      key: 'id',
      columns: [
        { name: 'content', type: 'text' },
        { name: 'metadata', type: 'jsonb' },
      ],
      isBusy: `metadata ->> 'processing' = 'true'`,
      convert: async (id, [content = null, entries = null]) => [
        await text(
          (stored) => texts.open(id, stored),
          (readable) => texts.seal(id, readable),
        )(content),
        await metadata(id)(entries),
      ],
    },
    {
      name: 'summaries of conversations',
      table: 'conversation_summaries',
      key: 'conversation_id',
      columns: [{ name: 'content', type: 'text' }],
      convert: async (id, [content = null]) => [
        await text(
          (stored) => texts.openSummary(id, stored),
          (readable) => texts.sealSummary(id, readable),
        )(content),
      ],
    },
    {
      name: 'shared links',
      table: 'shares',
      key: 'id',
      columns: [
        { name: 'paper', type: 'jsonb' },
        { name: 'messages', type: 'jsonb' },
      ],
      convert: async (id, [paper = null, messages = null]) => [
        await json(id, 'paper')(paper),
        await json(id, 'messages')(messages),
      ],
    },
  ];
}

interface Row {
  id: string;
  stored: Stored[];
  isBusy: boolean;
}

/** All rows, ordered by key. */
async function* batches(query: Query, { table, key, columns, isBusy = 'false' }: Kind): AsyncGenerator<Row[]> {
  const selected = columns.map(({ name }, at) => `${name}::text AS c${at}`).join(', ');
  for (let after: string | null = null; ; ) {
    const rows: Record<string, unknown>[] = await query(
      `SELECT ${key}::text AS id, coalesce(${isBusy}, false) AS busy, ${selected} FROM ${table}
       WHERE $1::uuid IS NULL OR ${key} > $1::uuid ORDER BY ${key} LIMIT ${batchRows}`,
      [after],
    );
    const read = rows.map((row) => ({
      id: String(row.id),
      stored: columns.map((_, at) => row[`c${at}`] as Stored),
      isBusy: row.busy === true,
    }));
    if (read.length > 0) yield read;
    if (read.length < batchRows) return;
    after = read.at(-1)?.id ?? null;
  }
}

async function convertBatch(query: Query, kind: Kind, rows: readonly Row[], result: ConvertedTexts): Promise<void> {
  const changes: Record<string, Stored>[] = [];
  for (const { id, stored, isBusy } of rows) {
    if (isBusy) {
      result.changed++;
      continue;
    }
    try {
      const converted = await kind.convert(id, stored);
      if (converted.every((value, at) => value === stored[at])) result.right++;
      else
        changes.push(Object.fromEntries([['id', id], ...stored.map(oldValueEntry), ...converted.map(newValueEntry)]));
    } catch (error) {
      if (!(error instanceof TextUnreadable || error instanceof FileKeyMissing)) throw error;
      result.unreadable++;
    }
  }
  const written = changes.length === 0 ? 0 : await write(query, kind, changes);
  result.converted += written;
  result.changed += changes.length - written;
}

const oldValueEntry = (value: Stored, at: number) => [`old${at}`, value] as const;
const newValueEntry = (value: Stored, at: number) => [`new${at}`, value] as const;

/** Updates only rows that are unchanged since they were read, so that no concurrent change of a server is lost. */
async function write(
  query: Query,
  { table, key, columns, isBusy = 'false' }: Kind,
  changes: readonly Record<string, Stored>[],
): Promise<number> {
  const places = columns.map((column, at) => ({ ...column, at }));
  const set = places.map(({ name, type, at }) => `${name} = v.new${at}::${type}`).join(', ');
  const isAsRead = places
    .map(({ name, type, at }) => `t.${name} IS NOT DISTINCT FROM v.old${at}::${type}`)
    .join(' AND ');
  const fields = places.map(({ at }) => `old${at} text, new${at} text`).join(', ');
  const rows = await query(
    `UPDATE ${table} AS t SET ${set} FROM jsonb_to_recordset($1::jsonb) AS v(id uuid, ${fields})
     WHERE t.${key} = v.id AND ${isAsRead} AND NOT coalesce(${isBusy}, false) RETURNING 1 AS one`,
    [JSON.stringify(changes)],
  );
  return rows.length;
}
