/** The words of HTML with its headings, lists and tables. Nothing is run or fetched; what a page hides stays out. */
import { BlockSink } from './block-sink';
import { type Block, heading } from './outline';
import { type Attributes, countIn, walkHtml, type XmlHandler } from './xml';

const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math', 'object', 'iframe', 'select']);
const paragraphs = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr main nav p section summary'.split(
    ' ',
  ),
);

const nodeTypes = { element: 1, text: 3 };

/** The links back from a footnote to its mark, as Word documents bring them. */
const backLink = /^#(?:foot|end)note-ref-/;
const note = /^(?:foot|end)note-\d+$/;

export const htmlBlocks = (html: string): Block[] => blocksOf((handler) => walkHtml(html, handler));

/** The same from a parsed tree, which then need not be serialized and parsed again. */
export const treeBlocks = (root: Element): Block[] => blocksOf((handler) => walkTree(root, handler));

/** The depth of a tree is limited where it is parsed. */
function walkTree(element: Element, handler: XmlHandler): void {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) attributes[name] = value;
  handler.open?.(element.localName, attributes);
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === nodeTypes.element) walkTree(node as Element, handler);
    else if (node.nodeType === nodeTypes.text) handler.text?.(node.nodeValue ?? '');
  }
  handler.close?.(element.localName);
}

function blocksOf(walk: (handler: XmlHandler) => void): Block[] {
  const sink = new BlockSink();
  const title: string[] = [];
  let isTitle = false;
  let preformatted = 0;
  /** Open elements within something that is not shown. */
  let unseen = 0;
  const cells: { columns: number; rows: number }[] = [];
  const lists: { notes: number }[] = [];

  const open = (name: string, attributes: Attributes) => {
    if (/^h[1-6]$/.test(name)) sink.openHeading(Number(name[1]));
    else if (name === 'ul' || name === 'ol') {
      lists.push({ notes: 0 });
      sink.openList(name === 'ol', countIn(attributes.start));
    } else if (name === 'li') sink.openItem(noteMarker(attributes, lists.at(-1)));
    else if (name === 'br') sink.text('\n');
    else if (name === 'pre') {
      sink.end();
      preformatted += 1;
    } else if (name === 'table') sink.openTable(attributes.role === 'presentation');
    else if (name === 'tr') sink.openRow();
    else if (name === 'td' || name === 'th') {
      cells.push({ columns: countIn(attributes.colspan), rows: countIn(attributes.rowspan) });
      sink.openCell();
    } else if (name === 'img') {
      const alt = attributes.alt?.trim();
      if (alt) sink.text(` [Image: ${alt}] `);
    } else if (paragraphs.has(name)) sink.end();
  };

  const close = (name: string) => {
    if (/^h[1-6]$/.test(name)) sink.closeHeading();
    else if (name === 'ul' || name === 'ol') {
      lists.pop();
      sink.closeList();
    } else if (name === 'li') sink.closeItem();
    else if (name === 'pre') {
      preformatted -= 1;
      sink.endVerbatim();
    } else if (name === 'table') sink.closeTable();
    else if (name === 'td' || name === 'th') {
      const cell = cells.pop();
      if (cell) sink.closeCell(cell.columns, cell.rows);
    } else if (paragraphs.has(name)) sink.end();
  };

  walk({
    open(name, attributes) {
      if (name === 'title' && unseen === 0) isTitle = true;
      if (unseen > 0 || isHidden(name, attributes)) unseen += 1;
      else open(name, attributes);
    },
    close(name) {
      if (name === 'title') isTitle = false;
      if (unseen > 0) unseen -= 1;
      else close(name);
    },
    text(text) {
      if (isTitle) title.push(text);
      else if (unseen === 0) sink.text(preformatted > 0 ? text : text.replace(/\s+/g, ' '));
    },
  });
  const blocks = sink.take();
  return title.length > 0 ? [heading(1, title.join('')), ...blocks] : blocks;
}

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
