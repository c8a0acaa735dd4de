/** Access to rows of a table, or a list of objects, by field name. */
import { plainTitle, type Table } from '~/server/features/positions/csv-table';
import { unescapeFormula } from '~/server/features/positions/formula-safe';
import type { Fields } from './transactions';

export interface FieldRow {
  row: number;
  fields: Fields;
}

export const fieldRowsOf = ({ titles, rows }: Table): FieldRow[] => {
  const names = titles.map(plainTitle);
  return rows.map(({ row, cells }) => ({
    row,
    fields: new Map(names.map((name, index) => [name, unescapeFormula(cells[index] ?? '').trim()])),
  }));
};

/** Keeps only strings and numbers of the objects. */
export const fieldsOf = (list: readonly unknown[]): FieldRow[] =>
  list.map((item, index) => ({ row: index + 1, fields: new Map(Object.entries(item ?? {}).flatMap(fieldOfEntry)) }));

const fieldOfEntry = ([key, value]: [string, unknown]): [string, string][] =>
  typeof value === 'string' || typeof value === 'number' ? [[plainTitle(key), String(value).trim()]] : [];

export const hasTitles = (names: ReadonlySet<string>, ...needed: (string | string[])[]): boolean =>
  needed.every((one) => (Array.isArray(one) ? one.some((name) => names.has(name)) : names.has(one)));

export const titlesOf = ({ titles }: Table): Set<string> => new Set(titles.map(plainTitle));
