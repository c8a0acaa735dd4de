/**
 * Workbooks (.xlsx, .ods): the tables of each sheet with row numbers and column letters. Formulas are not calculated.
 */
import { type CellObject, type Range, read, utils, type WorkSheet } from '@e965/xlsx';
import { max, type Reading, ReadingFailure, type ReportProgress, readingMessages } from '~/server/reading/reading';
import { longestRepeated } from '~/server/reading/structure/block-sink';
import { type Block, heading, joinSections, paragraph, table } from '~/server/reading/structure/outline';
import { maxColumns } from '~/server/reading/structure/table';
import { formatNumber, isDateFormat } from './number-format';
import { type OfficeParts, openParts } from './office-parts';

/** More rows do not fit into the text limit. */
const maxRows = () => max.characters / 8;

interface Row {
  /** From 1, as in the program. */
  number: number;
  cells: (CellObject | undefined)[];
  /** Columns of cells that are merged with those to their right, with the last column of each. */
  merged: Map<number, number>;
}

export async function readWorkbook(
  processedType: 'xlsx' | 'ods',
  bytes: Uint8Array,
  report: ReportProgress,
): Promise<Reading> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isCalculated = await hasValues(await openParts(buffer));
  const book = read(buffer, {
    dense: true,
    cellHTML: false,
    cellNF: true,
    sheetStubs: true,
    dateNF: 'yyyy-mm-dd',
    sheetRows: maxRows(),
  });
  if (book.SheetNames.length === 0) throw new ReadingFailure(readingMessages.damaged);
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  let isTooWide = false;
  const sheets = book.SheetNames.map((name, index) => {
    report({ activity: 'reading', unit: 'sheet', current: index + 1, total: book.SheetNames.length });
    const sheet = book.Sheets[name];
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
    const title = heading(2, `Sheet ${index + 1}: ${name}${isHidden ? ' (hidden)' : ''}`);
    const regions = sheet ? regionsOf(rowsOf(sheet, isCalculated, isFrom1904)) : [];
    // The numbers of the rows are a column, too.
    isTooWide ||= regions.some((region) => columnsOf(region).length >= maxColumns);
    return [title, ...regions.flatMap(blocksOf)];
  });
  if (sheets.every((blocks) => blocks.length === 1)) return { processedType, note: readingMessages.noText };
  const { text, pages, isCut } = joinSections(sheets);
  return {
    processedType,
    extractedText: text,
    pages,
    ...((isCut || isTooWide) && { note: readingMessages.onlyBeginning }),
  };
}

/** A formula without a value, with the attributes of its cell. */
const withoutValue = /<c\b([^<>]*)><f\b[^<>]*>[^<]*<\/f>(?:<v\s?\/>|<v><\/v>)?<\/c>/g;

/**
 * Programs that write formulas without calculating them leave no value, which the library would read as zero. In a cell
 * of the type "str", a missing value is an empty text.
 */
async function hasValues(parts: OfficeParts): Promise<boolean> {
  for (const name of parts.names.filter((part) => part.startsWith('xl/worksheets/'))) {
    for (const [, attributes = ''] of ((await parts.xml(name)) ?? '').matchAll(withoutValue))
      if (!/\bt=["']str["']/.test(attributes)) return false;
  }
  return true;
}

function rowsOf(sheet: WorkSheet, isCalculated: boolean, isFrom1904: boolean): Row[] {
  const data = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
  const rows = Array.from(data, (cells, index) => ({
    number: index + 1,
    cells: Array.from(cells ?? [], (cell) =>
      isCalculated || !cell?.f || cell.v !== 0 ? formatted(cell, isFrom1904) : formulaOf(cell.f),
    ),
    merged: new Map<number, number>(),
  }));
  repeatLabels(rows, sheet['!merges'] ?? []);
  return rows;
}

/**
 * A label merged over several rows is repeated in each row with other content. A title is not: its other rows are
 * empty.
 */
function repeatLabels(rows: readonly Row[], merges: readonly Range[]): void {
  const filled = rows.map((row) => filledOf(row).length > 0);
  // Merged ranges don't overlap, except in files made to keep a reader busy.
  let left = maxRows();
  for (const { s: start, e: end } of merges) {
    const first = rows[start.r];
    const label = first?.cells[start.c];
    if (!first || shown(label) === '' || shown(label).length > longestRepeated) continue;
    first.merged.set(start.c, Math.min(end.c, start.c + maxColumns));
    for (let index = start.r + 1; index <= end.r && index < rows.length && left > 0; index++) {
      left -= 1;
      const row = rows[index];
      if (row && filled[index] && shown(row.cells[start.c]) === '') row.cells[start.c] = label;
    }
  }
}

const formulaOf = (formula: string): CellObject => ({ t: 's', v: `=${formula}`, w: `=${formula}` });

/** Built in, and in a different order for each region. */
const regionalTime = 'm/d/yy h:mm';

/** The library formats no number whose format has unusual text. */
function formatted(cell: CellObject | undefined, isFrom1904: boolean): CellObject | undefined {
  if (cell?.t !== 'n' || typeof cell.v !== 'number' || typeof cell.z !== 'string') return cell;
  if (cell.w !== undefined && cell.z !== regionalTime) return cell;
  const text = formatNumber(cell.v, cell.z, isFrom1904);
  return text === undefined ? cell : { ...cell, w: text };
}

/** Groups rows between empty ones. */
function regionsOf(rows: readonly Row[]): Row[][] {
  const regions: Row[][] = [[]];
  for (const row of rows) {
    if (row.cells.some((cell) => shown(cell) !== '')) regions.at(-1)?.push(row);
    else if (regions.at(-1)?.length !== 0) regions.push([]);
  }
  return regions.filter((region) => region.length > 0);
}

/** Single-cell lines above a table are its titles. */
function blocksOf(region: Row[]): Block[] {
  const first = region.findIndex((row) => filledOf(row).length > 1);
  const titles = first < 0 ? region : region.slice(0, first);
  const rows = first < 0 ? [] : region.slice(first);
  return [...titles.flatMap(titleBlocks), ...(rows.length > 0 ? [tableOf(rows)] : [])];
}

const titleBlocks = (row: Row): Block[] =>
  filledOf(row).map((column) => paragraph(`${utils.encode_col(column)}${row.number}: ${shown(row.cells[column])}`));

function tableOf(rows: readonly Row[]): Block {
  const columns = columnsOf(rows);
  const head = rows.find((row, index) => index === 0 && rows.length > 1 && isHead(row, rows, columns[0]));
  const labels = head ? labelsOf(head) : [];
  const names = columns.map((column) => {
    const name = labels[column] ?? '';
    return name === '' ? utils.encode_col(column) : `${utils.encode_col(column)}: ${name}`;
  });
  const body = head ? rows.slice(1) : rows;
  return table(
    body.map((row) => [String(row.number), ...columns.map((column) => shown(row.cells[column]))]),
    ['Row', ...names],
  );
}

const columnsOf = (rows: readonly Row[]): number[] =>
  [...new Set(rows.flatMap(filledOf))].sort((one, other) => one - other);

/** Names of columns are texts, numbers over several columns, such as a year over its quarters, or years and dates. */
function isHead(row: Row, rows: readonly Row[], firstColumn = 0): boolean {
  const columns = filledOf(row).filter(
    (column) => row.cells[column]?.t !== 's' && (row.merged.get(column) ?? 0) <= column,
  );
  return columns.length === 0 || (!columns.includes(firstColumn) && arePeriods(columns, row, rows));
}

/** A single year could be any figure, and so could years above other years. */
function arePeriods(columns: readonly number[], row: Row, rows: readonly Row[]): boolean {
  const valuesOf = ({ cells }: Row) => columns.map((column) => cells[column]).filter((cell) => shown(cell) !== '');
  if (columns.length < 2 || !valuesOf(row).every(isPeriod)) return false;
  const below = rows.slice(1).find((other) => valuesOf(other).length > 0);
  return below !== undefined && !valuesOf(below).every(isPeriod);
}

const isPeriod = (cell: CellObject | undefined): boolean =>
  cell?.t === 'n' && (isDateFormat(String(cell.z)) || /^(?:19\d\d|20\d\d|2100)$/.test(shown(cell)));

/** The names of all columns. */
function labelsOf({ cells, merged }: Row): string[] {
  const labels = cells.map(shown);
  for (const [from, to] of merged) {
    for (let column = from + 1; column <= to; column++) labels[column] ||= labels[from] ?? '';
  }
  return labels;
}

const filledOf = (row: Row): number[] => row.cells.flatMap((cell, column) => (shown(cell) === '' ? [] : [column]));

/** Formats that show a number as it is. */
const unformatted = new Set(['General', '@']);
/** These formats have room for 11 characters: from here on, cents and then whole digits are lost. */
const abbreviatedFrom = 1e8;
/** As many as a workbook stores exactly. */
const significantDigits = 15;

/** As formatted by the program. */
function shown(cell: CellObject | undefined): string {
  if (
    cell?.t === 'n' &&
    typeof cell.v === 'number' &&
    unformatted.has(String(cell.z)) &&
    Math.abs(cell.v) >= abbreviatedFrom
  )
    return String(Number(cell.v.toPrecision(significantDigits))).toUpperCase();
  return (cell?.w ?? (cell?.v === undefined ? '' : String(cell.v))).trim();
}
