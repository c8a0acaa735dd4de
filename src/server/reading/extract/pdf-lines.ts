/** Groups the text items of a PDF page into lines with positions, and finds gaps between cells. Pure. */

import { raised, writeRaised } from '~/server/reading/structure/raised-text';

/** The fields of a PDF text item that are used here. */
export interface PdfItem {
  str: string;
  width: number;
  height: number;
  hasEOL: boolean;
  /** The fourth and fifth are x and y; the second is not zero for rotated text. */
  transform: number[];
}

/** Text surrounded by gaps wider than those between words. */
export interface Cell {
  text: string;
  left: number;
  right: number;
  isFigure: boolean;
}

export interface Line {
  /** As in the PDF, with all its spaces. */
  text: string;
  y: number;
  /** Letter heights: the largest, and that of the first letter. */
  height: number;
  firstHeight: number;
  cells: Cell[];
}

/** In letter heights. The gap between two figures is smaller than between two words. */
const cellGap = 1;
const figureGap = 0.35;
const signGap = 20;
const markGap = 3;

/** Thousands may be separated by spaces, as in "1 234,50", or by apostrophes, as in Switzerland. */
const number = String.raw`[-–−+]?(?:\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?|\d[\d.,'’]*(?:[-–]\d[\d.,'’]*)?)`;
const currency = '(?:US|C|A)?[$€£¥]';
const figure = new RegExp(
  String.raw`^(?:${currency}\s?)?\(?\s?(?:${currency}\s?)?(?:${number}|[-–—])\s?(?:%|x|bps?|pts?)?\s?\)?\s?%?(?:\s?\(?[a-z\d*†‡]\)?)?$|^(?:NM|N/?M|N/?A|n/?m|n/?a|\*)$|^\(?${number}\s?€\)?$`,
);
const detachedSign = new RegExp(String.raw`^(?:${currency}\s?\(?|\(\s?(?:${currency})?)$`);
const detachedMark = /^(?:\)\s?%?|%\s?\)?|x|bps?|pts?|\([a-z]\))$/;
const signAfterLabel = /\s([$€£¥])$/;

const isFigure = (text: string): boolean => figure.test(text);

/** Lines in the order and with the line ends of the file. */
export function linesOf(items: readonly PdfItem[]): Line[] {
  const lines: Line[] = [];
  let own: PdfItem[] = [];
  for (const item of items) {
    own.push(item);
    if (!item.hasEOL) continue;
    lines.push(toLine(own));
    own = [];
  }
  if (own.length > 0) lines.push(toLine(own));
  return lines;
}

/** In letter heights of the preceding text: a superscript is smaller, a little higher, and follows without a space. */
const superscript = { height: 0.85, rise: [0.15, 0.9], gap: 0.25 } as const;

/** Encloses superscripts, as raised-text.ts expects them. */
function markRaised(items: readonly PdfItem[]): PdfItem[] {
  let base: PdfItem | undefined;
  let end = 0;
  return items.map((item) => {
    if (item.str.trim() === '') return item;
    const isRaised = base !== undefined && item.transform[1] === 0 && isSuperscript(base, end, item);
    if (!isRaised) base = item;
    end = (item.transform[4] ?? 0) + item.width;
    return isRaised ? { ...item, str: `${raised.start}${item.str}${raised.end}` } : item;
  });
}

function isSuperscript(base: PdfItem, end: number, { height, transform: [, , , , x = 0, y = 0] }: PdfItem): boolean {
  const rise = (y - (base.transform[5] ?? 0)) / base.height;
  const [least, most] = superscript.rise;
  const isNear = Math.abs(x - end) < superscript.gap * base.height;
  return isNear && rise > least && rise < most && height < superscript.height * base.height;
}

function toLine(all: readonly PdfItem[]): Line {
  const items = markRaised(all);
  const written = items.filter(({ str }) => str.trim() !== '');
  const [first] = written;
  return {
    text: writeRaised(items.map(({ str }) => str).join('')),
    y: first?.transform[5] ?? 0,
    height: Math.max(1, ...written.map(({ height }) => height)),
    firstHeight: Math.max(first?.height ?? 0, 1),
    cells: isLevel(written) ? cellsOf(items) : [],
  };
}

/** From left to right at one height, like rows of a table. */
function isLevel(items: readonly PdfItem[]): boolean {
  let end = Number.NEGATIVE_INFINITY;
  const level = items[0]?.transform[5] ?? 0;
  return items.every(({ transform: [, turn, , , x = 0, y = 0], width, height }) => {
    const follows = x >= end - height;
    end = x + width;
    return turn === 0 && follows && Math.abs(y - level) < Math.max(height, 1) * 0.8;
  });
}

function cellsOf(items: readonly PdfItem[]): Cell[] {
  const cells: Cell[] = [];
  let space = '';
  for (const { str, width, height, transform } of items) {
    if (str.trim() === '') {
      space ||= str;
      continue;
    }
    const [left, text] = [transform[4] ?? 0, str.trim()];
    const last = cells.at(-1);
    const gap = last ? (left - last.right) / Math.max(height, 1) : Number.POSITIVE_INFINITY;
    const areFigures = last?.isFigure && (isFigure(text) || detachedSign.test(text));
    if (last && gap < (areFigures ? figureGap : cellGap)) {
      last.text += /^\s/.test(str) || space ? ` ${text}` : text;
      last.right = left + width;
      last.isFigure = isFigure(writeRaised(last.text));
    } else cells.push({ text, left, right: left + width, isFigure: isFigure(text) });
    space = /\s$/.test(str) ? ' ' : '';
  }
  const height = Math.max(1, ...items.map((item) => item.height));
  const written = cells.map((cell) => ({ ...cell, text: writeRaised(cell.text) }));
  return withSigns(written, height).map((cell) => ({ ...cell, text: withoutInnerSpaces(cell) }));
}

/** In many files, a currency sign before a figure and a closing bracket after it are separate cells. */
function withSigns(cells: readonly Cell[], height: number): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    const gap = last ? (cell.left - last.right) / height : 0;
    const isSigned = last && detachedSign.test(last.text) && cell.isFigure && gap < signGap;
    const sign = last && cell.isFigure && !last.isFigure ? signAfterLabel.exec(last.text)?.[1] : undefined;
    if (last && sign) {
      last.text = last.text.slice(0, -1).trim();
      last.right -= height / 2;
      joined.push({ ...cell, text: `${sign}${cell.text}` });
      continue;
    }
    const isMarked = last?.isFigure && detachedMark.test(cell.text) && gap < markGap;
    if (last && (isSigned || isMarked) && isFigure(`${last.text}${cell.text}`)) {
      last.text += cell.text;
      last.right = cell.right;
      last.isFigure = true;
    } else joined.push({ ...cell });
  }
  return joined;
}

const withoutInnerSpaces = ({ text, isFigure }: Cell): string =>
  isFigure ? text.replace(/(?<=[$€£¥(])\s+|\s+(?=[%)])/g, '') : text;

export const year = /^(?:FY)?(?:19|20)\d\d(?:\s?\(?[a-z\d*]\)?)?$/;

/** A line with more cells is not a row of a report. */
const maxCells = 40;

const figuresIn = (line: Line): Cell[] => line.cells.filter(({ isFigure }) => isFigure);

/** A line of years is a head. */
export function isRow(line: Line): boolean {
  if (line.cells.length > maxCells) return false;
  const figures = figuresIn(line).slice(line.cells[0]?.isFigure && line.cells.length > 1 ? 1 : 0);
  return figures.some(({ text }) => !year.test(text));
}
