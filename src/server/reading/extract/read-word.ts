/** The text of Word files: .docx through mammoth, .doc through word-extractor. */
import mammoth from 'mammoth';
import WordExtractor from 'word-extractor';
import { inMemory } from '~/server/reading/detect/byte-source';
import { openCompoundFile } from '~/server/reading/detect/compound-file';
import { openZip, type ZipEntry } from '~/server/reading/detect/zip';
import { type Reading, ReadingFailure, words } from '~/server/reading/reading';
import { cleanText, withinLimit } from './clean-text';

const maxEntries = 5000;
/** Everything the file claims to hold, pictures with it. */
const maxUnpackedBytes = 512 * 1024 * 1024;
/** What is really unpacked: text and its formatting. A thousand pages of text are about 20 MB. */
const maxXmlBytes = 64 * 1024 * 1024;
/** The bit of a Word document's header that says its text is encrypted. */
const encryptedFlag = 0x0100;
const flagsOffset = 0x0a;

export async function readDocx(bytes: Uint8Array): Promise<Reading> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  await refuseZipBomb(buffer);
  // Files outside the document stay closed: mammoth opens them only where it is told to, and here it is not.
  const { value } = await mammoth.extractRawText({ buffer });
  return { processedType: 'docx', ...textOf(value) };
}

/** The claims are added up first; then each part that mammoth may unpack is held to its claim. */
async function refuseZipBomb(bytes: Buffer): Promise<void> {
  const { entries, read } = await openZip(inMemory(bytes));
  const xml = entries.filter(({ fileName }) => /\.(?:xml|rels)$/i.test(fileName));
  const isBomb = entries.length > maxEntries || sum(entries) > maxUnpackedBytes || sum(xml) > maxXmlBytes;
  if (isBomb) throw new ReadingFailure(words.tooComplex);
  for (const entry of xml) await read(entry, maxXmlBytes);
}

const sum = (entries: readonly ZipEntry[]): number =>
  entries.reduce((total, entry) => total + entry.uncompressedSize, 0);

/** Answered as 'unknown', with its text: `Reading.processedType` says why. */
export async function readDoc(bytes: Uint8Array): Promise<Reading> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = await (await openCompoundFile(inMemory(buffer))).startOf('WordDocument');
  if ((start.readUInt16LE(flagsOffset) & encryptedFlag) !== 0) throw new ReadingFailure(words.documentLocked);
  const document = await new WordExtractor().extract(buffer);
  const asWritten = { filterUnicode: false };
  const parts = [
    document.getBody(asWritten),
    document.getTextboxes({ ...asWritten, includeHeadersAndFooters: false }),
    document.getFootnotes(asWritten),
    document.getEndnotes(asWritten),
  ];
  return { processedType: 'unknown', ...textOf(parts.join('\n\n')) };
}

function textOf(raw: string): Pick<Reading, 'extractedText' | 'note'> {
  const { text, isCut } = withinLimit(cleanText(raw));
  if (text === '') return { note: words.noText };
  return isCut
    ? { extractedText: text, note: 'Only the beginning of this document was read.' }
    : { extractedText: text };
}
