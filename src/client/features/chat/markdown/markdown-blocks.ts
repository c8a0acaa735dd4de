/**
 * Splits markdown that is still being written into its top-level blocks, reading only the unfinished end again.
 * A block is settled once no further text can change it; a settled block stays the same object, so that a screen
 * that remembers blocks draws only the last ones, however long the answer is.
 */
import { Lexer, Marked, type Token } from 'marked';

export interface MarkdownBlock {
  /** Offset of `raw` in the source; its identity within an answer. */
  start: number;
  raw: string;
  kind: string;
  isSettled: boolean;
}

export interface SplitMarkdown {
  source: string;
  blocks: readonly MarkdownBlock[];
  /** Link definitions by label, as lines that can be put under a block which refers to them. */
  definitions: ReadonlyMap<string, string>;
  settled: Settled;
}

/** The part of the source that will never be read again. */
interface Settled {
  end: number;
  blocks: readonly MarkdownBlock[];
  definitions: ReadonlyMap<string, string>;
  hasFootnotes: boolean;
}

const nothing: Settled = { end: 0, blocks: [], definitions: new Map(), hasFootnotes: false };

export function splitMarkdown(text: string, previous?: SplitMarkdown): SplitMarkdown {
  const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (previous?.source === source) return previous;
  const before = previous && source.startsWith(previous.source) ? previous.settled : nothing;

  const tail = source.slice(before.end);
  const { tokens, definitions } = lex(tail);
  const settled = settle(before, tail, tokens);
  const rest = toBlocks(tokens, before.end, false).filter((block) => block.start >= settled.end);

  const hasFootnotes = before.hasFootnotes || tokens.some(holdsFootnote);
  const blocks = hasFootnotes
    ? // A footnote and its marks have to be read together, wherever they stand.
      [{ start: 0, raw: source, kind: 'document', isSettled: false }]
    : [...settled.blocks, ...rest];
  return {
    source,
    blocks: reused(blocks, previous?.blocks ?? [], settled.blocks.length),
    definitions: merged(before.definitions, definitions),
    settled,
  };
}

function settle(before: Settled, tail: string, tokens: readonly Token[]): Settled {
  const count = settledTokens(tail, tokens);
  if (count === 0) return before;
  const done = tokens.slice(0, count);
  const raw = done.map((token) => token.raw).join('');
  return {
    end: before.end + raw.length,
    blocks: [...before.blocks, ...toBlocks(done, before.end, true)],
    // Definitions inside quotes and lists count too, and only the lexer finds those.
    definitions: merged(before.definitions, lex(raw).definitions),
    hasFootnotes: before.hasFootnotes || done.some(holdsFootnote),
  };
}

/**
 * How many tokens no further text can change. A token is safe when a blank line ends it and the line after that is
 * whole: only then is it certain that the line does not continue a list ("2" may become "2. second").
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

/** A link definition may run over blank lines while its label or title is open, and swallow blocks on its way. */
function mayBecomeDefinition(token: Token, tail: string, start: number): boolean {
  if (!/^ {0,3}\[/.test(token.raw)) return false;
  const text = tail.slice(start);
  return openLabel.test(text) || openTitle.test(text);
}

const openLabel = /^ {0,3}\[(?:\\[\s\S]|[^[\]\\])*\\?$/;
const openTitle =
  /^ {0,3}\[(?:\\[\s\S]|[^[\]\\])+\]: *(?:\n[ \t]*)?(?:[^<\s]\S*|<[^\n]*?>)(?: +(?:\n[ \t]*)?| *\n[ \t]*)(?:"(?:\\[\s\S]|[^"\\])*\\?|'(?:\\[\s\S]|[^'\\])*\\?|\((?:\\[\s\S]|[^()\\])*\\?)$/;

/**
 * A formula on lines of its own is one block: its lines would otherwise be read as lists, headings and rules. It ends
 * before a blank line, so that an unfinished one holds nothing up.
 */
const formula =
  /^ {0,3}(?:\$\$(?:(?!\n[ \t]*\n|\$\$)[\s\S])+\$\$|\\\[(?:(?!\n[ \t]*\n|\\\])[\s\S])+\\\])[ \t]*(?:\n|$)/;
/** Where a formula ends the paragraph that the source begins with; asked for each paragraph, so no further is read. */
function formulaStart(source: string): number | undefined {
  const end = source.indexOf('\n\n');
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
  // Blocks only: the text inside them is read by the part that shows it.
  const tokens = lexer.blockTokens(source);
  const definitions = new Map<string, string>();
  for (const [label, link] of Object.entries(lexer.tokens.links)) {
    const title = link.title ? ` "${link.title.replaceAll('"', '\\"')}"` : '';
    definitions.set(label, `[${label}]: <${link.href ?? ''}>${title}`);
  }
  return { tokens, definitions };
}

function toBlocks(tokens: readonly Token[], offset: number, isSettled: boolean): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let start = offset;
  for (const token of tokens) {
    if (token.type !== 'space' && token.type !== 'def')
      blocks.push({ start, raw: token.raw, kind: token.type, isSettled });
    start += token.raw.length;
  }
  return blocks;
}

/** Keeps the object of every block that is as it was; the settled ones are the same already. */
function reused(
  blocks: readonly MarkdownBlock[],
  previous: readonly MarkdownBlock[],
  from: number,
): readonly MarkdownBlock[] {
  return blocks.map((block, index) => {
    const old = index < from ? undefined : previous[index];
    const isSame = old?.start === block.start && old.raw === block.raw && old.kind === block.kind;
    return isSame && old.isSettled === block.isSettled ? old : block;
  });
}

/** The first definition of a label holds. */
function merged(first: ReadonlyMap<string, string>, then: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return then.size === 0 ? first : new Map([...then, ...first]);
}

function holdsFootnote(token: Token): boolean {
  return token.type !== 'code' && token.type !== 'html' && /^ {0,3}\[\^[^\]\s]+\]:/m.test(token.raw);
}
