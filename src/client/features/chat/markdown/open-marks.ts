/** Parses the last paragraph of a streaming text, and closes or hides its open marks. */
import { isPrice } from '~/shared/answer-text/dollar-math';

/** A run of `*`, `_` or `~` without its closing run. */
interface Opener {
  sign: string;
  count: number;
  /** Offset in `output`. */
  start: number;
  end: number;
}

interface Reading {
  text: string;
  place: number;
  output: string;
  open: Opener[];
}

/** A paragraph with many open marks would be parsed too often. */
const longest = 10_000;

/** Advances the position, or returns 'over' if nothing after it can be shown yet. */
type Reader = (reading: Reading) => 'over' | undefined;

/** The text with its open marks closed. Marks that can't be closed, such as half a formula, are omitted. */
export function closeMarks(text: string): string {
  if (text.length > longest) return text;
  const reading: Reading = { text: text.replace(unreadable, ''), place: 0, output: '', open: [] };
  while (reading.place < reading.text.length) {
    const reader = readers[reading.text.charAt(reading.place)] ?? keepPlain;
    if (reader(reading) === 'over') break;
  }
  return withClosers(reading);
}

/** An incomplete escape, entity, autolink or image mark at the end. */
const unreadable = /(?:(?<!\\)(?:\\\\)*\\|&#?[a-z0-9]{0,8}|<(?:h|ht|htt|https?(?::[^>\s]*)?)?|(?<=^|\s)!)$/;

function keep(reading: Reading, length: number): undefined {
  reading.output += reading.text.slice(reading.place, reading.place + length);
  reading.place += length;
}

const keepPlain: Reader = (reading) => {
  const next = reading.text.slice(reading.place + 1).search(/[\\`$*_~[!]/);
  keep(reading, next === -1 ? reading.text.length : next + 1);
};

/** Closes the open marks, innermost first; empty marks are removed. */
function withClosers({ output, open }: Reading): string {
  let text = output;
  let closers = '';
  for (const opener of open.toReversed()) {
    if (closers === '' && text.slice(opener.end).trim() === '') text = text.slice(0, opener.start);
    else closers += opener.sign.repeat(opener.count);
  }
  return closers === '' ? text : text.trimEnd() + closers;
}

const code: Reader = (reading) => {
  const rest = reading.text.slice(reading.place);
  const [fence = ''] = /^`+/.exec(rest) ?? [];
  const ends = [...rest.slice(fence.length).matchAll(/`+/g)];
  const end = ends.find(([run]) => run.length === fence.length);
  if (end) return keep(reading, 2 * fence.length + end.index);
  const last = ends.at(-1);
  const isAtEnd = last && last.index + last[0].length === rest.length - fence.length;
  const inside = rest.slice(fence.length, isAtEnd ? fence.length + last.index : undefined);
  // A backtick at the end would merge with the closing backticks.
  if (inside.trim() !== '') reading.output += fence + inside.trimEnd() + (/`\s*$/.test(inside) ? ' ' : '') + fence;
  return 'over';
};

const mathSigns = /[\\^_={}<>]/;
/** A word of prose, not of a formula. */
const hasWord = (text: string) => !mathSigns.test(text) && /[A-Za-z]{3}/.test(text);

const backslash: Reader = (reading) => {
  const mark = reading.text.slice(reading.place, reading.place + 2);
  const close = { '\\(': '\\)', '\\[': '\\]' }[mark];
  if (!close) return keep(reading, 2);
  const rest = reading.text.slice(reading.place + 2);
  const until = rest.indexOf(close);
  if (until !== -1) return keep(reading, until + 4);
  return hasWord(rest) ? keep(reading, 2) : 'over';
};

/** After a number, these are units of a price. */
const unit = /^(?:[kmbt]|mn|mm|mio|bn|mrd|tn|tr|c|p|usd)$/i;

/** Whether text that starts with a number may still become a formula: `2x` may, `5 million` may not. */
function mayBecomeFormula(text: string): boolean {
  const [figure = '', letters = ''] = /^\d[\d.,]*([A-Za-z]*)/.exec(text) ?? [];
  const isAtEnd = figure.length === text.length;
  return figure !== '' && !/\n/.test(text) && (isAtEnd || (letters !== '' && !unit.test(letters)));
}

/** A formula is hidden until it is complete; a price is not a formula. */
const dollar: Reader = (reading) => {
  const { text, place } = reading;
  const mark = text.startsWith('$$', place) ? '$$' : '$';
  const rest = text.slice(place + mark.length);
  const until = rest.indexOf(mark);
  if (mark === '$$') return until === -1 ? 'over' : keep(reading, until + 4);
  const inside = until === -1 ? rest : rest.slice(0, until);
  const isFormula =
    !/[A-Za-z0-9]/.test(text.charAt(place - 1)) &&
    !/^\s|\n/.test(inside) &&
    (until === -1 ? mathSigns.test(inside) || !/^[\d.,]/.test(inside) || mayBecomeFormula(inside) : !isPrice(inside));
  if (!isFormula) return keep(reading, 1);
  if (until !== -1) return keep(reading, /\s$/.test(inside) ? 1 : until + 2);
  return hasWord(rest) ? keep(reading, 1) : 'over';
};

const isSpace = (sign: string) => sign === '' || /\s/.test(sign);
const isPunctuation = (sign: string) => /[\p{P}\p{S}]/u.test(sign);
const isWide = (sign: string) => /[\u3000-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/.test(sign);
const isLetter = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

/** Whether a run of marks can open or close emphasis, given the characters beside it. */
function sidesOf(sign: string, before: string, after: string) {
  const isFree = isWide(before) || isWide(after);
  const opens = !isSpace(after) && (isFree || !isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const closes = !isSpace(before);
  if (sign === '_') return { opens: opens && !isLetter(before), closes: closes && !isLetter(after) };
  return { opens, closes };
}

const emphasis: Reader = (reading) => {
  const { text, place, open } = reading;
  const sign = text.charAt(place);
  let count = 1;
  while (text.charAt(place + count) === sign) count += 1;
  const before = text.charAt(place - 1);
  const after = text.charAt(place + count);
  // The meaning depends on the next character; the marks before it are closed below.
  if (after === '') return 'over';
  // "2*3" and "~5" contain no marks.
  if (sign === '~' ? count !== 2 : count === 1 && sign === '*' && /\d/.test(before) && /\d/.test(after))
    return keep(reading, count);
  const sides = sidesOf(sign, before, after);
  let remaining = count;
  for (let last = open.at(-1); sides.closes && remaining > 0 && last?.sign === sign; last = open.at(-1)) {
    const matched = Math.min(remaining, last.count);
    last.count -= matched;
    remaining -= matched;
    if (last.count === 0) open.pop();
  }
  const start = reading.output.length;
  keep(reading, count);
  if (remaining > 0 && sides.opens) open.push({ sign, count: remaining, start, end: start + count });
};

/** A link is shown as its text until its URL is complete. */
const bracket: Reader = (reading) => {
  const rest = reading.text.slice(reading.place);
  const end = closingBracket(rest);
  const inside = rest.slice(1, end);
  // The number of a source, a footnote or a figure, which has no text of its own.
  const isNumber = /^(?:\[|\^|\d{0,3}$)/.test(inside);
  if (end === undefined) return openLink(reading, isNumber);
  const after = rest.slice(end + 1);
  if (after.startsWith('(')) {
    const length = closingParenthesis(after);
    return length === undefined ? incompleteLink(reading, inside, isNumber) : keep(reading, end + 1 + length);
  }
  if (after === '' || /^\[[^\]]*$/.test(after)) return incompleteLink(reading, inside, isNumber);
  return keep(reading, isNumber ? end + 1 : 1);
};

/** Continues with the link's text, without the bracket. */
function openLink(reading: Reading, isNumber: boolean): 'over' | undefined {
  if (isNumber) return 'over';
  reading.place += 1;
}

function incompleteLink(reading: Reading, inside: string, isNumber: boolean): 'over' {
  if (!isNumber) reading.output += closeMarks(inside);
  return 'over';
}

function closingBracket(text: string): number | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/\\[\s\S]|[[\]]/g)) {
    if (sign === '[') depth += 1;
    if (sign === ']' && --depth === 0) return index;
  }
  return undefined;
}

function closingParenthesis(text: string): number | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/\\[\s\S]|[()]/g)) {
    if (sign === '(') depth += 1;
    if (sign === ')' && --depth === 0) return index + 1;
  }
  return undefined;
}

/** An image is hidden until it is complete. */
const image: Reader = (reading) => {
  const rest = reading.text.slice(reading.place);
  const end = rest.startsWith('![') ? closingBracket(rest.slice(1)) : undefined;
  if (!rest.startsWith('![')) return keep(reading, 1);
  const after = end === undefined ? '' : rest.slice(end + 2);
  if (after.startsWith('(')) {
    const length = closingParenthesis(after);
    return length === undefined ? 'over' : keep(reading, rest.length - after.length + length);
  }
  return after === '' ? 'over' : keep(reading, 2);
};

const readers: Record<string, Reader> = {
  '`': code,
  '\\': backslash,
  $: dollar,
  '*': emphasis,
  _: emphasis,
  '~': emphasis,
  '[': bracket,
  '!': image,
};
