/** Finds the column names of a table on a PDF page: the lines above its first row. Pure. */
import { type Cell, isRow, type Line } from './pdf-lines';

export interface Column {
  left: number;
  right: number;
  /** Number of rows with a figure in it. */
  figures: number;
}

/** The rows of a table, with their columns. */
export interface Body {
  from: number;
  to: number;
  columns: Column[];
}

export interface TableHead {
  /** The first line that belongs to it. */
  from: number;
  /** The names of the label column, then of each column. */
  texts: string[];
  /** Lines between the heads and the first row, such as a section heading. */
  rows: Line[];
}

const maxLines = 24;
/** In letter heights. */
const maxGap = 4;
/** How far a head may extend beyond its column. */
const overhang = 30;
/** Minimum share of columns with a name. */
const minNamedShare = 0.6;
const longestHead = 380;
/** Heads of a table of contents. */
const pageNumbers = /^(?:pages?|page no\.?|page number|seiten?|pagina|página)(?![\p{L}])/iu;

export const overlaps = (one: { left: number; right: number }, other: { left: number; right: number }): boolean =>
  one.left < other.right && other.left < one.right;

/** Undefined if the columns have no names: their meaning would be a guess. */
export function headOf(lines: readonly Line[], { from, columns }: Body, free: number): TableHead | undefined {
  const above = linesAbove(lines, from, columns, free);
  const heads = above.filter((line) => line.cells.some((cell) => isOver(cell, columns)));
  const lowest = Math.min(...heads.map(({ y, height }) => y - height / 2));
  const rows = above.filter((line) => line.y < lowest);
  const named = above.filter((line) => line.y >= lowest);
  if (heads.length === 0) return undefined;
  const levels = levelsOf(named);
  const isLabel = (cell: Cell) => unit.test(cell.text) || !isOver(cell, columns);
  const labels = levels.flatMap((level) => level.filter(isLabel).map(({ text }) => text));
  const over = levels.map((level) => level.filter((cell) => !isLabel(cell)));
  const spans = over.map((cells) => spread(cells, columns));
  const names = namesOf(spans, columns.length);
  if (names.filter((name) => name !== '').length < columns.length * minNamedShare) return undefined;
  const firstAlone = spans.map((level) => new Map([...level].map(([cell, own]) => [cell, own.slice(0, 1)])));
  const texts = [names, namesOf(firstAlone, columns.length)]
    .map((own) => [labels.join(' '), ...own])
    .find((own) => own.join(' | ').length <= longestHead);
  return texts && !texts.some((text) => pageNumbers.test(text))
    ? { from: lines.indexOf(above[0] as Line), texts, rows }
    : undefined;
}

/** A head over several columns becomes part of each name. */
function namesOf(levels: readonly ReadonlyMap<Cell, readonly number[]>[], count: number): string[] {
  const names: string[][] = Array.from({ length: count }, () => []);
  for (const level of levels) for (const [cell, own] of level) for (const column of own) names[column]?.push(cell.text);
  return names.map((name) => name.join(' '));
}

/** Whether a cell is over the columns; one that starts left of them is a label or a title. */
const isOver = (cell: Cell, columns: readonly Column[]): boolean =>
  (cell.left + cell.right) / 2 > (columns[0]?.left ?? 0) - overhang / 2 &&
  cell.left > (columns[0]?.left ?? 0) - overhang;

/** From the first row upwards, while all cells are left of the columns or over them. In page order. */
function linesAbove(lines: readonly Line[], from: number, columns: readonly Column[], free: number): Line[] {
  const left = columns[0]?.left ?? 0;
  const right = (columns.at(-1)?.right ?? 0) + overhang;
  const found: Line[] = [];
  const top = lines[from] as Line;
  let highest = top.y;
  let labels: Line[] = [];
  for (let at = from - 1; at >= free && found.length + labels.length < maxLines; at--) {
    const line = lines[at] as Line;
    if (line.text.trim() === '') continue;
    if (isRow(line)) break;
    const isNear = line.y > top.y && line.y - highest <= maxGap * Math.max(line.height, top.height);
    const [first, ...others] = line.cells;
    const isLabeled = first !== undefined && first.right <= left + overhang && first.left < left - overhang;
    const over = isLabeled ? others : line.cells;
    if (!first || !isNear || !over.every((cell) => isOver(cell, columns) && cell.right <= right)) break;
    highest = Math.max(highest, line.y);
    // Labels above the heads are a title.
    if (over.length === 0) labels = [line, ...labels];
    else {
      found.unshift(line, ...labels);
      labels = [];
    }
  }
  return found;
}

/** Cells by height, the highest first, each from left to right, independent of file order. */
function levelsOf(lines: readonly Line[]): Cell[][] {
  const sorted = [...lines].sort((a, b) => b.y - a.y);
  const levels: { y: number; cells: Cell[] }[] = [];
  for (const { y, height, cells } of sorted) {
    const level = levels.at(-1);
    if (level && level.y - y < height / 2) level.cells.push(...cells);
    else levels.push({ y, cells: [...cells] });
  }
  return levels.map(({ cells }) => cells.sort((a, b) => a.left - b.left));
}

/** Periods and units apply to all columns if they are centered over them. */
const ofAll =
  /\b(?:years?|months?|weeks?|quarters?|days?|ended|ending|fiscal|thousands|millions|billions|as of|at)\b|^(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2},$|^(?:19|20)\d\d$|^(?:[1-4]Q|Q[1-4])(?:\s?\d{2,4})?$/i;
/** Applies to the whole table, wherever it is. */
const unit = /^\(.*(?:thousands|millions|billions|except).*\)$/i;
/** How far a head may be off the center of its columns, as a share of the column width. */
const maxShift = 0.3;

/** A head over several columns is centered over them. */
function spread(cells: readonly Cell[], columns: readonly Column[]): Map<Cell, number[]> {
  const own = new Map(cells.map((cell) => [cell, columnsUnder(cell, columns)]));
  if (cells.length >= columns.length) return own;
  for (const [index, cell] of cells.entries()) {
    const under = own.get(cell) ?? [];
    const low = Math.max(-1, ...(own.get(cells[index - 1] as Cell) ?? [])) + 1;
    const high = Math.min(columns.length, ...(own.get(cells[index + 1] as Cell) ?? [])) - 1;
    own.set(cell, bestSpan(cell, under, columns, low, high));
  }
  return own;
}

/** The columns below a cell; between two, the nearest. */
function columnsUnder(cell: Cell, columns: readonly Column[]): number[] {
  const under = columns.flatMap((column, index) => (overlaps(cell, column) ? [index] : []));
  if (under.length > 0) return under;
  const middle = (cell.left + cell.right) / 2;
  const distances = columns.map(({ left, right }) => Math.min(Math.abs(left - middle), Math.abs(right - middle)));
  return [distances.indexOf(Math.min(...distances))];
}

function bestSpan(
  cell: Cell,
  under: readonly number[],
  columns: readonly Column[],
  low: number,
  high: number,
): number[] {
  const [first = 0, last = 0] = [under[0], under.at(-1)];
  const slack = maxShift * widthOf(columns);
  const distanceOf = (from: number, to: number) =>
    Math.abs((columns[from]?.left ?? 0) + (columns[to]?.right ?? 0) - cell.left - cell.right) / 2;
  const isWide = ofAll.test(cell.text);
  if (!isWide && distanceOf(first, last) <= slack) return [...under];
  let best = { first, last, distance: Number.POSITIVE_INFINITY };
  for (let from = first; from >= Math.min(first, low); from--)
    for (let to = last; to <= Math.max(last, high); to++) {
      const distance = distanceOf(from, to);
      const isWider = to - from > best.last - best.first;
      if (distance < best.distance - (isWider && isWide ? 0 : slack) || (isWide && isWider && distance <= slack))
        best = { first: from, last: to, distance };
    }
  return Array.from({ length: best.last - best.first + 1 }, (_, index) => best.first + index);
}

/** Distance between columns. */
const widthOf = (columns: readonly Column[]): number =>
  ((columns.at(-1)?.right ?? 0) - (columns[0]?.left ?? 0)) / Math.max(1, columns.length);
