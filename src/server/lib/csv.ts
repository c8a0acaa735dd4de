import Papa from 'papaparse';

/** Rows as CSV lines (RFC 4180); an empty string for no rows. */
export function csv(rows: readonly string[][], options: { escapeFormulae?: boolean } = {}): string {
  return rows.length === 0 ? '' : `${Papa.unparse([...rows], { newline: '\r\n', ...options })}\r\n`;
}

/** Cells that a spreadsheet would calculate become text, so that a user's cell cannot run as a formula. */
export const formulaSafeCsv = (rows: readonly string[][]): string => csv(rows, { escapeFormulae: true });
