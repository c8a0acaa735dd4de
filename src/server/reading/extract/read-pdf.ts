/** The text of a PDF with the page of each part. Nothing in it is run, rendered or fetched. */
import {
  count,
  max,
  onlyFirstPages,
  type Reading,
  ReadingFailure,
  type ReportProgress,
  readingMessages,
} from '~/server/reading/reading';
import { joinPages } from './clean-text';
import { openPdf, type Pdf } from './open-pdf';
import { hasTypedNotes, mayHaveAnnotationText, textOfAnnotations } from './pdf-annotations';
import { textOfItems } from './pdf-page-text';

/** A page that cannot be read is skipped; after this many, reading stops. */
const maxBadPagesInARow = 20;
/** A page with less text may be a scan with a stamp, such as the line of a court or of a signature service. */
const stampCharacters = 200;

export interface PdfReading {
  reading: Reading;
  /** Pages without a text layer. */
  scanned: number[];
  /** Pages with so little text that it may be the stamp on a scan. */
  stamped: number[];
}

/** `deadline` is a value of performance.now(): the text read by then is returned, with a note. */
export async function readPdf(bytes: Uint8Array, deadline: number, report: ReportProgress): Promise<PdfReading> {
  // Opening takes the bytes.
  const hasNotes = hasTypedNotes(bytes);
  const pdf = await openPdf(bytes);
  try {
    const isFilledIn = await mayHaveAnnotationText(pdf, hasNotes).catch(() => false);
    return await readPages(pdf, isFilledIn, deadline, report);
  } finally {
    await pdf.destroy();
  }
}

async function readPages(pdf: Pdf, isFilledIn: boolean, deadline: number, report: ReportProgress): Promise<PdfReading> {
  const joined = joinPages();
  const last = Math.min(pdf.numPages, max.pages);
  let read = 0;
  let bad = 0;
  let consecutiveFailures = 0;
  const scanned: number[] = [];
  const stamped: number[] = [];
  for (let page = 1; page <= last && consecutiveFailures < maxBadPagesInARow && !joined.isFull; page++) {
    if (performance.now() > deadline && read > 0) break;
    report({ activity: 'reading', unit: 'page', current: page, total: last });
    const content = await contentOfPage(pdf, page, isFilledIn).catch(() => null);
    consecutiveFailures = content === null ? consecutiveFailures + 1 : 0;
    if (content === null) bad += 1;
    else if (content.every((text) => text.trim() === '')) scanned.push(page);
    else if ((content[0] ?? '').trim().length < stampCharacters) stamped.push(page);
    joined.add(page, content?.join('\n\n') ?? '');
    read = page;
  }
  if (bad === read) throw new ReadingFailure(readingMessages.damaged);
  const { text, pages, isCut } = joined.result();
  const notes: string[] = [];
  if (isCut || read < pdf.numPages) notes.push(onlyFirstPages(read, pdf.numPages));
  if (bad > 0) notes.push(bad === 1 ? '1 page is damaged.' : `${count(bad)} pages are damaged.`);
  const note = notes.length > 0 && { note: notes.join(' ') };
  const found = text !== '' && { extractedText: text, pages };
  return { reading: { processedType: 'pdf', ...found, ...note }, scanned, stamped };
}

/** Its text, and what is filled in or typed on it. */
async function contentOfPage(pdf: Pdf, number: number, isFilledIn: boolean): Promise<string[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  // Damaged annotations don't affect the text.
  const filledIn = isFilledIn ? await textOfAnnotations(page).catch(() => '') : '';
  page.cleanup();
  return [textOfItems(items.filter((item) => 'str' in item)), filledIn];
}
