/** Adds the automatic numbers of a Word document to its XML, as bookmarks, which the conversion to HTML keeps. */
import { escapeHtml } from '~/shared/escape-html';
import { type Declared, declare, type WordNumbering } from './word-numbering';
import { type Attributes, walkXml } from './xml';

/** The start of the names of these bookmarks. Names of other bookmarks contain no space. */
export const numberBookmark = 'automatic number ';

interface Properties extends Declared {
  style?: string;
  /** The paragraph mark is deleted, so the text continues in the next paragraph. */
  isDeleted?: boolean;
}

export function numberParagraphs(document: string, numbering: WordNumbering): string {
  const pieces: string[] = [];
  let copied = 0;
  let properties: Properties | null = null;
  /** Number of open elements whose paragraphs don't count: former properties, and what old programs don't show. */
  let ignored = 0;

  const read = (name: string, { 'w:val': value = '' }: Attributes) => {
    if (!properties) return;
    if (name === 'w:pStyle') properties.style = value;
    else if (name === 'w:del') properties.isDeleted = true;
    else declare(properties, name, value);
  };
  walkXml(document, {
    open(name, attributes) {
      if (ignoredElements.has(name)) ignored += 1;
      if (ignored > 0) return;
      if (name === 'w:pPr') properties = {};
      else read(name, attributes);
    },
    close(name, end) {
      if (ignoredElements.has(name)) ignored -= 1;
      if (name !== 'w:pPr' || ignored > 0 || !properties) return;
      const number = properties.isDeleted ? undefined : numbering.next(properties, properties.style);
      properties = null;
      if (number === undefined) return;
      pieces.push(document.slice(copied, end), `<w:bookmarkStart w:name="${numberBookmark}${escapeHtml(number)}"/>`);
      copied = end;
    },
  });
  return [...pieces, document.slice(copied)].join('');
}

/** The conversion reads only the fallback of alternative contents. */
const ignoredElements = new Set(['w:pPrChange', 'mc:Choice']);
