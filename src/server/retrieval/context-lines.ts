/**
 * The implicit subject of a passage: the first lines of its page, which contain the title of a statement or table, and
 * the headings above it in a text with marked headings. Pure.
 */
const titleLines = 4;
const longestLine = 100;
const heading = /^(#{1,6})\s+(.+)$/gm;

export interface ContextPassage {
  page: number | null;
  text: string;
}

/** The context of each passage, in order. */
export function contextOf(passages: readonly ContextPassage[]): string[] {
  let page: number | null = null;
  let title = '';
  const headings: string[] = [];
  return passages.map((passage) => {
    if (passage.page !== null && passage.page !== page) title = titleOf(passage.text);
    page = passage.page;
    const above = headings.filter(Boolean).join('\n');
    for (const [, marks = '', words = ''] of passage.text.matchAll(heading)) {
      headings.length = marks.length - 1;
      headings[marks.length - 1] = words.slice(0, longestLine);
    }
    return page === null ? above : `${title}\n${above}`;
  });
}

const titleOf = (text: string): string =>
  text
    .split('\n', titleLines)
    .map((line) => line.slice(0, longestLine))
    .join('\n');
