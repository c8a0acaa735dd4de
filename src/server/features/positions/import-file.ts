/** A file of positions as rows of text: CSV as people's programs write it, or JSON. What the rows say is not looked at. */
import Papa from 'papaparse';
import { limits } from '~/shared/limits';
import type { TransferFormat } from '~/shared/schemas/positions';
import { type TransferColumn, transferColumns } from './export-positions';
import { unescapeFormula } from './formula-safe';

export interface FileRow {
  row: number;
  cells: Partial<Record<TransferColumn, string>>;
  /** The row cannot be read at all. */
  problem?: string;
}

export interface ReadFile {
  rows: FileRow[];
  ignoredColumns: string[];
  /** The file cannot be read at all. */
  problem?: string;
}

/** Headings as they are met, in small letters and without anything but letters and digits. */
const headings = new Map<string, TransferColumn>(
  Object.entries({
    name: 'name',
    companyname: 'name',
    company: 'name',
    ticker: 'ticker',
    tickersymbol: 'ticker',
    symbol: 'ticker',
    avgentryprice: 'avgEntryPrice',
    averageentryprice: 'avgEntryPrice',
    entryprice: 'avgEntryPrice',
    avgprice: 'avgEntryPrice',
    purchaseprice: 'avgEntryPrice',
    buyprice: 'avgEntryPrice',
    purchasedate: 'purchaseDate',
    dateofpurchase: 'purchaseDate',
    entrydate: 'purchaseDate',
    buydate: 'purchaseDate',
    date: 'purchaseDate',
    status: 'status',
    state: 'status',
    closedate: 'closeDate',
    closingdate: 'closeDate',
    exitdate: 'closeDate',
    selldate: 'closeDate',
    closeprice: 'closePrice',
    closingprice: 'closePrice',
    exitprice: 'closePrice',
    sellprice: 'closePrice',
    thesis: 'thesis',
    investmentthesis: 'thesis',
  } satisfies Record<string, TransferColumn>),
);
const required: TransferColumn[] = ['name', 'ticker', 'avgEntryPrice', 'purchaseDate'];
const columnOf = (heading: string): TransferColumn | undefined =>
  headings.get(heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

export function readFile(format: TransferFormat, text: string): ReadFile {
  if (text.includes('\ufffd')) return unreadable('The file is not in UTF-8. Save it as “CSV UTF-8” and try again.');
  const bare = text.replace(/^\ufeff/, '');
  if (bare.trim() === '') return unreadable('The file is empty.');
  const file = format === 'csv' ? readCsv(bare) : readJson(bare);
  if (file.problem) return file;
  if (file.rows.length === 0) return unreadable('The file holds no positions.');
  if (file.rows.length > limits.importRows)
    return unreadable(
      `The file holds ${file.rows.length} positions. At most ${limits.importRows} can be imported at once.`,
    );
  return file;
}

const unreadable = (problem: string): ReadFile => ({ rows: [], ignoredColumns: [], problem });

function readCsv(text: string): ReadFile {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), header: false });
  const [broken] = errors;
  if (broken) return unreadable(`Row ${(broken.row ?? 0) + 1} has an unclosed quotation mark.`);
  const start = data.findIndex((cells) => !isBlank(cells));
  const titles = (data[start] ?? []).map((title) => unescapeFormula(title.trim()));
  const columns = titles.map(columnOf);
  const problem = problemOf(columns, titles);
  if (problem) return unreadable(problem);
  const known = columns.flatMap((column, index) => (column ? [{ column, index }] : []));
  const rows = data.flatMap((cells, index) =>
    index <= start || isBlank(cells) ? [] : [csvRow(index + 1, cells, known, titles.length)],
  );
  return { rows, ignoredColumns: titles.filter((title, index) => title !== '' && !columns[index]) };
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '');

/** Whichever the headings are separated by most. Guessing from the values would be misled by prices. */
function delimiterOf(text: string): string {
  const line = text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (sign: string) => bare.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function problemOf(columns: (TransferColumn | undefined)[], titles: string[]): string | undefined {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length === required.length)
    return `The first row must hold the headings: ${transferColumns.join(', ')}. Only the last four may be missing.`;
  if (missing.length > 0)
    return `The column${missing.length > 1 ? 's' : ''} ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`;
  const twice = columns.findIndex((column, index) => column && columns.indexOf(column) !== index);
  if (twice === -1) return undefined;
  const first = titles[columns.indexOf(columns[twice])];
  return `The columns “${first}” and “${titles[twice]}” mean the same. Remove one of them.`;
}

function csvRow(
  row: number,
  cells: string[],
  columns: readonly { column: TransferColumn; index: number }[],
  width: number,
): FileRow {
  const read: FileRow['cells'] = {};
  for (const { column, index } of columns)
    if (cells[index] !== undefined) read[column] = unescapeFormula(cells[index]).trim();
  const extra = cells.slice(width).some((cell) => cell.trim() !== '');
  if (!extra) return { row, cells: read };
  const words = `The row has ${cells.length} values for ${width} headings. A price with a comma needs a point instead: 180.25.`;
  return { row, cells: read, problem: words };
}

function readJson(text: string): ReadFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('The file is not valid JSON.');
  }
  const list = Array.isArray(value) ? value : (value as { positions?: unknown } | null)?.positions;
  if (!Array.isArray(list)) return unreadable('The file must hold a list of positions, or an object with “positions”.');
  const ignored = new Set<string>();
  return { rows: list.map((item, index) => jsonRow(index + 1, item, ignored)), ignoredColumns: [...ignored] };
}

function jsonRow(row: number, item: unknown, ignored: Set<string>): FileRow {
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    return { row, cells: {}, problem: 'A position must be an object with name, ticker, avgEntryPrice, purchaseDate.' };
  const cells: FileRow['cells'] = {};
  for (const [key, value] of Object.entries(item)) {
    const column = columnOf(key);
    if (!column) ignored.add(key);
    else if (value === null || value === undefined) continue;
    else if (typeof value === 'string') cells[column] = value.trim();
    else if (typeof value === 'number') cells[column] = String(value);
    else return { row, cells, problem: `${column} must be a text.` };
  }
  return { row, cells };
}
