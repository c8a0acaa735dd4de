/** Tables of a text: the heads and labels that the figures in their cells belong to. */
import { type Label, toLabels } from './table-labels';

export interface Table {
  /** By column. A head over several columns is repeated. */
  heads: readonly string[];
  /** Words before the table that may name the scale of its figures: "in millions of dollars". */
  caption: string;
  rowLabels: readonly Label[];
  headLabels: readonly Label[];
}

export const isRow = (text: string): boolean => /^\|.*\|$/s.test(text);
const rule = /^\|(?:\s*:?-+:?\s*\|)+$/;
const longestCaption = 200;
/** Further rows are compared without regard to their labels. */
const maxLabels = 100;
const maxHeads = 60;
const longestHead = 200;

const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().slice(0, longestHead));

/** The column of a position in a row. */
export function columnAt(row: string, at: number): number {
  let column = row.startsWith('|') ? -1 : 0;
  for (let pipe = row.indexOf('|'); pipe >= 0 && pipe < at; pipe = row.indexOf('|', pipe + 1)) column += 1;
  return column;
}

/** A head made of the first row of a Markdown table, for a row given without its table. */
export function headOf(row: string): Table {
  const heads = cellsOf(row).slice(0, maxHeads);
  return { heads, caption: '', rowLabels: [], headLabels: toLabels(heads.slice(1)) };
}

/** For each sentence, the table that it is a row of. `hasFigures` separates rows of figures from further heads. */
export function tablesOf(sentences: readonly string[], hasFigures: (row: string) => boolean): (Table | undefined)[] {
  const tables: (Table | undefined)[] = sentences.map(() => undefined);
  for (let first = 0; first < sentences.length; first++) {
    if (!isRow(sentences[first] ?? '')) continue;
    let end = first + 1;
    // The next head of a table that is written in parts begins another one.
    while (isRow(sentences[end] ?? '') && !(end > first + 1 && rule.test(sentences[end + 1] ?? ''))) end += 1;
    const table = tableOf(sentences.slice(first, end), sentences[first - 1] ?? '', hasFigures);
    if (table) for (let index = first + table.headRows; index < end; index++) tables[index] = table.table;
    first = end - 1;
  }
  return tables;
}

function tableOf(
  lines: readonly string[],
  caption: string,
  hasFigures: (row: string) => boolean,
): { table: Table; headRows: number } | undefined {
  const rules = lines.findIndex((line) => rule.test(line));
  if (rules === 0) return undefined;
  let headRows = rules > 0 ? rules : 1;
  if (rules < 0 && (lines.length < 2 || hasFigures(lines[0] ?? ''))) return undefined;
  const rows = lines.filter((line) => !rule.test(line));
  // A second row of heads has years below the names of periods, and no label.
  while (headRows < rows.length - 1 && isYears(rows[headRows] ?? '', hasFigures)) headRows += 1;
  const heads = joinedHeads(rows.slice(0, headRows).map(cellsOf));
  const table = {
    heads,
    caption: caption.length <= longestCaption && !isRow(caption) ? caption : '',
    // A row without figures, such as "Earnings per share:", is the heading of others.
    rowLabels: toLabels(
      rows
        .slice(headRows, headRows + maxLabels)
        .filter((row) => /\d/.test(row))
        .map(labelOf),
    ),
    headLabels: toLabels(heads.slice(1)),
  };
  return { table, headRows: headRows + (rules < 0 ? 0 : 1) };
}

const isYears = (row: string, hasFigures: (row: string) => boolean): boolean =>
  /(?<!\d)(?:19|20)\d\d(?!\d)/.test(row) && !/\p{L}{2}/u.test(cellsOf(row)[0] ?? '') && !hasFigures(row);

function joinedHeads(rows: readonly string[][]): string[] {
  const width = Math.min(maxHeads, Math.max(0, ...rows.map((row) => row.length)));
  return Array.from({ length: width }, (_, column) =>
    rows
      .map((row, index) => {
        const isLast = index === rows.length - 1;
        // A head over several columns leaves the cells to its right empty.
        return isLast || column === 0 ? row[column] : row.slice(1, column + 1).findLast((cell) => cell !== '');
      })
      .filter(Boolean)
      .join(' '),
  );
}

export const labelOf = (row: string): string => cellsOf(row).find((cell) => /\p{L}/u.test(cell)) ?? '';
