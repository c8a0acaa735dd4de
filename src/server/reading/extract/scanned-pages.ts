/** Combines a PDF with the text recognized on its scanned pages. */
import { count, type Reading, words } from '~/server/reading/reading';
import { joinPages } from './clean-text';

/** `scanned` are the pages without a text layer, `found` the texts recognized on them. */
export function withScannedPages(
  reading: Reading,
  scanned: readonly number[],
  found: ReadonlyMap<number, string>,
  characters?: number,
): Reading {
  const recognized = scanned.filter((page) => (found.get(page) ?? '').trim() !== '');
  const notes = [reading.note, recognizedNote(recognized.length), missingNote(scanned.length - recognized.length)];
  const note = notes.filter(Boolean).join(' ');
  if (recognized.length === 0) {
    if (!reading.extractedText) return { processedType: 'pdf', processingError: words.noTextLayer };
    return note === '' ? reading : { ...reading, note };
  }
  const joined = joinPages(undefined, characters);
  for (const { page, text } of pagesOf(reading, scanned)) joined.add(page, found.get(page) ?? text);
  const { text, pages } = joined.result();
  return { processedType: 'pdf', extractedText: text, pages, note };
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

function missingNote(number: number): string {
  if (number === 0) return '';
  return number === 1 ? '1 page has no text layer.' : `${count(number)} pages have no text layer.`;
}
