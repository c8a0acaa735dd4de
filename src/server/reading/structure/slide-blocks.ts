/** The text of slides: DrawingML, which is the same on slides, in notes and in diagrams. */
import { BlockSink } from './block-sink';
import type { Block } from './outline';
import { walkXml } from './xml';

const titles = new Set(['title', 'ctrTitle']);
/** Dates, footers and numbers are the same on each slide. */
const repeated = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);
const bulleted = new Set(['body', 'subTitle', 'obj']);

interface SlideText {
  title: string;
  isHidden: boolean;
  blocks: Block[];
}

/** `only` limits the result to shapes of these kinds. */
export function slideBlocks(xml: string, only?: readonly string[]): SlideText {
  const sink = new BlockSink();
  const title: string[] = [];
  let isHidden = false;
  let shape: string | null = null;
  let isWord = false;
  let level = 0;
  let hasBullet = true;
  let paragraphWords: string[] = [];

  const endParagraph = () => {
    const text = paragraphWords.join('');
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
      else if (name === 'a:t') isWord = true;
      else if (name === 'a:br') paragraphWords.push('\n');
      else if (name === 'a:tbl') sink.openTable();
      else if (name === 'a:tr') sink.openRow();
      else if (name === 'a:tc') sink.openCell();
    },
    text(text) {
      if (isWord) paragraphWords.push(text);
    },
    close(name) {
      if (name === 'a:t') isWord = false;
      else if (name === 'a:p') endParagraph();
      else if (name === 'p:sp') shape = null;
      else if (name === 'a:tc') sink.closeCell();
      else if (name === 'a:tbl') sink.closeTable();
    },
  });
  return { title: title.join(' ').replace(/\s+/g, ' ').trim(), isHidden, blocks: sink.take() };
}
