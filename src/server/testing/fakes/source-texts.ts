/** Files whose text is given page by page, without a database. */
import type { SourceTexts } from '~/server/features/citations/source-texts';

export interface GivenFile {
  name: string;
  objectId?: string;
  /** Just the text, for a file without pages. */
  pages: readonly string[] | string;
}

export function givenTexts(...given: GivenFile[]): SourceTexts {
  const files = given.map(({ name, objectId }) => ({ name, ...(objectId && { objectId }) }));
  return {
    files,
    async *windows() {
      for (const [index, { name, pages }] of given.entries()) {
        const texts = typeof pages === 'string' ? [pages] : pages;
        let start = 0;
        const starts = texts.map((text, at) => {
          const page = { page: at + 1, start };
          start += text.length + 2;
          return page;
        });
        yield {
          file: files[index] ?? { name },
          start: 0,
          text: texts.join('\n\n'),
          pages: typeof pages === 'string' ? [] : starts,
        };
      }
    },
  };
}
