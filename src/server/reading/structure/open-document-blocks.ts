/** The words of an OpenDocument with headings, lists, tables, footnotes and slides. Deleted and hidden text stays out. */
import { BlockSink } from './block-sink';
import { type Block, heading, paragraph } from './outline';
import { type Attributes, countIn, walkXml } from './xml';

const unread = new Set([
  'text:tracked-changes',
  'office:annotation',
  'office:scripts',
  'office:forms',
  'text:hidden-text',
  'text:note-citation',
  'svg:title',
  'svg:desc',
  'table:covered-table-cell',
]);
const mostSpaces = 100;

interface OpenSlide {
  title: string[];
  notes: Block[];
}

export function openDocumentSections(xml: string): { before: Block[]; slides: Block[][] } {
  const sink = new BlockSink();
  const slides: Block[][] = [];
  const notes: Block[] = [];
  const cells: { columns: number; rows: number }[] = [];
  let slide: OpenSlide | null = null;
  let isTitle = false;
  let noteCount = 0;
  /** Open elements within something that is not read. */
  let unseen = 0;
  /** Slides have their words in frames, texts in paragraphs; white space between elements is neither. */
  let paragraphs = 0;

  const open = (name: string, attributes: Attributes) => {
    if (name === 'text:h') sink.openHeading(countIn(attributes['text:outline-level']));
    else if (name === 'text:p') sink.end();
    if (name === 'text:h' || name === 'text:p') paragraphs += 1;
    else if (name === 'text:list') sink.openList(false);
    else if (name === 'text:list-item') sink.openItem();
    else if (name === 'text:s') sink.text(' '.repeat(Math.min(countIn(attributes['text:c']), mostSpaces)));
    else if (name === 'text:tab') sink.text(' ');
    else if (name === 'text:line-break') sink.text('\n');
    else if (name === 'table:table') sink.openTable();
    else if (name === 'table:table-row') sink.openRow();
    else if (name === 'table:table-cell') {
      const columns = attributes['table:number-columns-spanned'] ?? attributes['table:number-columns-repeated'];
      cells.push({ columns: countIn(columns), rows: countIn(attributes['table:number-rows-spanned']) });
      sink.openCell();
    } else if (name === 'text:note-body') {
      noteCount += 1;
      sink.text(`[${noteCount}]`);
      sink.openAside();
    } else if (name === 'draw:page') slide = { title: [], notes: [] };
    else if (name === 'draw:frame' && attributes['presentation:class'] === 'title') {
      isTitle = true;
      sink.openAside();
    } else if (name === 'presentation:notes') sink.openAside();
  };

  const close = (name: string) => {
    if (name === 'text:h') sink.closeHeading();
    else if (name === 'text:p') sink.end();
    if (name === 'text:h' || name === 'text:p') paragraphs -= 1;
    else if (name === 'text:list') sink.closeList();
    else if (name === 'text:list-item') sink.closeItem();
    else if (name === 'table:table') sink.closeTable();
    else if (name === 'table:table-cell') {
      const cell = cells.pop();
      sink.closeCell(cell?.columns, cell?.rows);
    } else if (name === 'text:note-body') {
      notes.push(paragraph(`[${noteCount}] ${wordsOf(sink.closeAside())}`));
    } else if (name === 'draw:frame' && isTitle) {
      isTitle = false;
      slide?.title.push(wordsOf(sink.closeAside()));
    } else if (name === 'presentation:notes') slide?.notes.push(...sink.closeAside());
    else if (name === 'draw:page' && slide) {
      const title = slide.title.join(' ');
      const blocks = [heading(2, `Slide ${slides.length + 1}${title && `: ${title}`}`), ...sink.take()];
      slides.push(slide.notes.length > 0 ? [...blocks, paragraph('Notes:'), ...slide.notes] : blocks);
      slide = null;
    }
  };

  walkXml(xml, {
    open(name, attributes) {
      if (unseen > 0 || unread.has(name)) unseen += 1;
      else open(name, attributes);
    },
    close(name) {
      if (unseen > 0) unseen -= 1;
      else close(name);
    },
    text(text) {
      if (unseen === 0 && paragraphs > 0) sink.text(text.replace(/\s+/g, ' '));
    },
  });
  return { before: [...sink.take(), ...notes], slides };
}

const wordsOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(' ');
