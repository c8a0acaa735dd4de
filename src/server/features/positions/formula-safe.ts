/**
 * Spreadsheets run a cell that begins like a formula, whoever wrote it. Such a cell is written with an apostrophe before
 * it, which they take as "this is text"; reading takes the apostrophe away again. Cells that had one of their own before
 * such a beginning get a second, so that reading what was written always gives the same text.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/;

export const escapeFormula = (cell: string): string => (looksLikeFormula.test(cell) ? `'${cell}` : cell);

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell;
