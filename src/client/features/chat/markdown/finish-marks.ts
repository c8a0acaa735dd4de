/**
 * Completes the Markdown of a streaming answer's last block, so that it looks as it will once its marks are closed:
 * bold text is bold from its first letter, a link shows its text, half a formula is hidden. The stored and copied text
 * is unchanged.
 */
import { hasReferences } from './has-references';
import { closeMarks } from './open-marks';

/** Characters of a line that may still become a list, a rule, a heading underline or a closing fence. */
const marksOnly =
  /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:[-*+=#_~`|:]+[-=*_|: \t]*|\d{1,9}[.)]?|\[[ xX]?\]?)?[ \t]*$/;
const longestMarks = 200;
const emptyBox = /(?<=^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\][ \t]*\n?$/;
/** Link definitions are never visible. */
const definition = /^ {0,3}\[[^^\]\n][^\]\n]*\]:[ \t]*\S*$/;

/** A block with many open marks would be parsed too often. */
const longest = 10_000;
const isVerbatim = (kind: string) => kind === 'code' || kind === 'html' || kind === 'math';

/** `kind` is the block's type; `lead` is the prefix of a part of a longer block. */
export function finishMarks(raw: string, kind: string, lead = ''): string {
  if (kind === 'html' || kind === 'math') return raw;
  if (kind === 'code' || isInFence(lead + raw)) return raw.replace(/\n[ \t>]*(?:`{1,2}|~{1,2})[ \t]*$/, '\n');
  const isTable = kind === 'table';
  // marked ends an item that contains only a checkbox with a line break of its own.
  const text = kind === 'list' ? raw.replace(emptyBox, '') : raw;
  const lines = isTable ? text.split('\n') : withoutIncompleteTable(text.split('\n'));
  const last = lines.at(-1) ?? '';
  // A closing fence within a list, and the delimiter row of a table, are complete.
  const isWhole = fence.test(last) || (isTable && lead === '' && lines.length <= 2);
  if (isWhole) return raw;
  if (last.length <= longestMarks && (marksOnly.test(last) || definition.test(last))) lines[lines.length - 1] = '';
  const from = isTable ? lines.length - 1 : paragraphStart(lines);
  const before = lines.slice(0, from).map((line) => `${line}\n`);
  const open = lines.slice(from).join('\n');
  return before.join('') + (isTable ? closeCell(open) : closeMarks(open));
}

const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;

/** Whether the text ends inside a code fence, also within a list or a quote. */
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

/** Hides a possible table header until its delimiter row arrives. After three lines without it, there is no table. */
function withoutIncompleteTable(lines: string[]): string[] {
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  let from = end;
  while (from > 0 && /^[ \t]*\|/.test(lines[from - 1] ?? '')) from -= 1;
  if (end - from > 2) return [...lines];
  if (end === from) from = /^[ \t]*[-:][-:| \t]*$/.test(lines[end - 1] ?? '') ? end - 2 : end - 1;
  else return [...lines.slice(0, from), ''];
  const isFirst = from === 0 || (from > 0 && lines[from - 1]?.trim() === '');
  return isFirst && isHeaderWithoutRows(lines[from] ?? '') ? [...lines.slice(0, from), ''] : [...lines];
}

/** Longer text is not a column name but a sentence that contains a pipe. */
const longestName = 40;

/** Whether a line is probably a table header without outer pipes. */
const isHeaderWithoutRows = (line: string): boolean =>
  line.includes('|') &&
  !/[`$]|\([^)]*\||^\s*(?:[>#]|[-*+][ \t]|\d{1,9}[.)][ \t])/.test(line) &&
  line.split('|').every((cell) => cell.trim().length <= longestName);

/** The index of the first line of the last paragraph. */
function paragraphStart(lines: readonly string[]): number {
  let from = lines.length - 1;
  while (from > 0 && !beginsBlock.test(lines[from] ?? '') && !endsBlock.test(lines[from - 1] ?? '')) from -= 1;
  return from;
}

const endsBlock = /^[\s>]*(?:$|`{3}|~{3})/;

const beginsBlock = /^[\s>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t])/;

/** Closes marks within the last cell, because they never span table cells. */
function closeCell(row: string): string {
  const from = Math.max(0, ...[...row.matchAll(/(?<!\\)\|/g)].map(({ index }) => index + 1));
  return row.slice(0, from) + closeMarks(row.slice(from));
}

const references = /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\[\^([^\]\s]+)\](?!:)|(?<!\])\[([^[\]\n]+)\]\[([^[\]\n]*)\]/g;

/** Hides footnote references whose definitions have not arrived, and reduces such links to their text. */
export function hideOpenReferences(raw: string, kind: string, isDefined: (label: string) => boolean): string {
  if (isVerbatim(kind) || raw.length > longest || !hasReferences(raw)) return raw;
  return raw.replace(references, (whole, code?: string, note?: string, text?: string, label?: string) => {
    if (code) return whole;
    if (note) return raw.includes(`[^${note}]:`) ? whole : '';
    return isDefined(label || (text ?? '')) ? whole : (text ?? '');
  });
}
