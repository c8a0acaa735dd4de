/** The text of HTML with its headings, lists and tables. Nothing is run or fetched; hidden text is left out. */
import { BlockSink, type ListNumbers } from './block-sink';
import { formatOfType } from './list-numbers';
import { MathText } from './math-text';
import { type Block, collapseSpaces, heading } from './outline';
import { isElement, nodeTypes, type PageElement } from './page-tree';
import { type Attributes, countIn, walkHtml, type XmlHandler } from './xml';

/** The last two are pronunciations, which stand in the middle of words. */
const hidden = new Set('script style noscript template svg object iframe select rt rp'.split(' '));
const paragraphs = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr main nav p section summary'.split(
    ' ',
  ),
);

/** Links from a footnote back to its mark, as in Word documents. */
const backLink = /^#(?:foot|end)note-ref-/;
const note = /^(?:foot|end)note-\d+$/;

/** The start of the ids of anchors that stand for numbers missing in the text; the rest of an id is the number. */
interface HtmlOptions {
  numberAnchor?: string;
}

export const htmlBlocks = (html: string, options?: HtmlOptions): Block[] =>
  blocksOf((handler) => walkHtml(html, handler), options);

/** The same from a parsed tree, which saves serializing and parsing it again. */
export const treeBlocks = (root: PageElement): Block[] => blocksOf((handler) => walkTree(root, handler));

/** Recursive, because the depth of a tree is limited when it is created. */
function walkTree(element: PageElement, handler: XmlHandler): void {
  handler.open?.(element.localName, element.record);
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isElement(node)) walkTree(node, handler);
    else if (node.nodeType === nodeTypes.text) handler.text?.(node.nodeValue);
  }
  handler.close?.(element.localName);
}

function blocksOf(walk: (handler: XmlHandler) => void, options?: HtmlOptions): Block[] {
  const reader = new HtmlReader(options);
  walk(reader);
  if (!reader.countsDown) return reader.take();
  const counted = new HtmlReader(options, reader.itemCounts);
  walk(counted);
  return counted.take();
}

class HtmlReader implements XmlHandler {
  private readonly sink = new BlockSink();
  private readonly title: string[] = [];
  private isTitle = false;
  private preformatted = 0;
  /** Number of open elements within a hidden one. */
  private unseen = 0;
  private readonly cells: { columns: number; rows: number }[] = [];
  private readonly lists: { notes: number; index: number }[] = [];
  private math: MathText | null = null;
  private isBehindMath = false;
  /** The number of items of each list, in the order in which the lists begin. */
  readonly itemCounts: number[] = [];
  /** Whether a list starts with the number of its items, so that they must be counted first. */
  countsDown = false;

  constructor(
    private readonly options: HtmlOptions = {},
    private readonly knownCounts: readonly number[] = [],
  ) {}

  open(name: string, attributes: Attributes): void {
    if (this.math) {
      this.math.openElement(name, isHidden(name, attributes));
      return;
    }
    if (name === 'title' && this.unseen === 0) this.isTitle = true;
    // KaTeX writes a formula twice: as MathML, followed by its visual form.
    const isDrawing = this.isBehindMath && attributes['aria-hidden'] === 'true';
    if (this.unseen > 0 || isDrawing || isHidden(name, attributes)) this.unseen += 1;
    else if (name === 'math') this.math = new MathText();
    else this.openVisible(name, attributes);
  }

  close(name: string): void {
    if (this.math) {
      this.closeInMath(this.math);
      return;
    }
    if (name === 'title') this.isTitle = false;
    if (this.unseen > 0) this.unseen -= 1;
    else this.closeVisible(name);
  }

  text(text: string): void {
    if (this.math) this.math.text(text);
    else if (this.isTitle) this.title.push(text);
    else if (this.unseen === 0) {
      if (this.isBehindMath && text.trim() !== '') this.isBehindMath = false;
      this.sink.text(this.preformatted > 0 ? text : collapseSpaces(text));
    }
  }

  take(): Block[] {
    const blocks = this.sink.take();
    return this.title.length > 0 ? [heading(1, this.title.join('')), ...blocks] : blocks;
  }

  private closeInMath(math: MathText): void {
    if (!math.isComplete) {
      math.closeElement();
      return;
    }
    this.sink.text(math.take());
    this.math = null;
    this.isBehindMath = true;
  }

  private openVisible(name: string, attributes: Attributes): void {
    const { sink, lists } = this;
    const { numberAnchor } = this.options;
    if (numberAnchor && name === 'a' && attributes.id?.startsWith(numberAnchor))
      sink.number(attributes.id.slice(numberAnchor.length));
    else if (/^h[1-6]$/.test(name)) sink.openHeading(Number(name[1]));
    else if (name === 'ul' || name === 'ol') {
      lists.push({ notes: 0, index: this.itemCounts.push(0) - 1 });
      sink.openList(name === 'ol' ? this.numbersOf(attributes) : null);
    } else if (name === 'li') this.openItem(attributes);
    else if (name === 'br') sink.text('\n');
    else if (name === 'sup') sink.openRaised();
    else if (name === 'pre') {
      sink.end();
      this.preformatted += 1;
    } else if (name === 'table') sink.openTable(attributes.role === 'presentation');
    else if (name === 'tr') sink.openRow();
    else if (name === 'td' || name === 'th') {
      this.cells.push({ columns: countIn(attributes.colspan), rows: countIn(attributes.rowspan) });
      sink.openCell();
    } else if (name === 'img') {
      const alt = attributes.alt?.trim();
      if (alt) sink.text(` [Image: ${alt}] `);
    } else if (paragraphs.has(name)) sink.end();
  }

  private openItem(attributes: Attributes): void {
    const list = this.lists.at(-1);
    if (list) this.itemCounts[list.index] = (this.itemCounts[list.index] ?? 0) + 1;
    this.sink.openItem(noteMarker(attributes, list), integerIn(attributes.value));
  }

  private numbersOf({ start, type = '', reversed }: Attributes): ListNumbers {
    const format = formatOfType[type] ?? 'decimal';
    const first = integerIn(start);
    if (reversed === undefined) return { first: first ?? 1, step: 1, format };
    if (first === undefined) this.countsDown = true;
    return { first: first ?? this.knownCounts[this.itemCounts.length - 1] ?? 1, step: -1, format };
  }

  private closeVisible(name: string): void {
    const { sink } = this;
    if (/^h[1-6]$/.test(name)) sink.closeHeading();
    else if (name === 'ul' || name === 'ol') {
      this.lists.pop();
      sink.closeList();
    } else if (name === 'li') sink.closeItem();
    else if (name === 'sup') sink.closeRaised();
    else if (name === 'pre') {
      this.preformatted -= 1;
      sink.endVerbatim();
    } else if (name === 'table') sink.closeTable();
    else if (name === 'td' || name === 'th') {
      const cell = this.cells.pop();
      if (cell) sink.closeCell(cell.columns, cell.rows);
    } else if (paragraphs.has(name)) sink.end();
  }
}

const integerIn = (value = ''): number | undefined =>
  /^\s*[+-]?\d{1,9}/.test(value) ? Number.parseInt(value, 10) : undefined;

const isHidden = (name: string, attributes: Attributes): boolean =>
  hidden.has(name) ||
  'hidden' in attributes ||
  (name === 'a' && backLink.test(attributes.href ?? '')) ||
  /display\s?:\s?none/i.test(attributes.style ?? '');

function noteMarker({ id = '' }: Attributes, list: { notes: number } | undefined): string | undefined {
  if (!list || !note.test(id)) return undefined;
  list.notes += 1;
  return `[${list.notes}]`;
}
