import { describe, expect, it } from 'vitest';
import type { DocumentFact, Passage } from '~/server/generation/library';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { cutPassages } from '~/server/reading/extract/passages';
import { type FileLibrary, readFiles } from './file-context';
import { frameFiles } from './file-frame';

let lastId = 0;

/** A library whose search finds passages that contain the query. */
async function libraryOf(...texts: { text: string; pages?: number[] }[]): Promise<FileLibrary> {
  const files = await Promise.all(
    texts.map(async ({ text, pages = [] }) => {
      const objectId = `file-${lastId++}`;
      const starts = pages.map((start, index) => ({ page: index + 1, start }));
      const passages = cutPassages(text, starts).map(
        ({ text: passage, page }, place): Passage => ({
          objectId,
          source: objectId,
          text: passage,
          place,
          rank: 0,
          ...(page && { page }),
        }),
      );
      const [tokens = 0] = await countTokens([text]);
      return { objectId, text, passages, tokens, pages: pages.length };
    }),
  );
  const all = files.flatMap(({ passages }) => passages);
  return {
    documents: async () =>
      files.map(
        ({ objectId, passages, tokens, pages }): DocumentFact => ({
          objectId,
          name: `${objectId}.pdf`,
          kind: 'pdf',
          opening: [],
          isNew: true,
          tokens,
          pages,
          passageCount: passages.length,
        }),
      ),
    passages: async (query, limit) => all.filter(({ text }) => text.includes(query)).slice(0, limit),
    passagesAt: async (places) =>
      places.flatMap(({ objectId, place }) =>
        all.filter((passage) => passage.objectId === objectId && passage.place === place),
      ),
    texts: async (ids) =>
      new Map(files.filter(({ objectId }) => ids.includes(objectId)).map((file) => [file.objectId, file.text])),
  };
}

const filler = (seed: number, sentences: number) =>
  Array.from(
    { length: sentences },
    (_, n) => `Remark ${seed}.${n} says nothing that a board would act upon today.`,
  ).join(' ');
/** A report of ten pages with one fact per page. */
function report(sentences = 26) {
  const pages: number[] = [];
  let text = '';
  for (let page = 1; page <= 10; page++) {
    pages.push(text.length);
    text += `${filler(page, sentences)} FACT-${page}. ${filler(page, 3)}\n\n`;
  }
  return { text, pages };
}
const textOf = (files: { passages: string[] }[]) => files.flatMap(({ passages }) => passages).join('\n');
const factsIn = (text: string) =>
  Array.from({ length: 10 }, (_, n) => `FACT-${n + 1}.`).filter((fact) => text.includes(fact));

describe('the files of a prompt', () => {
  it('are included whole if they fit, so a summary of a report of ten pages can name all ten facts', async () => {
    const { files, newNames, tokens } = await readFiles(await libraryOf(report()), 'Summarise this report', 5000);
    expect(factsIn(textOf(files))).toHaveLength(10);
    expect(files).toMatchObject([{ isLasting: true, name: newNames[0] }]);
    expect(tokens).toBeLessThanOrEqual(5000);
  });

  it('are excerpts from the whole of a file that does not fit', async () => {
    const { files } = await readFiles(await libraryOf(report(120)), 'Summarise this report', 4000);
    const pages = [...textOf(files).matchAll(/\[page (\d+)\]/g)].map(([, page]) => Number(page));
    expect(new Set(pages).size).toBeGreaterThanOrEqual(8);
    expect(Math.min(...pages)).toBe(1);
    expect(Math.max(...pages)).toBe(10);
    expect(files[0]?.note).toMatch(/^Excerpts only: \d+ of \d+ passages/);
  });

  it('contain the passages that match the message, wherever they are', async () => {
    const { files } = await readFiles(await libraryOf(report(120)), 'FACT-7.', 2000);
    expect(textOf(files)).toContain('FACT-7.');
    expect(files).toMatchObject([{ isLasting: false }]);
  });

  it('share the room fairly, and do not exceed it', async () => {
    const library = await libraryOf(report(60), report(60), { text: 'A short note.' }, report(60), report(60));
    const { files, tokens } = await readFiles(library, 'Compare them', 6000);
    const lengths = files.map(({ passages }) => passages.join('').length);
    expect(textOf(files)).toContain('A short note.');
    const long = lengths.filter((length) => length > 100);
    expect(long).toHaveLength(4);
    expect(Math.min(...long)).toBeGreaterThan(Math.max(...long) * 0.7);
    expect(tokens).toBeLessThanOrEqual(6000);
    const [counted = 0] = await countTokens([frameFiles(files)]);
    expect(counted).toBeLessThanOrEqual(6000);
    expect(counted).toBeGreaterThan(4500);
  });

  it('are named even if there is no room for their text', async () => {
    const { files } = await readFiles(await libraryOf(report(), report()), 'Compare them', 100);
    expect(files.map(({ name }) => name)).toHaveLength(2);
    expect(textOf(files)).toBe('');
  });
});
