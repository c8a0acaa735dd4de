/**
 * Finds where an unusually long block can be split into parts that are parsed and rendered separately. A split is
 * final: later text never changes the parts before it. Each part but the last ends at the first possible place after
 * its minimum length, so that the parts are the same however the text arrives.
 */
import type { Token, Tokens } from 'marked';
import { sentenceMarks } from '~/shared/sentence-marks';

/** The block that the unparsed text continues, after some of its parts. */
export interface OpenBlock {
  kind: string;
  /** Offset of the first part in the source. */
  start: number;
  /** Prefix that makes the rest parse as the same block: the header of a table, the fence of code. */
  lead: string;
  /** The number of the next item in an ordered list. */
  number: number | undefined;
}

export interface BlockCuts {
  /** Offsets within the block's unparsed text. */
  places: readonly number[];
  /** For lists: the number of items before each place. */
  items: readonly number[];
  lead: string;
}

/** The length from which a block is split, and the minimum length of its parts. */
const sizes: Record<string, { from: number; part: number }> = {
  paragraph: { from: 4000, part: 2000 },
  list: { from: 3000, part: 1200 },
  table: { from: 3000, part: 500 },
  // Below this length, code is highlighted, which requires all of it at once.
  code: { from: 20_000, part: 4000 },
};

/** Where a block can be split with the text received so far. */
export function cutsOf(token: Token, open: OpenBlock | undefined): BlockCuts | undefined {
  const size = sizes[token.type];
  if (!size || (!open && token.raw.length < size.from)) return undefined;
  const lead = open ? open.lead : leadOf(token);
  if (lead === undefined) return undefined;
  // marked's union contains a generic token, so the type alone doesn't narrow it.
  if (token.type === 'list') return { lead, ...itemCuts(token as Tokens.List, size.part) };
  const raw = open ? token.raw.slice(lead.length) : token.raw;
  const next = token.type === 'paragraph' ? sentenceEnd : lineEnd;
  const places: number[] = [];
  for (let at = next(raw, 0, size.part); at !== undefined; at = next(raw, at, size.part)) places.push(at);
  return { lead, places, items: [] };
}

/** Undefined for blocks that can't be split: indented code, and text that may still become a link definition. */
function leadOf({ type, raw }: Token): string | undefined {
  if (type === 'code') return /^ {0,3}(?:```|~~~)[^\n]*\n/.exec(raw)?.[0];
  if (type === 'table') return /^[^\n]*\n[^\n]*\n/.exec(raw)?.[0];
  return type === 'paragraph' && /^ {0,3}\[/.test(raw) ? undefined : '';
}

/** The end of the line that reaches the length, once the next line has started. */
function lineEnd(raw: string, from: number, length: number): number | undefined {
  const end = raw.indexOf('\n', from + length - 1) + 1;
  return end > 0 && end < raw.length ? end : undefined;
}

/** A marker followed by text is an item, whatever follows. */
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/;

function itemCuts({ raw, items }: Tokens.List, length: number): Omit<BlockCuts, 'lead'> {
  const cuts: { places: number[]; items: number[] } = { places: [], items: [] };
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

/** Only before a letter, because signs and digits at the start of a part could be parsed as a list. */
const sentenceEnds = new RegExp(`[.!?][)"'\\]*_]{0,4}\\s{1,4}(?=\\p{L})|[${sentenceMarks}](?=\\p{L})`, 'gu');
const wordEnds = /\s(?=\p{L})/gu;
/** The number of sentence ends to try. */
const tries = 20;

/** The first sentence end outside links, code and emphasis; after twice the length, any end of a word. */
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
