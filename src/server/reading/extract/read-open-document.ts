/**
 * Texts and slides of OpenDocument (.odt, .odp): one XML part contains everything. read-workbook.ts reads workbooks.
 */
import { type Reading, ReadingFailure, readingMessages } from '~/server/reading/reading';
import { openDocumentSections } from '~/server/reading/structure/open-document-blocks';
import { joinSections } from '~/server/reading/structure/outline';
import { openParts } from './office-parts';
import { textOfBlocks } from './read-text';

export async function readOpenDocument(processedType: 'odt' | 'odp', bytes: Uint8Array): Promise<Reading> {
  const parts = await openParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const xml = await parts.xml('content.xml');
  if (xml === null) throw new ReadingFailure(readingMessages.damaged);
  const { before, slides } = openDocumentSections(xml, (await parts.xml('styles.xml')) ?? '');
  if (slides.length === 0) return { processedType, ...textOfBlocks(before) };
  const { text, pages, isCut } = joinSections(slides);
  return { processedType, extractedText: text, pages, ...(isCut && { note: readingMessages.onlyBeginning }) };
}
