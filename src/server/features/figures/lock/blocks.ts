/** Splits an answer into the pieces in which numbers are checked: sentences of prose and cells of tables. */
import { sentenceEndsIn } from '~/server/features/citations/sentence-ends';

export interface Sentence {
  kind: 'sentence';
  text: string;
  start: number;
  /** A heading, or a line that introduces a list: it sets the subject of the following pieces. */
  leads: boolean;
  /** The first piece of a paragraph or list item. */
  opens: boolean;
  isItem: boolean;
}

export interface Cell {
  kind: 'cell';
  text: string;
  start: number;
  /** The header of its column, and the first cell of its row. */
  column: string;
  columnBefore: string;
  /** The header of the first column, which describes the rows. */
  firstColumn: string;
  row: string;
  isFirst: boolean;
}

export type Block = Sentence | Cell;

const tableRow = /^\s*\|.*\|\s*$/;
const tableRule = /^\s*\|[\s:|-]+\|\s*$/;
const heading = /^\s{0,3}#{1,6}\s|^\s*(?:[-*+•]\s)?(?:\*\*|__)[^*_]{1,120}(?:\*\*|__):?\s*$/;
const listItem = /^\s*(?:[-*+•]|\p{Nd}{1,4}[.)、])\s/u;
const fence = /^\s*(?:`{3,}|~{3,})\s*([\w+#.-]*)/;
/** Code blocks that contain ordinary text rather than a program. */
const plainText = /^(?:|te?xt|plain(?:text)?|none|markdown|md|[ct]sv|table|output)$/i;
/** What may begin a sentence behind a dot: no letter in lower case. */
const beginning = /[\p{Lu}\p{Lo}\p{Nd}*_"“„«([$€£+−-]/u;

export function* blocksOf(text: string): Generator<Block> {
  let start = 0;
  let header: string[] = [];
  let isFenced = false;
  let isCode = false;
  let afterBreak = true;
  for (const line of text.split('\n')) {
    const [, language] = fence.exec(line) ?? [];
    if (language !== undefined) {
      isFenced = !isFenced;
      isCode = isFenced && !plainText.test(language);
    } else if (isCode) {
      // Programs make no statements about the portfolio.
    } else if (tableRow.test(line)) {
      if (header.length === 0) {
        header = cellsOf(line).map(({ words }) => title(words));
        yield* titles(line, start);
      } else if (!tableRule.test(line)) yield* rowOf(line, start, header);
    } else {
      header = [];
      if (line.trim() === '') afterBreak = true;
      else {
        yield* proseOf(line, start, afterBreak);
        afterBreak = false;
      }
    }
    start += line.length + 1;
  }
}

/** Cut, because headers are read again for each cell. */
const title = (words = '') => words.slice(0, 200);

function* rowOf(line: string, start: number, header: readonly string[]): Generator<Cell> {
  const cells = cellsOf(line);
  const row = title(cells[0]?.words);
  for (const [index, { words, at }] of cells.entries())
    yield {
      kind: 'cell',
      text: words,
      start: start + at,
      column: header[index] ?? '',
      columnBefore: header[index - 1] ?? '',
      firstColumn: header[0] ?? '',
      row,
      isFirst: index === 0,
    };
}

/** A header can contain a figure itself: "Return (12.5%)". */
function* titles(line: string, start: number): Generator<Cell> {
  for (const { words, at } of cellsOf(line))
    yield {
      kind: 'cell',
      text: words,
      start: start + at,
      column: words,
      columnBefore: '',
      firstColumn: '',
      row: '',
      isFirst: true,
    };
}

function cellsOf(line: string): { words: string; at: number }[] {
  return [...line.matchAll(/(?<=\|)[^|]*(?=\|)/g)].map((match) => ({ words: match[0], at: match.index }));
}

function* proseOf(line: string, start: number, opensParagraph: boolean): Generator<Sentence> {
  const isItem = listItem.test(line);
  const isHeading = heading.test(line);
  let opens = opensParagraph || isItem || isHeading;
  for (const { words, at } of partsOf(line)) {
    const leads = isHeading || (!isItem && /[:：]\s*[*_]*\s*$/.test(words));
    yield { kind: 'sentence', text: words, start: start + at, leads, opens, isItem };
    opens = false;
  }
}

function* partsOf(line: string): Generator<{ words: string; at: number }> {
  let at = 0;
  for (const { mark, end } of sentenceEndsIn(line)) {
    let next = end;
    while (/\s/.test(line.charAt(next))) next += 1;
    if (/[.!?]/.test(line.charAt(mark)) && !beginning.test(line.charAt(next))) continue;
    yield* piecesOf(line.slice(at, end), at);
    at = next;
  }
  if (at < line.length) yield* piecesOf(line.slice(at), at);
}

/** Longer than any real sentence. Limited, because the cost grows with the square of a piece's length. */
const longestPiece = 1500;
const gapAtEnd = /[\s，、；：][^\s，、；：]{0,200}$/u;

function* piecesOf(sentence: string, start: number): Generator<{ words: string; at: number }> {
  let at = 0;
  while (sentence.length - at > longestPiece) {
    const piece = sentence.slice(at, at + longestPiece);
    const gap = gapAtEnd.exec(piece)?.index ?? piece.length - 1;
    // Keeps surrogate pairs together.
    const length = gap + (/[\uDC00-\uDFFF]/.test(sentence.charAt(at + gap + 1)) ? 0 : 1);
    yield { words: sentence.slice(at, at + length), at: start + at };
    at += length;
  }
  yield { words: sentence.slice(at), at: start + at };
}
