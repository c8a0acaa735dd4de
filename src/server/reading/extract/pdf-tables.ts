/**
 * Finds tables of figures on a page: consecutive lines with a label and figures in the same columns, below heads.
 * Uncertain cases stay text. Pure.
 */
import { type Cell, isRow, type Line, year } from './pdf-lines';
import { type Body, type Column, headOf, overlaps, type TableHead } from './pdf-table-head';

export interface PdfTable {
  /** The lines it replaces: from the first up to, not including, the last. */
  from: number;
  to: number;
  head: string[];
  rows: string[][];
}

/** Fewer rows or columns of figures are not evidence of a table. */
const minRows = 3;
const minColumns = 2;
/** Most rows of a table have a label. */
const minLabeled = 0.6;
/** Maximum of lines without figures between two rows, such as section headings. */
const maxLinesBetweenRows = 5;
/** In letter heights. */
const maxGap = 4;
/** Maximum of lines that divide one table. */
const maxDividingLines = 3;

/** A page with more lines is not a page of a report. */
const maxLines = 1000;

export function tablesOf(lines: readonly Line[]): PdfTable[] {
  const tables: PdfTable[] = [];
  if (lines.length > maxLines) return tables;
  let above: (PdfTable & { columns: Column[] }) | undefined;
  for (let at = 0; at < lines.length; at++) {
    const body = isRow(lines[at] as Line) ? grow(lines, at) : undefined;
    if (!body) continue;
    const table = toTable(lines, body, above);
    if (table) {
      tables.push(table);
      above = { ...table, columns: body.columns };
    }
    at = body.to - 1;
  }
  return tables;
}

/** As many lines as fit the columns of the rows so far. */
function grow(lines: readonly Line[], from: number): Body | undefined {
  const first = lines[from] as Line;
  const columns: Column[] = [];
  if (!place(first, columns)) return undefined;
  let to = from + 1;
  let last = first;
  for (let at = to; at < lines.length && at - to <= maxLinesBetweenRows; at++) {
    const line = lines[at] as Line;
    if (line.text.trim() === '') continue;
    if (line.y >= last.y || last.y - line.y > maxGap * Math.max(line.height, last.height)) break;
    if (isRow(line)) {
      if (!place(line, columns)) break;
      to = at + 1;
    } else if (!isBetween(line, columns)) break;
    last = line;
  }
  return { from, to, columns };
}

/** Assigns a row's figures to columns, and widens these; fails if a figure spans two columns, or two share one. */
function place(row: Line, columns: Column[]): boolean {
  const next = columns.map((column) => ({ ...column }));
  const taken = new Set<Column>();
  const values = valuesOf(row, columns);
  if (values.length === 0) return false;
  for (const cell of values) {
    const own = next.filter((column) => overlaps(cell, column));
    if (own.length > 1 || (own[0] && taken.has(own[0]))) return false;
    const column = own[0] ?? { left: cell.left, right: cell.right, figures: 0 };
    if (!own[0]) next.push(column);
    column.left = Math.min(column.left, cell.left);
    column.right = Math.max(column.right, cell.right);
    column.figures += cell.isFigure ? 1 : 0;
    taken.add(column);
  }
  next.sort((a, b) => a.left - b.left);
  const isSeparate = next.every((column, index) => index === 0 || (next[index - 1]?.right ?? 0) < column.left);
  const label = labelOf(row, next);
  if (!isSeparate || label.some(({ right }) => right > (next[0]?.left ?? 0))) return false;
  columns.splice(0, columns.length, ...next);
  return true;
}

/** All cells but the label. A row of figures only has no label, unless the first one is in the label column. */
function valuesOf({ cells }: Line, columns: readonly Column[]): readonly Cell[] {
  const firstFigure = cells.findIndex(({ isFigure }) => isFigure);
  if (firstFigure > 0) return cells.slice(firstFigure);
  const left = columns[0]?.left;
  const isLabel =
    left === undefined ? cells.length > 1 && year.test(cells[0]?.text ?? '') : (cells[0]?.right ?? 0) < left;
  return isLabel ? cells.slice(1) : cells;
}

const labelOf = ({ cells }: Line, columns: readonly Column[]): Cell[] =>
  cells.filter((cell) => !columns.some((column) => overlaps(cell, column)));

/** A section heading, the first lines of a long label, or a row of words in the columns. */
function isBetween({ cells }: Line, columns: readonly Column[]): boolean {
  const left = columns[0]?.left ?? 0;
  const [first, ...others] = cells;
  if (!first || first.right > left || first.isFigure) return false;
  return others.every((cell) => columns.filter((column) => overlaps(cell, column)).length === 1);
}

function toTable(
  lines: readonly Line[],
  body: Body,
  above: (PdfTable & { columns: Column[] }) | undefined,
): PdfTable | undefined {
  const rows = lines.slice(body.from, body.to).filter(isRow);
  const full = body.columns.filter(({ figures }) => figures > 1);
  const labeled = rows.filter((row) => /\p{L}{2}/u.test(row.cells[0]?.isFigure ? '' : (row.cells[0]?.text ?? '')));
  const isCertain =
    rows.length >= minRows &&
    full.length >= minColumns &&
    labeled.length >= rows.length * minLabeled &&
    !isContents(rows);
  const head = (isCertain ? headOf(lines, body, above?.to ?? 0) : undefined) ?? headAbove(lines, body, above);
  if (!head) return undefined;
  const own = [...head.rows, ...lines.slice(body.from, body.to)].filter(({ text }) => text.trim() !== '');
  const written = own.map((line) => rowOf(line, body.columns));
  return { from: head.from, to: body.to, head: head.texts, rows: withWholeLabels(written) };
}

/** A table of contents: its last column has small, ascending numbers. */
function isContents(rows: readonly Line[]): boolean {
  const pages = rows.map(({ cells }) => cells.at(-1)?.text ?? '');
  return pages.every(
    (page, index) => /^\d{1,3}$/.test(page) && (index === 0 || Number(page) >= Number(pages[index - 1])),
  );
}

/** A line over the whole width can divide a table: the rest has the same columns and heads. */
function headAbove(
  lines: readonly Line[],
  { from, columns }: Body,
  above: (PdfTable & { columns: Column[] }) | undefined,
): TableHead | undefined {
  if (above?.columns.length !== columns.length) return undefined;
  const between = lines.slice(above.to, from).filter(({ text }) => text.trim() !== '');
  const hasSameColumns = columns.every((column, index) => {
    const under = above.columns.filter((other) => overlaps(column, other));
    return under.length === 1 && under[0] === above.columns[index];
  });
  return between.length <= maxDividingLines && hasSameColumns ? { from, texts: above.head, rows: [] } : undefined;
}

function rowOf(line: Line, columns: readonly Column[]): string[] {
  const label = labelOf(line, columns).map(({ text }) => text);
  const cells = columns.map((column) =>
    line.cells
      .filter((cell) => overlaps(cell, column))
      .map(({ text }) => text)
      .join(' '),
  );
  return [label.join(' '), ...cells];
}

/** A label's continuation lines start in lower case. */
function withWholeLabels(rows: readonly string[][]): string[][] {
  const whole: string[][] = [];
  for (const row of rows) {
    const [label = '', ...cells] = row;
    const above = whole.at(-1);
    const isBegun = above?.[0] && above.slice(1).every((cell) => cell === '');
    if (isBegun && (/^\p{Ll}/u.test(label) || /(?:,| and| or| of| the| at)$/.test(above[0] ?? '')))
      whole.splice(-1, 1, [`${above[0]} ${label}`, ...cells]);
    else whole.push(row);
  }
  return whole;
}
