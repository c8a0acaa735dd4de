/** Combines a PDF or an image with the text recognized on its pages. */
import { count, type Reading, readingMessages } from '~/server/reading/reading';
import { joinPages } from './clean-text';

/**
 * `scanned` are the pages whose text is in images, `found` the texts recognized on them, empty where an image has none.
 */
export function withScannedPages(
  reading: Reading,
  scanned: readonly number[],
  found: ReadonlyMap<number, string>,
  characters?: number,
): Reading {
  const recognized = scanned.filter((page) => (found.get(page) ?? '').trim() !== '');
  const texts = pagesOf(reading, scanned);
  const withText = new Set(texts.filter(({ text }) => text.trim() !== '').map(({ page }) => page));
  const empty = scanned.filter((page) => !withText.has(page) && !recognized.includes(page));
  const unread = scanned.filter((page) => withText.has(page) && !found.has(page));
  const notes = [reading.note, recognizedNote(recognized.length), emptyNote(empty.length), unreadNote(unread.length)];
  const note = notes.filter(Boolean).join(' ');
  if (recognized.length === 0) {
    if (!reading.extractedText) return { processedType: 'pdf', processingError: readingMessages.noTextLayer };
    return note === '' ? reading : { ...reading, note };
  }
  const joined = joinPages(undefined, characters);
  for (const { page, text } of texts) joined.add(page, [text, found.get(page) ?? ''].join('\n\n'));
  const { text, pages, isCut } = joined.result();
  return { processedType: 'pdf', extractedText: text, pages, note: withCut(note, isCut) };
}

/** Combines an image of several pages with the text recognized on them. */
export function withImagePages(
  reading: Reading,
  numbers: readonly number[],
  found: ReadonlyMap<number, string>,
  characters?: number,
): Reading {
  const joined = joinPages(undefined, characters);
  for (const page of numbers) joined.add(page, found.get(page) ?? '');
  const { text, pages, isCut } = joined.result();
  const note = [reading.note, unrecognizedNote(numbers.length - found.size)].filter(Boolean).join(' ');
  return { ...reading, note: withCut(note, isCut), ...(text !== '' && { extractedText: text, pages }) };
}

const withCut = (note: string, isCut: boolean): string => (isCut ? `${note} ${readingMessages.onlyBeginning}` : note);

function unrecognizedNote(number: number): string {
  if (number === 0) return '';
  return number === 1 ? "The text of 1 page couldn't be read." : `The text of ${count(number)} pages couldn't be read.`;
}

function pagesOf(
  { extractedText = '', pages = [] }: Reading,
  scanned: readonly number[],
): { page: number; text: string }[] {
  if (pages.length === 0) return scanned.map((page) => ({ page, text: '' }));
  return pages.map(({ page, start }, index) => ({ page, text: extractedText.slice(start, pages[index + 1]?.start) }));
}

function recognizedNote(number: number): string {
  if (number === 0) return '';
  return number === 1
    ? 'The text of 1 page was recognized in its image.'
    : `The text of ${count(number)} pages was recognized in their images.`;
}

function emptyNote(number: number): string {
  if (number === 0) return '';
  return number === 1 ? '1 page has no text layer.' : `${count(number)} pages have no text layer.`;
}

function unreadNote(number: number): string {
  if (number === 0) return '';
  return number === 1
    ? '1 page has little text beside a large image, which was not read.'
    : `${count(number)} pages have little text beside a large image, which was not read.`;
}
