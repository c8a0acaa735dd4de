/**
 * The last block of an answer that is being written, as it will look once its marks are closed: bold words are bold
 * from their first letter, a link is its text, half a formula waits. What is stored and copied stays as it came.
 */
import { closeMarks } from './open-marks';

/** What a line consists of while it may still become a list, a rule, the line under a heading or the end of code. */
const marksOnly =
  /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:[-*+=#_~`|:]+[-=*_|: \t]*|\d{1,9}[.)]?|\[[ xX]?\]?)?[ \t]*$/;
const longestMarks = 200;
const emptyBox = /(?<=^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]*\n?$/;
/** A link's definition is never shown. */
const definition = /^ {0,3}\[[^^\]\n][^\]\n]*\]:[ \t]*\S*$/;

/** A block in which many marks are open is read many times over. */
const longest = 10_000;
const isVerbatim = (kind: string) => kind === 'code' || kind === 'html' || kind === 'math';

/** `kind` is the block's; `lead` stands before a part of a longer block. */
export function finishMarks(raw: string, kind: string, lead = ''): string {
  if (kind === 'html' || kind === 'math') return raw;
  if (kind === 'code' || isInFence(lead + raw)) return raw.replace(/\n[ \t>]*(?:`{1,2}|~{1,2})[ \t]*$/, '\n');
  const isTable = kind === 'table';
  // The splitter ends an item that is only a box with a line break of its own.
  const text = kind === 'list' ? raw.replace(emptyBox, '') : raw;
  const lines = isTable ? text.split('\n') : withoutHalfTable(text.split('\n'));
  const last = lines.at(-1) ?? '';
  // The end of code within a list, and the line below the head of a table, are whole.
  const isWhole = fence.test(last) || (isTable && lead === '' && lines.length <= 2);
  if (isWhole) return raw;
  if (last.length <= longestMarks && (marksOnly.test(last) || definition.test(last))) lines[lines.length - 1] = '';
  const from = isTable ? lines.length - 1 : paragraphStart(lines);
  const before = lines.slice(0, from).map((line) => `${line}\n`);
  const open = lines.slice(from).join('\n');
  return before.join('') + (isTable ? closeCell(open) : closeMarks(open));
}

const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;

/** Whether the text ends in code, within a list or a quote too. */
function isInFence(text: string): boolean {
  let open = '';
  for (const line of text.split('\n')) {
    const [, mark = ''] = fence.exec(line) ?? [];
    if (!mark) continue;
    if (!open) open = mark;
    else if (mark.startsWith(open)) open = '';
  }
  return open !== '';
}

/** The head of a table is hidden until the line below makes it one. Three such lines without it are none. */
function withoutHalfTable(lines: string[]): string[] {
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  let from = end;
  while (from > 0 && /^[ \t]*\|/.test(lines[from - 1] ?? '')) from -= 1;
  if (end - from > 2) return [...lines];
  if (end === from) from = /^[ \t]*[-:][-:| \t]*$/.test(lines[end - 1] ?? '') ? end - 2 : end - 1;
  else return [...lines.slice(0, from), ''];
  const isFirst = from === 0 || (from > 0 && lines[from - 1]?.trim() === '');
  return isFirst && isBareHead(lines[from] ?? '') ? [...lines.slice(0, from), ''] : [...lines];
}

/** More text than the name of a column is a sentence in which a pipe stands. */
const longestName = 40;

/** Whether a line is the head of a table without pipes around it, as far as one can tell. */
const isBareHead = (line: string): boolean =>
  line.includes('|') &&
  !/[`$]|\([^)]*\||^\s*(?:[>#]|[-*+][ \t]|\d{1,9}[.)][ \t])/.test(line) &&
  line.split('|').every((cell) => cell.trim().length <= longestName);

/** The first line of the paragraph that the text ends with. */
function paragraphStart(lines: readonly string[]): number {
  let from = lines.length - 1;
  while (from > 0 && !beginsBlock.test(lines[from] ?? '') && !endsBlock.test(lines[from - 1] ?? '')) from -= 1;
  return from;
}

const endsBlock = /^[\s>]*(?:$|`{3}|~{3})/;

const beginsBlock = /^[\s>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])/;

/** Marks do not reach from one cell of a table into the next. */
function closeCell(row: string): string {
  const from = Math.max(0, ...[...row.matchAll(/(?<!\\)\|/g)].map(({ index }) => index + 1));
  return row.slice(0, from) + closeMarks(row.slice(from));
}

const references = /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\[\^([^\]\s]+)\](?!:)|(?<!\])\[([^[\]\n]+)\]\[([^[\]\n]*)\]/g;

/** The marks of footnotes and links whose definitions have not come yet: no number, and the link's text. */
export function hideOpenReferences(raw: string, kind: string, isDefined: (label: string) => boolean): string {
  if (isVerbatim(kind) || raw.length > longest || !/\[\^|\]\[/.test(raw)) return raw;
  return raw.replace(references, (whole, code?: string, note?: string, text?: string, label?: string) => {
    if (code) return whole;
    if (note) return raw.includes(`[^${note}]:`) ? whole : '';
    return isDefined(label || (text ?? '')) ? whole : (text ?? '');
  });
}
