/** The text of an OpenDocument with headings, lists, tables, footnotes and slides, without deleted and hidden text. */
import { BlockSink } from './block-sink';
import { OpenDocumentLists } from './open-document-lists';
import { OpenDocumentSpans } from './open-document-spans';
import { type Block, heading, paragraph } from './outline';
import { type Attributes, countIn, walkXml, type XmlHandler } from './xml';

const unread = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:scripts',
  'office:forms',
  'text:hidden-text',
  'text:note-citation',
  // The pronunciation of Japanese or Chinese words, in the middle of them.
  'text:ruby-text',
  // Few programs write it, so numbers are counted instead.
  'text:number',
  'svg:title',
  'svg:desc',
  'table:covered-table-cell',
]);
const maxSpaces = 100;

interface OpenSlide {
  title: string[];
  notes: Block[];
}

/** `styles` is the part that contains styles for the whole document. */
export function openDocumentSections(xml: string, styles: string): { before: Block[]; slides: Block[][] } {
  const lists = new OpenDocumentLists();
  const spans = new OpenDocumentSpans();
  const reader = new OpenDocumentReader(lists, spans);
  walkXml(styles, { open: (name, attributes) => reader.readStyle(name, attributes) });
  walkXml(xml, reader);
  return reader.take();
}

class OpenDocumentReader implements XmlHandler {
  private readonly sink = new BlockSink();
  private readonly slides: Block[][] = [];
  private readonly notes: Block[] = [];
  private readonly cells: { columns: number; rows: number }[] = [];
  private slide: OpenSlide | null = null;
  private isTitle = false;
  private noteCount = 0;
  /** Number of open elements within a skipped one. */
  private unseen = 0;
  /** Number of open paragraphs: white space between elements is ignored. */
  private paragraphs = 0;

  /** Whether each open span is raised. */
  private readonly raised: boolean[] = [];

  constructor(
    private readonly lists: OpenDocumentLists,
    private readonly spans: OpenDocumentSpans,
  ) {}

  readStyle(name: string, attributes: Attributes): void {
    this.lists.readStyle(name, attributes);
    this.spans.readStyle(name, attributes);
  }

  open(name: string, attributes: Attributes): void {
    const isHidden = unread.has(name) || (name === 'text:span' && this.spans.isHidden(attributes));
    if (this.unseen > 0 || isHidden) this.unseen += 1;
    else this.openVisible(name, attributes);
  }

  close(name: string): void {
    if (this.unseen > 0) this.unseen -= 1;
    else this.closeVisible(name);
  }

  text(text: string): void {
    if (this.unseen === 0 && this.paragraphs > 0) this.sink.text(text.replace(/\s+/g, ' '));
  }

  take(): { before: Block[]; slides: Block[][] } {
    return { before: [...this.sink.take(), ...this.notes], slides: this.slides };
  }

  private openVisible(name: string, attributes: Attributes): void {
    const { sink, lists } = this;
    this.readStyle(name, attributes);
    if (name === 'text:h' || name === 'text:p') this.openParagraph(name, attributes);
    else if (name === 'text:span') this.openSpan(this.spans.isRaised(attributes));
    else if (name === 'text:list') {
      sink.openList();
      lists.openList(attributes);
    } else if (name === 'text:list-item') {
      sink.openItem();
      lists.openItem(attributes);
    } else if (name === 'text:s') sink.text(' '.repeat(Math.min(countIn(attributes['text:c']), maxSpaces)));
    else if (name === 'text:tab') sink.text(' ');
    else if (name === 'text:line-break') sink.text('\n');
    else if (name === 'table:table') sink.openTable();
    else if (name === 'table:table-row') sink.openRow();
    else if (name === 'table:table-cell') {
      const columns = attributes['table:number-columns-spanned'] ?? attributes['table:number-columns-repeated'];
      this.cells.push({ columns: countIn(columns), rows: countIn(attributes['table:number-rows-spanned']) });
      sink.openCell();
    } else if (name === 'text:note-body') {
      this.noteCount += 1;
      sink.text(`[${this.noteCount}]`);
      sink.openAside();
    } else if (name === 'draw:page') this.slide = { title: [], notes: [] };
    else if (name === 'draw:frame' && attributes['presentation:class'] === 'title') {
      this.isTitle = true;
      sink.openAside();
    } else if (name === 'presentation:notes') sink.openAside();
  }

  private openParagraph(name: string, attributes: Attributes): void {
    const { sink, lists } = this;
    if (name === 'text:h') sink.openHeading(countIn(attributes['text:outline-level']));
    else sink.end();
    this.paragraphs += 1;
    const number = name === 'text:h' ? lists.headingNumber(attributes) : lists.paragraphNumber();
    if (number !== undefined) sink.number(number);
  }

  private openSpan(isRaised: boolean): void {
    this.raised.push(isRaised);
    if (isRaised) this.sink.openRaised();
  }

  private closeSpan(): void {
    if (this.raised.pop()) this.sink.closeRaised();
  }

  private closeVisible(name: string): void {
    const { sink } = this;
    if (name === 'text:h') sink.closeHeading();
    else if (name === 'text:p') sink.end();
    if (name === 'text:h' || name === 'text:p') this.paragraphs -= 1;
    else if (name === 'text:span') this.closeSpan();
    else if (name === 'text:list') {
      sink.closeList();
      this.lists.closeList();
    } else if (name === 'text:list-item') sink.closeItem();
    else if (name === 'table:table') sink.closeTable();
    else if (name === 'table:table-cell') {
      const cell = this.cells.pop();
      sink.closeCell(cell?.columns, cell?.rows);
    } else if (name === 'text:note-body') {
      this.notes.push(paragraph(`[${this.noteCount}] ${wordsOf(sink.closeAside())}`));
    } else if (name === 'draw:frame' && this.isTitle) {
      this.isTitle = false;
      this.slide?.title.push(wordsOf(sink.closeAside()));
    } else if (name === 'presentation:notes') this.slide?.notes.push(...sink.closeAside());
    else if (name === 'draw:page' && this.slide) {
      this.slides.push(this.blocksOf(this.slide));
      this.slide = null;
    }
  }

  private blocksOf({ title: words, notes }: OpenSlide): Block[] {
    const title = words.join(' ');
    const number = this.slides.length + 1;
    const blocks = [heading(2, `Slide ${number}${title && `: ${title}`}`), ...this.sink.take()];
    return notes.length > 0 ? [...blocks, paragraph('Notes:'), ...notes] : blocks;
  }
}

const wordsOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(' ');
