/**
 * Normalizes a text for comparison with a quotation. Only typography is folded: white space, line breaks, hyphenation,
 * dashes, shapes of quotation marks, ligatures, full-width and composed characters. Letters, digits, signs, case and
 * word order stay, so equal folded texts say the same.
 */
import { isSpaceless, isWidePunctuation } from './spaceless-scripts';

export interface Span {
  start: number;
  end: number;
}

/**
 * What separates two characters of a skeleton. `row` is the border between two table rows, `loose` is white space beside
 * a script without spaces, as in '2024 年' for '2024年'.
 */
export const gaps = {
  none: 0,
  space: 1,
  hyphen: 2,
  minus: 3,
  trailing: 4,
  dash: 5,
  lineHyphen: 6,
  row: 7,
  loose: 8,
} as const;

export interface FoldedText {
  /** The text without white space, hyphens and cell borders. */
  skeleton: string;
  /** For each character of the skeleton, the gap before it (one of `gaps`). */
  gaps: Uint8Array;
  /** For each character of the skeleton, its start and end in the text. */
  starts: Int32Array;
  ends: Int32Array;
}

const isSpace = (code: number) =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0x85 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000;

const isLineBreak = (code: number) => (code >= 10 && code <= 13) || code === 0x85 || code === 0x2028 || code === 0x2029;

/** Soft hyphens, zero-width spaces, word joiners and direction marks. */
const isInvisible = (code: number) =>
  code === 0xad ||
  code === 0x200b ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202e) ||
  code === 0x2060 ||
  (code >= 0x2066 && code <= 0x2069) ||
  code === 0xfeff;

const isHyphen = (code: number) => code === 45 || code === 0x2010 || code === 0x2011 || code === 0x2212;
const isDash = (code: number) => code >= 0x2012 && code <= 0x2015;

const doubleMarks = new Set('"“”„‟«»″＂'.split('').map((mark) => mark.charCodeAt(0)));
const singleMarks = new Set("'‘’‚‛‹›′´`＇".split('').map((mark) => mark.charCodeAt(0)));

const isDigit = (code: number) => code >= 48 && code <= 57;
const letter = /[\p{L}\p{M}]/u;
const isLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code > 127 && letter.test(String.fromCharCode(code)));
const isCombining = (code: number) => code >= 0x300 && code <= 0x36f;

/** More combining marks than any script uses are cut off, to limit the time per character. */
const maxMarks = 8;

const pipe = 124;
/** The delimiter row below a table's header. */
const underHead = /\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+/y;

/** ASCII characters that need no folding: all but the hyphen, quotation marks and the cell border. */
const isPlain = (code: number) =>
  code > 32 && code < 127 && code !== 34 && code !== 39 && code !== 45 && code !== 96 && code !== pipe;
/** Characters that may expand: an ellipsis and some ligatures become three characters. */
const growing = /[\u0300-\u036f\u2026\u2126\u212a\u212b\uf900-\ufb06\uff01-\uff5e]/g;

export function foldText(text: string): FoldedText {
  const capacity = text.length + 3 * (text.match(growing)?.length ?? 0);
  const skeleton = new Uint16Array(capacity);
  const found: FoldedText = {
    skeleton: '',
    gaps: new Uint8Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
  };
  let length = 0;
  let at = 0;
  /** Whether the last character was full-width punctuation before it was folded. */
  let isAfterWide = false;
  const push = (code: number, start: number, end: number, gap: number) => {
    skeleton[length] = code;
    found.gaps[length] = gap;
    found.starts[length] = start;
    found.ends[length] = end;
    length += 1;
  };
  while (at < text.length) {
    // Fast path for most text: a plain character after another, or after one space.
    const hasSpace = text.charCodeAt(at) === 32;
    const place = hasSpace ? at + 1 : at;
    const plain = text.charCodeAt(place);
    if (isPlain(plain) && !isCombining(text.charCodeAt(place + 1))) {
      const isSeparate = hasSpace && !isClosing(plain) && !(length > 0 && opens(skeleton[length - 1] ?? 0, plain));
      const isLoose = isSeparate && length > 0 && (isAfterWide || isSpaceless(skeleton[length - 1] ?? 0));
      push(plain, place, place + 1, isLoose ? gaps.loose : isSeparate ? gaps.space : gaps.none);
      isAfterWide = false;
      at = place + 1;
      continue;
    }
    const between = readGap(text, at);
    at = between.end;
    if (at >= text.length) break;
    const character = readCharacter(text, at);
    const previous = length === 0 ? 0 : (skeleton[length - 1] ?? 0);
    const next = character.folded.charCodeAt(0);
    const isWide = isWidePunctuation(text.charCodeAt(at));
    let gap = gapOf(between, previous, next);
    if (gap === gaps.space && (isWide || isAfterWide || isSpaceless(previous) || isSpaceless(next))) gap = gaps.loose;
    for (const folded of codesOf(character.folded, gap === gaps.none && isDigit(previous))) {
      push(folded, at, character.end, gap);
      gap = gaps.none;
    }
    at = character.end;
    isAfterWide = isWide;
  }
  found.skeleton = Buffer.from(skeleton.buffer, 0, length * 2).toString('utf16le');
  return found;
}

interface Between {
  end: number;
  hasSpaceBefore: boolean;
  hasSpaceAfter: boolean;
  hasLineBreakAfter: boolean;
  /** True where a table begins or one of its rows ends. */
  hasRowBorder: boolean;
  hyphens: number;
  dashes: number;
}

function readGap(text: string, from: number): Between {
  const between: Between = {
    end: from,
    hasSpaceBefore: false,
    hasSpaceAfter: false,
    hasLineBreakAfter: false,
    hasRowBorder: false,
    hyphens: 0,
    dashes: 0,
  };
  let hasLineBreak = from === 0;
  let hasPipe = false;
  for (; between.end < text.length; between.end++) {
    const code = text.charCodeAt(between.end);
    hasLineBreak ||= isLineBreak(code);
    if (code === pipe && isCellBorder(text, between.end)) {
      hasPipe = true;
      between.hasSpaceBefore = true;
      underHead.lastIndex = between.end;
      const line = underHead.exec(text)?.[0].length ?? 1;
      between.end += line - 1;
    } else if (isHyphen(code)) between.hyphens += 1;
    else if (isDash(code)) between.dashes += 1;
    else if (isSpace(code)) {
      if (between.hyphens + between.dashes === 0) between.hasSpaceBefore = true;
      else between.hasSpaceAfter = true;
      if (isLineBreak(code) && between.hyphens === 1) between.hasLineBreakAfter = true;
    } else if (!isInvisible(code)) break;
  }
  between.hasRowBorder = hasPipe && hasLineBreak;
  return between;
}

/** A vertical bar between white space, as in Markdown tables; unlike the mathematical sign. */
const isCellBorder = (text: string, at: number): boolean =>
  (at === 0 || isSpace(text.charCodeAt(at - 1))) && (at + 1 === text.length || isSpace(text.charCodeAt(at + 1)));

function gapOf(between: Between, previous: number, next: number): number {
  const { hasSpaceBefore, hasSpaceAfter, hyphens, dashes } = between;
  if (hyphens + dashes === 0) {
    if (between.hasRowBorder) return gaps.row;
    const isIgnored =
      !hasSpaceBefore || isClosing(next) || opens(previous, next) || (isSpaceless(previous) && isSpaceless(next));
    return isIgnored ? gaps.none : gaps.space;
  }
  if (between.hasLineBreakAfter && !hasSpaceBefore && dashes === 0)
    return isLetter(previous) && isLetter(next) ? gaps.lineHyphen : gaps.hyphen;
  const isBetweenWords = !isDigit(previous) && !isDigit(next);
  if ((isBetweenWords && (dashes > 0 || hyphens > 1)) || (hasSpaceBefore && hasSpaceAfter)) return gaps.dash;
  if (hasSpaceBefore) return gaps.minus;
  return hasSpaceAfter ? gaps.trailing : gaps.hyphen;
}

/** Punctuation that some languages, or tables of figures, separate by a space. */
const isClosing = (code: number) =>
  code === 37 || code === 0x2030 || code === 41 || code === 58 || code === 59 || code === 33 || code === 63;

/** An opening bracket, or a currency sign before its figure, which tables separate by a space. */
const opens = (code: number, next: number) =>
  code === 40 || ((code === 36 || code === 0x20ac || code === 0xa3 || code === 0xa5) && (isDigit(next) || next === 40));

function readCharacter(text: string, at: number): { folded: string; end: number } {
  const code = text.charCodeAt(at);
  const end = at + 1;
  if (isCombining(text.charCodeAt(end))) {
    let last = end;
    while (last < end + maxMarks && isCombining(text.charCodeAt(last))) last++;
    return { folded: text.slice(at, last).normalize('NFC'), end: last };
  }
  if (code < 0x2000) return { folded: code === 0xb5 ? 'μ' : text.charAt(at), end };
  if (code === 0x2026) return { folded: '...', end };
  // Ligatures, full-width forms and characters that Unicode encodes twice. Superscripts and fractions are excluded,
  // because they change a number.
  const hasDuplicate =
    (code >= 0xfb00 && code <= 0xfb06) ||
    (code >= 0xff01 && code <= 0xff5e) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    code === 0x2126 ||
    code === 0x212a ||
    code === 0x212b;
  return { folded: hasDuplicate ? text.charAt(at).normalize('NFKC') : text.charAt(at), end };
}

/** After a digit, a quotation mark can be a unit (feet or inches); elsewhere its shape is only typography. */
function* codesOf(folded: string, isAfterDigit: boolean): Generator<number> {
  for (let index = 0; index < folded.length; index++) {
    const code = folded.charCodeAt(index);
    if (singleMarks.has(code)) yield 39;
    else if (doubleMarks.has(code)) yield isAfterDigit ? 34 : 39;
    else yield code;
  }
}

/** After hyphenation at a line end, it is unknown whether the word has a hyphen elsewhere. */
export function isSameGap(one: number, other: number): boolean {
  if (one === other) return true;
  if (one === gaps.loose) return other === gaps.none || other === gaps.space;
  if (other === gaps.loose) return one === gaps.none || one === gaps.space;
  if (one === gaps.lineHyphen) return other === gaps.none || other === gaps.hyphen;
  return other === gaps.lineHyphen && (one === gaps.none || one === gaps.hyphen);
}
