/** Text of Word files: .docx through mammoth, which converts it to HTML, .doc through word-extractor. */
import mammoth from 'mammoth';
import WordExtractor from 'word-extractor';
import { inMemory } from '~/server/reading/detect/byte-source';
import { openCompoundFile } from '~/server/reading/detect/compound-file';
import { type Reading, ReadingFailure, readingMessages } from '~/server/reading/reading';
import { htmlBlocks } from '~/server/reading/structure/html-blocks';
import { numberBookmark, numberParagraphs } from '~/server/reading/structure/number-paragraphs';
import { WordNumbering } from '~/server/reading/structure/word-numbering';
import { readableWordXml } from '~/server/reading/structure/word-xml';
import { cleanText, withinLimit } from './clean-text';
import { type OfficeParts, openParts } from './office-parts';
import { relationsOf } from './office-relations';
import { textOfBlocks } from './read-text';

/** The flag in a Word document's header for encrypted text. */
const encryptedFlag = 0x0100;
const flagsOffset = 0x0a;

type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

export async function readDocx(bytes: Uint8Array): Promise<Reading> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = await openParts(buffer);
  // mammoth does not open external files by default.
  const { value } = await mammoth.convertToHtml((await readableInput(parts)) ?? { buffer }, { convertImage: noImage });
  return { processedType: 'docx', ...textOfBlocks(htmlBlocks(value, { numberAnchor: numberBookmark })) };
}

/**
 * mammoth starts each list with 1, and leaves out the numbers of headings and some elements with their text. Undefined
 * for a document without the usual parts.
 */
async function readableInput(parts: OfficeParts): Promise<MammothInput | undefined> {
  const main = parts.names.find((name) => /^word\/document\d*\.xml$/.test(name));
  const document = main && (await parts.xml(main));
  if (!document) return undefined;
  const related = await relationsOf(parts, main);
  const xmlOf = (kind: string) => parts.xml(related.find((one) => one.kind === kind)?.part ?? `word/${kind}.xml`);
  const numbering = await xmlOf('numbering');
  const readable = readableWordXml(document);
  const numbered = numbering
    ? numberParagraphs(readable, new WordNumbering(numbering, (await xmlOf('styles')) ?? ''))
    : readable;
  const file = {
    exists: (name: string) => parts.names.includes(name),
    read: async (name: string) => {
      const xml = name === main ? numbered : await parts.xml(name);
      return xml && /notes\d*\.xml$/.test(name) ? readableWordXml(xml) : xml;
    },
  };
  // An opened zip, which its types don't declare.
  return { file } as unknown as MammothInput;
}

/** Images are not unpacked, because they contain no text. */
const noImage = mammoth.images.imgElement(async () => ({ src: '' }));

/** Returned as 'unknown', with its text: `Reading.processedType` explains why. */
export async function readDoc(bytes: Uint8Array): Promise<Reading> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = await (await openCompoundFile(inMemory(buffer))).startOf('WordDocument');
  if ((start.readUInt16LE(flagsOffset) & encryptedFlag) !== 0) throw new ReadingFailure(readingMessages.documentLocked);
  const document = await new WordExtractor().extract(buffer);
  const asWritten = { filterUnicode: false };
  const parts = [
    document.getBody(asWritten),
    document.getTextboxes({ ...asWritten, includeHeadersAndFooters: false }),
    document.getFootnotes(asWritten),
    document.getEndnotes(asWritten),
  ];
  return { processedType: 'unknown', ...textOf(withHyphens(parts.join('\n\n'))) };
}

/** The library writes "undefined" for an optional hyphen, and keeps Word's own character for one that doesn't break. */
const withHyphens = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N}/–-])(?:undefined)+(?=\p{L})/gu, '').replaceAll('\u001e', '-');

function textOf(raw: string): Pick<Reading, 'extractedText' | 'note'> {
  const { text, isCut } = withinLimit(cleanText(raw));
  if (text === '') return { note: readingMessages.noText };
  return isCut ? { extractedText: text, note: readingMessages.onlyBeginning } : { extractedText: text };
}
