/** Token overhead of framing. Names and notes of files are counted. */
import type { FramedFile } from './file-frame';
import { sizesOf } from './token-sizes';

/** The sentences before and after all files. */
export const tokensPerFrame = 120;
/** The tags around a file. */
const tokensPerTags = 46;
/** The note that only excerpts of a file follow. */
export const tokensPerExcerptNote = 40;
/** The mark of a page. */
export const tokensPerPage = 6;
/** The tags and the sentence around a summary. */
export const tokensPerSummary = 105;
/** The note about messages that are left out. */
export const tokensPerGap = 20;

/** Tokens around the text of each file, and of its name in the question that it is attached to. */
export async function fileCosts(
  files: readonly (Pick<FramedFile, 'name' | 'note'> & { isNew?: boolean })[],
): Promise<number[]> {
  const texts = files.map(({ name, note = '', isNew }) => {
    const quoted = JSON.stringify(name);
    return `${isNew ? `${quoted}, ` : ''}${quoted} (${note})`;
  });
  const sizes = await sizesOf(texts.map((text) => ({ key: `frame:${text}`, text })));
  return sizes.map((size) => size + tokensPerTags);
}
