/** Parses a CSV file of any content into headers and rows of cells. */
import Papa from 'papaparse';
import { unescapeFormula } from './formula-safe';

export interface Table {
  titles: string[];
  /** With the number of each row in a spreadsheet. */
  rows: { row: number; cells: string[] }[];
}

export function readTable(text: string): Table | { problem: string } {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), header: false });
  const [broken] = errors;
  if (broken) return { problem: `Row ${(broken.row ?? 0) + 1} has an unclosed quotation mark.` };
  const start = data.findIndex((cells) => !isBlank(cells));
  return {
    titles: (data[start] ?? []).map((title) => unescapeFormula(title.trim())),
    rows: data.flatMap((cells, index) => (index <= start || isBlank(cells) ? [] : [{ row: index + 1, cells }])),
  };
}

/** A header in lower case, with letters and digits only. */
export const plainTitle = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/** The delimiter that occurs most in the headers. Guessing from the values would be misled by prices. */
function delimiterOf(text: string): string {
  const line = text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (sign: string) => bare.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
