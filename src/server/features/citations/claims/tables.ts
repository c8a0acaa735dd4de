/** Tables of a text: the heads and labels that the figures in their cells belong to. */
import { type Label, toLabels } from './table-labels';

export interface Table {
  /** By column. A head over several columns is repeated. */
  heads: readonly string[];
  /** Words before the table that may name the scale of its figures: "in millions of dollars". */
  caption: string;
  /** The only currency sign in its rows; empty if there is none or several. */
  currency: string;
  signColumns: ReadonlySet<number>;
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
function columnAt(row: string, at: number): number {
  let column = row.startsWith('|') ? -1 : 0;
  for (let pipe = row.indexOf('|'); pipe >= 0 && pipe < at; pipe = row.indexOf('|', pipe + 1)) column += 1;
  return column;
}

/** A head made of the first row of a Markdown table, for a row given without its table. */
export function headOf(row: string): Table {
  const heads = cellsOf(row).slice(0, maxHeads);
  return {
    heads,
    caption: '',
    currency: '',
    signColumns: new Set(),
    rowLabels: [],
    headLabels: toLabels(heads.slice(1)),
  };
}

/** For each sentence, the table that it is a row of. `hasFigures` separates rows of figures from further heads. */
export function tablesOf(sentences: readonly string[], hasFigures: (row: string) => boolean): (Table | undefined)[] {
  const tables: (Table | undefined)[] = sentences.map(() => undefined);
  let caption = '';
  let head = '';
  let currency = '';
  for (let first = 0; first < sentences.length; first++) {
    if (!isRow(sentences[first] ?? '')) continue;
    const before = sentences[first - 1] ?? '';
    // Further parts of a long table repeat its head, not its caption.
    const isFurtherPart = isRow(before) && sentences[first] === head;
    if (!isFurtherPart) caption = before;
    head = sentences[first] ?? '';
    let end = first + 1;
    // The next head of a table that is written in parts begins another one.
    while (isRow(sentences[end] ?? '') && !(end > first + 1 && rule.test(sentences[end + 1] ?? ''))) end += 1;
    const table = tableOf(sentences.slice(first, end), caption, hasFigures);
    if (table && isFurtherPart && table.table.currency === '') table.table.currency = currency;
    currency = table?.table.currency ?? '';
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
    currency: currencyIn(rows.slice(headRows)),
    signColumns: signColumnsOf(rows.slice(headRows)),
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

/** In filings, the scale of the figures may be left of the years. */
const scaleCell = /^\(.*\)$|(?<!\p{L})in (?:thousands|millions|billions|Tausend|Mio|Mrd)(?!\p{L})/iu;

function isYears(row: string, hasFigures: (row: string) => boolean): boolean {
  const [label = ''] = cellsOf(row);
  const isHead = !/\p{L}{2}/u.test(label) || scaleCell.test(label);
  return isHead && /(?<!\d)(?:19|20)\d\d(?!\d)/.test(row) && !hasFigures(row);
}

const sign = /^(?:[A-Z]{1,3}\$|[$€£¥₹])$/u;

/** Columns with only the currency signs of the figures to their right. */
function signColumnsOf(rows: readonly string[]): ReadonlySet<number> {
  const columns = new Set<number>();
  for (const row of rows) for (const [column, cell] of cellsOf(row).entries()) if (sign.test(cell)) columns.add(column);
  return columns;
}

/** The column whose head applies to a position: in filings, a head spans a currency sign and its figure. */
export function headColumn(row: string, at: number, { heads, signColumns }: Table): number {
  const column = columnAt(row, at);
  const isSpanned = (heads[column] ?? '') === '' && signColumns.has(column - 1);
  return isSpanned && /^(?:|[A-Z]{1,3}\$|[$€£¥₹])$/u.test(cellsOf(row)[column - 1] ?? '') ? column - 1 : column;
}

/** The currency sign in the cell to the left of a figure. */
export function signBefore(row: string, at: number, { signColumns }: Table): string {
  const column = columnAt(row, at) - 1;
  const cell = signColumns.has(column) ? (cellsOf(row)[column] ?? '') : '';
  return sign.test(cell) ? cell : '';
}

const currencySign = /[A-Z]{1,3}\$|[$€£¥₹]/gu;

/** The only currency in the rows of a table; empty if there are several. */
function currencyIn(rows: readonly string[]): string {
  const found = new Set(rows.flatMap((row) => row.match(currencySign) ?? []));
  const [only = ''] = found;
  return found.size === 1 ? only : '';
}

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
