/**
 * Spreadsheets execute a cell that begins like a formula. Such a cell is written with an apostrophe, which marks it as
 * text, and reading removes it. Cells that already have an apostrophe before such a beginning get a second one, so that
 * a round trip always restores the same text.
 */
const looksLikeFormula = /^'*[=+\-@\t\r]/;

export const escapeFormula = (cell: string): string => (looksLikeFormula.test(cell) ? `'${cell}` : cell);

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell;
