/** Text files: plain, Markdown, JSON, delimited tables, and web pages. */
import Papa from 'papaparse';
import { decodeText } from '~/server/reading/detect/decode-text';
import { count, max, type Reading, readingMessages } from '~/server/reading/reading';
import { htmlBlocks } from '~/server/reading/structure/html-blocks';
import { type Block, joinBlocks, paragraph, table } from '~/server/reading/structure/outline';
import { maxColumns } from '~/server/reading/structure/table';
import type { FileKind } from '~/shared/file-kinds';
import { cleanLayout, withinLimit } from './clean-text';
import { startOfTable, writeTitle } from './csv-titles';

export type TextKind = Extract<FileKind, 'txt' | 'md' | 'json' | 'csv' | 'tsv' | 'html'>;

/** A line this long was not written by hand: such JSON is formatted. */
const longLine = 2000;
const charsetSample = 4096;
/** Enough to recognize the delimiter: for each one it tries, Papa Parse splits all of its text into lines. */
const delimiterSample = 100_000;
/** More rows do not fit into the text limit: a row takes at least five characters. */
const maxRows = () => max.characters / 5;

/** Each repair parses the table again. */
const maxRepairs = 10;

type Whole = Pick<Reading, 'extractedText' | 'note'>;

const readers: Record<TextKind, (bytes: Uint8Array) => Whole> = {
  txt: (bytes) => wholeText(decodeText(bytes)),
  md: (bytes) => wholeText(decodeText(bytes)),
  json: (bytes) => wholeText(laidOut(decodeText(bytes))),
  csv: (bytes) => separated(decodeText(bytes)),
  tsv: (bytes) => separated(decodeText(bytes), '\t'),
  html: (bytes) => textOfBlocks(htmlBlocks(decodeText(bytes, { declared: charsetOf(bytes) }))),
};

export const readText = (kind: TextKind, bytes: Uint8Array): Reading => ({
  processedType: kind,
  ...readers[kind](bytes),
});

/** The reading of a document without pages. */
export function wholeText(raw: string): Whole {
  const { text, isCut } = withinLimit(cleanLayout(raw));
  if (text === '') return { note: readingMessages.noText };
  return isCut ? { extractedText: text, note: readingMessages.onlyBeginning } : { extractedText: text };
}

export const textOfBlocks = (blocks: readonly Block[]): Whole => wholeText(joinBlocks(blocks));

function laidOut(text: string): string {
  if (!text.split('\n').some((line) => line.length > longLine)) return text;
  try {
    JSON.parse(text);
    return indented(text);
  } catch {
    return text;
  }
}

/** A string, an empty list or object, a mark, or white space. */
const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g;
const maxIndent = 40;

/** Valid JSON on several lines. Its values are not parsed, because a number may have more digits than a double. */
function indented(json: string): string {
  let depth = 0;
  const line = () => `\n${' '.repeat(Math.min(depth, maxIndent))}`;
  return json.replace(jsonToken, (token) => {
    // Decodes escaped letters, so that words can be found.
    if (token.startsWith('"')) return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
    if (token === '[' || token === '{') {
      depth += 1;
      return token + line();
    }
    if (token === ']' || token === '}') {
      depth -= 1;
      return line() + token;
    }
    if (token === ',') return token + line();
    return token === ':' ? ': ' : token.replace(/\s+/g, '');
  });
}

/** A first line for Excel, which names the delimiter. */
const delimiterLine = /^"?sep=(.)"?\r?\n/i;

function separated(text: string, delimiter = ''): Whole {
  const [line = '', named = delimiter] = delimiterLine.exec(text) ?? [];
  const { rows, isRepaired } = rowsOf(text.slice(line.length), named);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const first = startOfTable(rows);
  const titles = rows.slice(0, first).map((row) => paragraph(writeTitle(row)));
  const whole = textOfBlocks([...titles, table(rows.slice(first))]);
  const notes = [
    whole.note,
    columns > maxColumns && `Only the first ${count(maxColumns)} of ${count(columns)} columns were read.`,
    isRepaired && 'This table has quotation marks that are not closed. They were read as text.',
  ].filter(Boolean);
  return notes.length > 0 ? { ...whole, note: notes.join(' ') } : whole;
}

/** A quotation mark that is not closed would put the lines below it into one cell, up to the next one or to the end. */
function rowsOf(text: string, known: string): { rows: string[][]; isRepaired: boolean } {
  // Empty lines would count as rows of one column. Errors below need the numbers of all rows.
  const sample = text.slice(0, delimiterSample);
  const { meta } = Papa.parse(sample, { delimiter: known, skipEmptyLines: 'greedy', preview: 10 });
  const options = { delimiter: meta.delimiter, preview: maxRows() };
  let source = text;
  for (let repairs = 0; repairs <= maxRepairs; repairs++) {
    const { data, errors } = Papa.parse<string[]>(source, options);
    const open = errors.find(
      ({ code, row = -1 }) =>
        code === 'MissingQuotes' || (code === 'InvalidQuotes' && data[row]?.some((cell) => /[\r\n]/.test(cell))),
    );
    if (open?.index === undefined) return { rows: data, isRepaired: repairs > 0 };
    // After a space, a quotation mark does not begin a quoted cell. The index is that of the character after the mark.
    source = `${source.slice(0, open.index - 1)} ${source.slice(open.index - 1)}`;
  }
  // Without quoted cells.
  return { rows: Papa.parse<string[]>(text, { ...options, fastMode: true }).data, isRepaired: true };
}

export function charsetOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, charsetSample));
  return /<meta[^>]{1,200}charset\s?=\s?["']?([\w-]{2,30})/i.exec(start.toString('latin1'))?.[1] ?? '';
}
