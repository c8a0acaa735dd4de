/** The text of slides: DrawingML, which is the same on slides, in notes and in diagrams. */
import { BlockSink } from './block-sink';
import type { Block } from './outline';
import { raised, writeRaised } from './raised-text';
import { type Attributes, countIn, walkXml } from './xml';

const titles = new Set(['title', 'ctrTitle']);
/** Dates, footers and numbers are the same on each slide. */
const repeated = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);
const bulleted = new Set(['body', 'subTitle', 'obj']);

interface SlideText {
  title: string;
  isHidden: boolean;
  blocks: Block[];
}

interface Cell {
  columns: number;
  rows: number;
}

/** Null for a cell that is merged with the one before or above it, which the file contains as well. */
const cellOf = ({ hMerge, vMerge, gridSpan, rowSpan }: Attributes): Cell | null =>
  [hMerge, vMerge].some((value) => value === '1' || value === 'true')
    ? null
    : { columns: countIn(gridSpan), rows: countIn(rowSpan) };

/** `only` limits the result to shapes of these kinds. */
export function slideBlocks(xml: string, only?: readonly string[]): SlideText {
  const sink = new BlockSink();
  const title: string[] = [];
  let isHidden = false;
  let shape: string | null = null;
  let isWord = false;
  let isRaised = false;
  let cell: Cell | null = null;
  let level = 0;
  let hasBullet = true;
  let paragraphWords: string[] = [];

  const endParagraph = () => {
    const text = writeRaised(paragraphWords.join(''));
    paragraphWords = [];
    if (text.trim() === '' || (shape !== null && repeated.has(shape)) || (only && !only.includes(shape ?? ''))) return;
    if (shape !== null && titles.has(shape)) title.push(text);
    else if (shape !== null && bulleted.has(shape) && hasBullet && !only) sink.addItem(level, text);
    else {
      sink.text(text);
      sink.end();
    }
  };

  walkXml(xml, {
    open(name, attributes) {
      if (name === 'p:sld') isHidden = attributes.show === '0';
      else if (name === 'p:sp') shape = 'other';
      // A placeholder without a kind is the slide's body. Tables and images in placeholders are not its text.
      else if (name === 'p:ph' && shape !== null) shape = attributes.type ?? 'body';
      else if (name === 'a:p') {
        level = 0;
        hasBullet = true;
      } else if (name === 'a:pPr') level = Number.parseInt(attributes.lvl ?? '0', 10) || 0;
      else if (name === 'a:buNone') hasBullet = false;
      else if (name === 'a:rPr') isRaised = Number.parseInt(attributes.baseline ?? '', 10) > 0;
      else if (name === 'a:t') isWord = true;
      else if (name === 'a:br') paragraphWords.push('\n');
      else if (name === 'a:tbl') sink.openTable();
      else if (name === 'a:tr') sink.openRow();
      else if (name === 'a:tc') {
        cell = cellOf(attributes);
        if (cell) sink.openCell();
      }
    },
    text(text) {
      if (isWord) paragraphWords.push(isRaised ? `${raised.start}${text}${raised.end}` : text);
    },
    close(name) {
      if (name === 'a:t') isWord = false;
      else if (name === 'a:r') isRaised = false;
      else if (name === 'a:p') endParagraph();
      else if (name === 'p:sp') shape = null;
      else if (name === 'a:tc' && cell) sink.closeCell(cell.columns, cell.rows);
      else if (name === 'a:tbl') sink.closeTable();
    },
  });
  return { title: title.join(' ').replace(/\s+/g, ' ').trim(), isHidden, blocks: sink.take() };
}
