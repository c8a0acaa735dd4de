/**
 * Splits streaming Markdown into its top-level blocks, parsing only the unfinished end again. A block is settled once
 * no further text can change it; a settled block remains the same object, so that memoized components rerender only the
 * last blocks, however long the answer is.
 */
import { Lexer, Marked, type Token } from 'marked';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { cutsOf, type OpenBlock } from './block-parts';

export interface MarkdownBlock {
  /** Offset of `raw` in the source, which identifies the block within an answer. */
  start: number;
  raw: string;
  kind: string;
  isSettled: boolean;
  /** Present on the parts of a block that was split. */
  part?: BlockPart;
}

export interface BlockPart {
  /** Offset of the first part of its block. */
  of: number;
  /** The header of its table or the fence of its code; empty for the first part, which contains it. */
  lead: string;
  /** The number of its first item, in an ordered list. */
  number: number | undefined;
}

export interface SplitMarkdown {
  source: string;
  blocks: readonly MarkdownBlock[];
  /** Link definitions by label, as lines that can be appended to a block that refers to them. */
  definitions: ReadonlyMap<string, string>;
  settled: Settled;
}

/** The part of the source that is never parsed again. */
interface Settled {
  end: number;
  blocks: readonly MarkdownBlock[];
  definitions: ReadonlyMap<string, string>;
  hasFootnotes: boolean;
  /** The block that continues after `end`, if it was split. */
  open?: OpenBlock;
}

const nothing: Settled = { end: 0, blocks: [], definitions: new Map(), hasFootnotes: false };
/** The minimum number of characters parsed at a time. */
const stretch = 4000;

/** `previous` is the last result, whose settled blocks are reused if `text` continues its source. */
export function splitMarkdown(text: string, previous?: SplitMarkdown): SplitMarkdown {
  const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (previous?.source === source) return previous;
  const before = previous && source.startsWith(previous.source) ? previous.settled : nothing;

  const { settled, tokens, definitions } = parseNew(source, before);
  const rest = toBlocks(tokens, settled, false);
  const hasFootnotes = settled.hasFootnotes || tokens.some(holdsFootnote);
  const blocks = hasFootnotes
    ? // Footnotes and their references must be parsed together.
      [{ start: 0, raw: flattenNesting(source), kind: 'document', isSettled: false }]
    : [...settled.blocks, ...rest];
  return {
    source,
    blocks: reused(blocks, previous?.blocks ?? [], settled.blocks.length),
    definitions: merged(settled.definitions, definitions),
    settled,
  };
}

/** Settles as many blocks as possible, in steps; the returned tokens are those of the rest. */
function parseNew(source: string, before: Settled) {
  let settled = before;
  let end = before.end + stretch;
  for (;;) {
    const lead = settled.open?.lead ?? '';
    const tail = flattenNesting(lead + source.slice(settled.end, end));
    const { tokens, definitions } = lex(tail);
    const next = settle(settled, tail, tokens);
    if (next === settled && end >= source.length) return { settled, tokens, definitions };
    settled = next;
    // Advances by at least the length that is parsed again, so that the total time is linear in the length of the text.
    if (end < source.length) end += Math.max(stretch, end - settled.end);
  }
}

function settle(before: Settled, tail: string, tokens: readonly Token[]): Settled {
  const count = settledTokens(tail, tokens);
  if (count === 0) return cutOff(before, tail, tokens);
  const completed = tokens.slice(0, count);
  const raw = completed.map((token) => token.raw).join('');
  return {
    end: before.end + raw.length - (before.open?.lead.length ?? 0),
    blocks: [...before.blocks, ...toBlocks(completed, before, true)],
    // Definitions inside quotes and lists count too, and only the lexer finds those.
    definitions: merged(before.definitions, definitionsIn(raw)),
    hasFootnotes: before.hasFootnotes || completed.some(holdsFootnote),
  };
}

/** Settles the first parts of a very long block whose end is far away or has not arrived. */
function cutOff(before: Settled, tail: string, tokens: readonly Token[]): Settled {
  const [token] = tokens;
  const open = before.open?.kind === token?.type ? before.open : undefined;
  const cuts = token && cutsOf(token, open);
  if (!cuts || cuts.places.length === 0) return before;
  const { start: of, number: first } = open ?? { start: before.end, number: firstNumber(token) };
  const numberAt = (index: number) => (first === undefined ? undefined : first + (cuts.items[index] ?? 0));
  const unread = tail.slice(open?.lead.length ?? 0);
  const parts = cuts.places.map((end, index): MarkdownBlock => {
    const from = cuts.places[index - 1] ?? 0;
    const lead = open || index > 0 ? cuts.lead : '';
    const part = { of, lead, number: index === 0 ? first : numberAt(index - 1) };
    return { start: before.end + from, raw: unread.slice(from, end), kind: token.type, isSettled: true, part };
  });
  const last = cuts.places.length - 1;
  const raw = unread.slice(0, cuts.places[last]);
  return {
    end: before.end + raw.length,
    blocks: [...before.blocks, ...parts],
    definitions: merged(before.definitions, definitionsIn(raw)),
    hasFootnotes: before.hasFootnotes || holdsFootnote({ ...token, raw }),
    open: { kind: token.type, start: of, lead: cuts.lead, number: numberAt(last) },
  };
}

const definitionsIn = (raw: string) => (raw.includes(']:') ? lex(raw).definitions : nothing.definitions);

const firstNumber = (token: Token): number | undefined =>
  token.type === 'list' && typeof token.start === 'number' ? token.start : undefined;

/**
 * The number of tokens that no further text can change. A token is safe when it ends with a blank line and the line
 * after that is complete, because only then can the line not continue a list ("2" may become "2. second").
 */
function settledTokens(tail: string, tokens: readonly Token[]): number {
  let count = 0;
  let end = 0;
  for (const [index, token] of tokens.entries()) {
    const isAfterBlankLine = index > 0 && /\n[ \t]*\n[ \t]*$/.test(tail.slice(Math.max(0, end - 200), end));
    if (isAfterBlankLine && token.type !== 'space' && tail.indexOf('\n', end) !== -1) count = index;
    if (mayBecomeDefinition(token, tail, end)) break;
    end += token.raw.length;
  }
  return count;
}

/** A link definition can span blank lines while its label or title is open, and absorb the blocks in between. */
function mayBecomeDefinition(token: Token, tail: string, start: number): boolean {
  if (!/^ {0,3}\[/.test(token.raw)) return false;
  const text = tail.slice(start);
  return openLabel.test(text) || openTitle.test(text);
}

const openLabel = /^ {0,3}\[(?:\\[\s\S]|[^[\]\\])*\\?$/;
const openTitle =
  /^ {0,3}\[(?:\\[\s\S]|[^[\]\\])+\]: *(?:\n[ \t]*)?(?:[^<\s]\S*|<[^\n]*?>)(?: +(?:\n[ \t]*)?| *\n[ \t]*)(?:"(?:\\[\s\S]|[^"\\])*\\?|'(?:\\[\s\S]|[^'\\])*\\?|\((?:\\[\s\S]|[^()\\])*\\?)$/;

/**
 * A formula on its own lines is one block; its lines would otherwise be parsed as lists, headings and rules. It ends
 * before a blank line, so that an unfinished formula delays nothing.
 */
const formula =
  /^ {0,3}(?:\$\$(?:(?!\n[ \t]*\n|\$\$)[\s\S])+\$\$|\\\[(?:(?!\n[ \t]*\n|\\\])[\s\S])+\\\])[ \t]*(?:\n|$)/;
/** Where a formula ends the first paragraph of the source. Called for each paragraph, so it reads no further. */
function formulaStart(source: string): number | undefined {
  const end = source.search(/\n[ \t]*\n/);
  return (end === -1 ? source : source.slice(0, end)).match(/\n {0,3}(?:\$\$|\\\[)/)?.index;
}

const { defaults } = new Marked({
  extensions: [
    {
      name: 'math',
      level: 'block',
      start: formulaStart,
      tokenizer(source: string) {
        const [raw] = formula.exec(source) ?? [];
        return raw ? { type: 'math', raw } : undefined;
      },
    },
  ],
});

function lex(source: string): { tokens: Token[]; definitions: Map<string, string> } {
  const lexer = new Lexer(defaults);
  // Blocks only: inline text is parsed when it is rendered.
  const tokens = lexer.blockTokens(source);
  const definitions = new Map<string, string>();
  for (const [label, link] of Object.entries(lexer.tokens.links)) {
    const title = link.title ? ` "${link.title.replaceAll('"', '\\"')}"` : '';
    definitions.set(label, `[${label}]: <${link.href ?? ''}>${title}`);
  }
  return { tokens, definitions };
}

/** The first token may continue a block whose beginning is settled. */
function toBlocks(tokens: readonly Token[], { end, open }: Settled, isSettled: boolean): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let start = end;
  for (const [index, token] of tokens.entries()) {
    const lead = index === 0 && open ? open.lead : '';
    const raw = token.raw.slice(lead.length);
    const isMore = index === 0 && open?.kind === token.type;
    if (token.type !== 'space' && token.type !== 'def' && raw !== '')
      blocks.push({
        ...{ start, raw, kind: token.type, isSettled },
        ...(isMore && { part: { of: open.start, lead, number: open.number } }),
      });
    start += raw.length;
  }
  return blocks;
}

/** Reuses the objects of unchanged blocks; settled blocks are already the same. */
function reused(
  blocks: readonly MarkdownBlock[],
  previous: readonly MarkdownBlock[],
  from: number,
): readonly MarkdownBlock[] {
  return blocks.map((block, index) => {
    const old = index < from ? undefined : previous[index];
    const isSame =
      old?.start === block.start && old.raw === block.raw && old.kind === block.kind && old.part?.of === block.part?.of;
    return isSame && old.isSettled === block.isSettled ? old : block;
  });
}

/** The first definition of a label wins. */
function merged(first: ReadonlyMap<string, string>, then: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return then.size === 0 ? first : new Map([...then, ...first]);
}

function holdsFootnote(token: Token): boolean {
  return token.type !== 'code' && token.type !== 'html' && /^ {0,3}\[\^[^\]\s]+\]:/m.test(token.raw);
}
