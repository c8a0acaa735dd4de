/** Parses this product's own columns, as CSV or JSON. Values are not validated here. */
import { plainTitle, type Table } from './csv-table';
import { type TransferColumn, transferColumns } from './export-positions';
import { type FileRow, type ReadFile, unreadable } from './file-row';
import { unescapeFormula } from './formula-safe';

/** Maps accepted headers to columns. */
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
    currency: 'currency',
    ccy: 'currency',
    weight: 'weight',
  } satisfies Record<string, TransferColumn>),
);
const required: TransferColumn[] = ['name', 'ticker', 'avgEntryPrice', 'purchaseDate'];
const columnOf = (heading: string): TransferColumn | undefined => headings.get(plainTitle(heading));

/** Whether all required columns are there; then the file is not another program's. */
export const hasOwnColumns = ({ titles }: Table): boolean => {
  const columns = titles.map(columnOf);
  return required.every((column) => columns.includes(column));
};

export function readOwnCsv({ titles, rows }: Table): ReadFile {
  const columns = titles.map(columnOf);
  const problem = problemOf(columns, titles);
  if (problem) return unreadable(problem);
  const known = columns.flatMap((column, index) => (column ? [{ column, index }] : []));
  return {
    rows: rows.map(({ row, cells }) => csvRow(row, cells, known, titles.length)),
    ignoredColumns: titles.filter((title, index) => title !== '' && !columns[index]),
  };
}

function problemOf(columns: (TransferColumn | undefined)[], titles: string[]): string | undefined {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length === required.length)
    return `The first row must contain the headings: ${transferColumns.join(', ')}. Only the last six may be missing.`;
  if (missing.length > 0)
    return `The column${missing.length > 1 ? 's' : ''} ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`;
  const duplicate = columns.findIndex((column, index) => column && columns.indexOf(column) !== index);
  if (duplicate === -1) return undefined;
  const first = titles[columns.indexOf(columns[duplicate])];
  return `The columns “${first}” and “${titles[duplicate]}” mean the same thing. Remove one of them.`;
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

export function readOwnJson(value: unknown): ReadFile {
  const list = Array.isArray(value) ? value : (value as { positions?: unknown } | null)?.positions;
  if (!Array.isArray(list))
    return unreadable('The file must contain a list of positions, or an object with “positions”.');
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
