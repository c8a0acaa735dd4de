/** Text files: plain, Markdown, JSON, delimited tables, and web pages. */
import Papa from 'papaparse';
import { decodeText } from '~/server/reading/detect/decode-text';
import { max, type Reading, ReadingFailure, words } from '~/server/reading/reading';
import { htmlBlocks } from '~/server/reading/structure/html-blocks';
import { type Block, joinBlocks } from '~/server/reading/structure/outline';
import { writeTable } from '~/server/reading/structure/table';
import type { FileKind } from '~/shared/file-kinds';
import { cleanLayout, withinLimit } from './clean-text';

export type TextKind = Extract<FileKind, 'txt' | 'md' | 'json' | 'csv' | 'tsv' | 'html'>;

/** A line this long was not written by hand: such JSON is formatted. */
const longLine = 2000;
const charsetSample = 4096;
/** More rows do not fit into the text limit: a row takes at least five characters. */
const maxRows = () => max.characters / 5;

const readers: Record<TextKind, (bytes: Uint8Array) => string> = {
  txt: decodeText,
  md: decodeText,
  json: (bytes) => laidOut(decodeText(bytes)),
  csv: (bytes) => separated(decodeText(bytes)),
  tsv: (bytes) => separated(decodeText(bytes), '\t'),
  html: (bytes) => joinBlocks(htmlBlocks(decodeText(bytes, { declared: charsetOf(bytes) }))),
};

export const readText = (kind: TextKind, bytes: Uint8Array): Reading => ({
  processedType: kind,
  ...wholeText(readers[kind](bytes)),
});

/** The reading of a document without pages. */
export function wholeText(raw: string): Pick<Reading, 'extractedText' | 'note'> {
  const { text, isCut } = withinLimit(cleanLayout(raw));
  if (text === '') return { note: words.noText };
  return isCut ? { extractedText: text, note: words.onlyBeginning } : { extractedText: text };
}

export const textOfBlocks = (blocks: readonly Block[]): Pick<Reading, 'extractedText' | 'note'> =>
  wholeText(joinBlocks(blocks));

function laidOut(text: string): string {
  if (!text.split('\n').some((line) => line.length > longLine)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

function separated(text: string, delimiter = ''): string {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy', preview: maxRows() });
  // An unclosed quotation mark swallows the rest of the table: an error is better than one huge cell.
  if (errors.some(({ type }) => type === 'Quotes') && data.length <= 1) {
    throw new ReadingFailure(words.damaged, { cause: errors[0] });
  }
  return writeTable(data);
}

export function charsetOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, charsetSample));
  return /<meta[^>]{1,200}charset\s?=\s?["']?([\w-]{2,30})/i.exec(start.toString('latin1'))?.[1] ?? '';
}
