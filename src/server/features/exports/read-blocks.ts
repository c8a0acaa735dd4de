/** Parses the Markdown of a message into the blocks of a document. */
import type { AlignType, List, Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { printable } from '~/server/lib/printable';
import { dollarMath } from '~/shared/answer-text/dollar-math';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { isPathologicalMarkdown } from '~/shared/answer-text/pathological-markdown';
import type { Align, Block, Note, Run } from './document';

/** The footnote for a link, if it is a source mark. */
export type NoteOf = (url: string, text: string) => Note | undefined;

/** Maximum nesting of lists and quotations that Word can number. Deeper ones are moved to the last level. */
const deepest = 8;
/** Markdown with longer paragraphs, or more special characters, takes too long to parse. */
const longestPart = 50_000;

/** As on the screen: a single tilde usually means "about", not strikethrough. */
const gfmOptions = { singleTilde: false };

export function readBlocks(markdown: string, noteOf: NoteOf): Block[] {
  const text = flattenNesting(markdown.replace(/\r\n?/g, '\n'));
  const parts = isPathologicalMarkdown({ raw: text, kind: 'document' }) ? partsOf(text) : [text];
  return parts.flatMap((part) =>
    isPathologicalMarkdown({ raw: part, kind: 'document' }) ? plainBlocks(part) : readPart(part, noteOf),
  );
}

function readPart(markdown: string, noteOf: NoteOf): Block[] {
  const withMath = mathOutsideCode(markdown);
  const extensions = [gfm(gfmOptions), cjkFriendlyExtension(), ...(withMath === null ? [] : [math()])];
  const mdastExtensions = withMath === null ? [gfmFromMarkdown()] : [gfmFromMarkdown(), mathFromMarkdown()];
  const tree = fromMarkdown(withMath ?? markdown, { extensions, mdastExtensions });
  const footnotes = new Map<string, Note>();
  const addresses = new Map<string, string>();
  for (const node of tree.children) {
    if (node.type === 'footnoteDefinition') footnotes.set(node.identifier, { text: plainText(node) });
    if (node.type === 'definition') addresses.set(node.identifier, node.url);
  }
  return new BlockReader({ noteOf, footnotes, addresses }).blocks(tree.children, 0);
}

/** Code and HTML stay as written. A formula never spans them, because it contains no blank line. */
function mathOutsideCode(markdown: string): string | null {
  if (dollarMath(markdown) === null) return null;
  const tree = fromMarkdown(markdown, { extensions: [gfm(gfmOptions)], mdastExtensions: [gfmFromMarkdown()] });
  let outside = '';
  let from = 0;
  const verbatim: string[] = [];
  for (const { position } of codeOf(tree.children)) {
    const [start = from, end = from] = [position?.start.offset, position?.end.offset];
    outside += markdown.slice(from, start) + mark;
    verbatim.push(markdown.slice(start, end));
    from = end;
  }
  return dollarMath(outside + markdown.slice(from))?.replaceAll(mark, () => verbatim.shift() ?? '') ?? null;
}

/** Takes the place of code. Text in the database contains no null characters. */
const mark = '\n\n\0\n\n';

const codeOf = (nodes: readonly RootContent[]): RootContent[] =>
  nodes.flatMap((node) => {
    if (node.type === 'code' || node.type === 'html') return [node];
    const isContainer = node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem';
    return isContainer ? codeOf(node.children) : [];
  });

interface MessageContext {
  noteOf: NoteOf;
  /** Footnotes defined in the message, by label. */
  footnotes: ReadonlyMap<string, Note>;
  addresses: ReadonlyMap<string, string>;
}

type Style = Omit<Run, 'text' | 'note'>;

class BlockReader {
  constructor(private readonly context: MessageContext) {}

  blocks(nodes: readonly RootContent[], depth: number): Block[] {
    return nodes.flatMap((node) => this.block(node, depth));
  }

  private block(node: RootContent, depth: number): Block[] {
    switch (node.type) {
      case 'paragraph':
        return [{ kind: 'paragraph', runs: this.runs(node.children) }];
      case 'heading':
        return [{ kind: 'heading', level: node.depth, runs: this.runs(node.children) }];
      case 'code':
        return [{ kind: 'code', text: printable(node.value) }];
      case 'math':
        return [{ kind: 'code', text: printable(node.value), isMath: true }];
      case 'html':
        return [{ kind: 'paragraph', runs: [{ text: printable(node.value) }] }];
      case 'thematicBreak':
        return [{ kind: 'rule' }];
      case 'table':
        return [this.table(node)];
      case 'blockquote': {
        const blocks = this.blocks(node.children, depth + 1);
        return depth < deepest ? [{ kind: 'quote', blocks }] : blocks;
      }
      case 'list':
        return depth < deepest ? [this.list(node, depth)] : this.blocks(node.children, depth);
      case 'listItem':
        return this.blocks(node.children, depth);
      default:
        return [];
    }
  }

  private list({ ordered, start, children }: List, depth: number): Block {
    const items = children.map(({ children: content, checked }): Block[] => {
      const blocks = this.blocks(content, depth + 1);
      return typeof checked === 'boolean' ? withBox(blocks, checked) : blocks;
    });
    return { kind: 'list', isOrdered: ordered === true, start: start ?? 1, items };
  }

  private table({ align, children }: Table): Block {
    const [header] = children;
    const columns = (header?.children ?? []).map((_, index) => alignOf(align?.[index]));
    const rows = children.map((row) => columns.map((_, index) => this.runs(row.children[index]?.children ?? [])));
    return { kind: 'table', columns, rows };
  }

  private runs(nodes: readonly PhrasingContent[], style: Style = {}): Run[] {
    return nodes.flatMap((node) => this.inline(node, style));
  }

  private inline(node: PhrasingContent, style: Style): Run[] {
    switch (node.type) {
      case 'text':
      case 'html':
        return [{ ...style, text: printable(node.value) }];
      case 'inlineCode':
        return [{ ...style, isCode: true, text: printable(node.value) }];
      case 'inlineMath':
        return [{ ...style, isCode: true, isMath: true, text: printable(node.value) }];
      case 'break':
        return [{ ...style, text: '\n' }];
      case 'strong':
        return this.runs(node.children, { ...style, isBold: true });
      case 'emphasis':
        return this.runs(node.children, { ...style, isItalic: true });
      case 'delete':
        return this.runs(node.children, { ...style, isStruckThrough: true });
      case 'link':
        return this.link(node.url, node.children, style);
      case 'linkReference':
        return this.link(this.context.addresses.get(node.identifier) ?? '', node.children, style);
      case 'image':
        return this.image(node.alt, node.url, style);
      case 'imageReference':
        return this.image(node.alt, this.context.addresses.get(node.identifier) ?? '', style);
      case 'footnoteReference': {
        const note = this.context.footnotes.get(node.identifier);
        return note ? [{ text: '', note }] : [];
      }
    }
  }

  private link(url: string, children: readonly PhrasingContent[], style: Style): Run[] {
    const note = this.context.noteOf(url, children.map(plainText).join(''));
    if (note) return [{ text: '', note }];
    return this.runs(children, { ...style, ...followable(url) });
  }

  /** Images of other sites are not loaded; the document links to them. */
  private image(alt: string | null | undefined, url: string, style: Style): Run[] {
    return [{ ...style, ...followable(url), text: printable(alt || url) }];
  }
}

const followable = (url: string): Pick<Run, 'url'> => {
  if (!URL.canParse(url)) return {};
  const { protocol, href } = new URL(url);
  return /^(?:https?|mailto):$/.test(protocol) ? { url: href } : {};
};

/** Puts a task's checkbox before its first words. */
function withBox(blocks: Block[], isChecked: boolean): Block[] {
  const [first, ...rest] = blocks;
  const box: Run = { text: isChecked ? '☑ ' : '☐ ' };
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', runs: [box] }, ...blocks];
  return [{ kind: 'paragraph', runs: [box, ...first.runs] }, ...rest];
}

const alignOf = (align: AlignType | undefined): Align => align ?? 'left';

function plainText(node: Nodes): string {
  if ('value' in node) return printable(node.value);
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

const plainBlocks = (text: string): Block[] => [{ kind: 'paragraph', runs: [{ text: printable(text) }] }];

/** Splits the text at paragraph ends outside of code, into parts short enough to parse. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isCode = false;
  for (const paragraph of text.split(/(?<=\n[ \t]*\n)/)) {
    if (!isCode && (part + paragraph).length > longestPart) {
      parts.push(part);
      part = '';
    }
    part += paragraph;
    if ((paragraph.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) isCode = !isCode;
  }
  return [...parts, part].filter((one) => one.trim() !== '');
}
