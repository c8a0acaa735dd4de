/**
 * Where a block that is far longer than usual may be cut into parts that are read and drawn one by one. A cut is final:
 * what follows it never changes what comes before. Each part but the last ends at the first such place after its
 * length, so that the parts are the same however the text arrives.
 */
import type { Token, Tokens } from 'marked';

/** The block that the unread text goes on with, after some of its parts. */
export interface OpenBlock {
  kind: string;
  /** Offset of its first part. */
  start: number;
  /** What the rest needs before it to be read as more of the same: the head of a table, the fence of code. */
  lead: string;
  /** The number of the next item of a numbered list. */
  number: number | undefined;
}

export interface BlockCuts {
  /** Offsets within the block's unread text. */
  places: readonly number[];
  /** Of a list: how many items are before each place. */
  items: readonly number[];
  lead: string;
}

/** From which length a block is cut, and into parts of at least how many characters. */
const sizes: Record<string, { from: number; part: number }> = {
  paragraph: { from: 4000, part: 2000 },
  list: { from: 3000, part: 1200 },
  table: { from: 3000, part: 1000 },
  // Up to here it is coloured, which takes all of it at once.
  code: { from: 20_000, part: 4000 },
};

/** Where a block can be cut by now. */
export function cutsOf(token: Token, open: OpenBlock | undefined): BlockCuts | undefined {
  const size = sizes[token.type];
  if (!size || (!open && token.raw.length < size.from)) return undefined;
  const lead = open ? open.lead : leadOf(token);
  if (lead === undefined) return undefined;
  if (token.type === 'list') return { lead, ...itemCuts(token as Tokens.List, size.part) };
  const raw = open ? token.raw.slice(lead.length) : token.raw;
  const next = token.type === 'paragraph' ? sentenceEnd : lineEnd;
  const places: number[] = [];
  for (let at = next(raw, 0, size.part); at !== undefined; at = next(raw, at, size.part)) places.push(at);
  return { lead, places, items: [] };
}

/** Undefined for blocks that cannot be cut: code that is only indented, and what may still become a link definition. */
function leadOf({ type, raw }: Token): string | undefined {
  if (type === 'code') return /^ {0,3}(?:```|~~~)[^\n]*\n/.exec(raw)?.[0];
  if (type === 'table') return /^[^\n]*\n[^\n]*\n/.exec(raw)?.[0];
  return type === 'paragraph' && /^ {0,3}\[/.test(raw) ? undefined : '';
}

/** After the line that reaches the length, once something of the next line is there. */
function lineEnd(raw: string, from: number, length: number): number | undefined {
  const end = raw.indexOf('\n', from + length - 1) + 1;
  return end > 0 && end < raw.length ? end : undefined;
}

/** Whatever follows, the words of an item make it one. */
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;

function itemCuts({ raw, items }: Tokens.List, length: number): Omit<BlockCuts, 'lead'> {
  const cuts = { places: [] as number[], items: [] as number[] };
  let at = 0;
  for (const [index, { raw: text }] of items.entries()) {
    if (at >= (cuts.places.at(-1) ?? 0) + length && item.test(raw.slice(at, at + 200))) {
      cuts.places.push(at);
      cuts.items.push(index);
    }
    at += text.length;
  }
  return cuts;
}

/** Only before a letter: signs and figures at the beginning could be read as a list. */
const sentenceEnds = /[.!?][)"'\]*_]{0,4}\s{1,4}(?=\p{L})|[。！？](?=\p{L})/gu;
const wordEnds = /\s(?=\p{L})/gu;
/** So many ends of sentences are tried. */
const tries = 20;

/** Where no link, code or emphasis is open; after twice the length, wherever a word ends. */
function sentenceEnd(raw: string, from: number, length: number): number | undefined {
  const near = raw.slice(from, from + 2 * length);
  let tried = 0;
  for (const at of endsIn(near, sentenceEnds, length)) {
    if (isClosed(near.slice(0, at))) return from + at;
    if (++tried === tries) break;
  }
  const further = raw.slice(from, from + 4 * length);
  for (const at of endsIn(further, wordEnds, 2 * length)) return from + at;
  return undefined;
}

function* endsIn(text: string, pattern: RegExp, from: number): Generator<number> {
  pattern.lastIndex = from;
  for (const { index, 0: end } of text.matchAll(pattern)) yield index + end.length;
}

const isClosed = (text: string) =>
  countOf(text, '[') === countOf(text, ']') && ['`', '*', '**'].every((sign) => countOf(text, sign) % 2 === 0);

const countOf = (text: string, sign: string) => text.split(sign).length - 1;
