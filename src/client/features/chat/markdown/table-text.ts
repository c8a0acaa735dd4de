import { cellText } from './cell-text';

/** The cells of a table as displayed, row by row, without the marks of sources. */
export function tableRows(table: HTMLTableElement, max?: number): string[][] {
  const { rows } = table;
  return Array.from({ length: Math.min(rows.length, max ?? rows.length) }, (_, index) => rows[index])
    .filter((row) => row !== undefined)
    .map((row) => [...row.cells].map(cellText));
}

const aligns = ['left', 'center', 'right'] as const;
export type ColumnAlign = (typeof aligns)[number] | undefined;

/** How the author aligned each column; undefined for columns that follow their text. */
export const columnAligns = ({ rows }: HTMLTableElement): ColumnAlign[] =>
  [...(rows[0]?.cells ?? [])].map(({ style }) => aligns.find((align) => align === style.textAlign));

/** Tab-separated cells, the clipboard format of spreadsheets. */
export const toTsv = (rows: readonly string[][]): string => rows.map((row) => row.join('\t')).join('\n');

/** RFC 4180. A cell that a spreadsheet would evaluate is escaped as text, unless it is just an amount. */
export const toCsv = (rows: readonly string[][]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

function csvCell(cell: string): string {
  const isFormula = /^[=+\-@]/.test(cell) && !/^[+-](\p{Sc}?[\d.,]+ ?(%|\p{Sc}|[A-Za-z]{0,3}))?$/u.test(cell);
  const safe = isFormula ? `'${cell}` : cell;
  return /[",]/.test(safe) || isFormula ? `"${safe.replaceAll('"', '""')}"` : safe;
}
