/**
 * Decides what an uploaded file is. Its name's extension, the type that the browser declared and its bytes must agree;
 * the bytes are looked at closely enough that a file of another kind in these clothes is refused.
 */
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '~/server/lib/errors';
import { type FileKind, words } from '~/server/reading/reading';
import { limits } from '~/shared/limits';
import { type ByteSource, inMemory } from './byte-source';
import { compoundSignature, openCompoundFile } from './compound-file';
import { extensionOf, safeFileName } from './file-name';
import { openZip } from './zip';

export interface UploadedFile {
  name: string;
  /** Content-Type of the upload. Browsers send nothing, or application/octet-stream, for kinds they don't know. */
  declaredType?: string | undefined;
  /** The first 4,100 bytes or more; the whole file where it is shorter. */
  head: Buffer;
  size: number;
  /** From `start` up to, and without, `end`. Asked for Word files and drawings, a few small parts. */
  readRange(start: number, end: number): Promise<Buffer>;
}

export interface CheckedFile {
  kind: FileKind;
  /** What the bytes are. */
  type: string;
}

interface Kind {
  kind: FileKind;
  /** The first is the type that is answered unless the bytes say it more exactly; the others are synonyms in use. */
  types: readonly string[];
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const image = (...types: string[]): Kind => ({ kind: 'image', types });
const jpeg = image('image/jpeg', 'image/jpg', 'image/pjpeg');
const tiff = image('image/tiff');
const heif = image('image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence');

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['pdf', { kind: 'pdf', types: ['application/pdf', 'application/x-pdf'] }],
  ['docx', { kind: 'docx', types: [docxType] }],
  ['doc', { kind: 'doc', types: ['application/msword'] }],
  ['jpg', jpeg],
  ['jpeg', jpeg],
  ['jpe', jpeg],
  ['jfif', jpeg],
  ['png', image('image/png', 'image/x-png', 'image/apng')],
  ['gif', image('image/gif')],
  ['webp', image('image/webp')],
  ['avif', image('image/avif')],
  ['heic', heif],
  ['heif', heif],
  ['bmp', image('image/bmp', 'image/x-ms-bmp', 'image/x-bmp')],
  ['tif', tiff],
  ['tiff', tiff],
  ['svg', image('image/svg+xml')],
]);

const pictureHeadBytes = 8192;
const pdfHeadBytes = 64 * 1024;
const maxContentTypesBytes = 256 * 1024;
const longestTag = 1000;
const drawingHeadBytes = 64 * 1024;
const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const pdfSignature = '%PDF-';
const wordSignature = 0xa5ec;
const zipSignature = Buffer.from('PK\x03\x04');

const titles = /\/(?:Title|Subject|Keywords|Author)\s?\((?:\\.|[^\\)]){0,2000}\)/g;
/** Where an HTML reader would begin to see a page. Strict enough that pixels never look like it. */
const page = /<(?:!doctype\s+html|html|head|body|script|iframe|object|embed)[\s>/]/i;

/** Throws `unsupported_type`, `too_large` or `validation` for what is not accepted. */
export async function checkFile(file: UploadedFile): Promise<CheckedFile> {
  if (file.size <= 0 || file.head.length === 0) throw new AppError('validation', 'The file is empty');
  if (file.size > limits.attachmentBytes) throw new AppError('too_large', 'File is larger than 10 MB');
  const extension = extensionOf(safeFileName(file.name));
  const kind = kinds.get(extension);
  if (!kind) throw refused(`the name ends in "${extension}"`);
  const declared = (file.declaredType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const saysNothing = declared === '' || declared === 'application/octet-stream';
  if (!saysNothing && !kind.types.includes(declared)) throw refused(`declared as ${declared}, named .${extension}`);
  const type = await typeOfBytes(file, kind, extension);
  return { kind: kind.kind, type };
}

async function typeOfBytes(file: UploadedFile, kind: Kind, extension: string): Promise<string> {
  if (kind.kind === 'pdf') return checkPdf(file.head, kind);
  if (kind.kind === 'docx') return checkDocx(file, kind);
  if (kind.kind === 'doc') return checkDoc(file, kind);
  return extension === 'svg' ? checkDrawing(file, kind) : checkPixels(file.head, kind);
}

/** Readers of PDF look for its header in the first kilobyte; we take it at the very start or not at all. */
function checkPdf(head: Buffer, kind: Kind): string {
  const text = head.toString('latin1', 0, pdfHeadBytes);
  if (!text.startsWith(pdfSignature)) throw refused('no PDF header at the start');
  // What stands in a stream is the PDF's own matter, and a title may well speak of <script>.
  const stream = text.search(/\bstream\r?\n/);
  const objects = (stream < 0 ? text : text.slice(0, stream)).replace(titles, '');
  if (page.test(objects)) throw refused('a PDF that is a web page as well');
  return first(kind);
}

/** Any zip can be renamed: this one must say itself that its main part is a Word document, and one without macros. */
async function checkDocx(file: UploadedFile, kind: Kind): Promise<string> {
  const source = wholeOrRanges(file);
  if (file.head.subarray(0, 8).equals(compoundSignature)) {
    const { streamNames } = await openCompoundFile(source).catch(asRefused);
    // Word puts a document with a password, encrypted as a whole, into a compound file.
    if (streamNames.includes('EncryptedPackage')) throw new AppError('unsupported_type', words.documentLocked);
    throw refused('a compound file named .docx');
  }
  if (!file.head.subarray(0, 4).equals(zipSignature)) throw refused('no zip at the start');
  try {
    const { entries, read } = await openZip(source);
    if (entries.some(({ fileName }) => /vbaproject\.bin$/i.test(fileName))) throw refused('a document with macros');
    const contentTypes = entries.find(({ fileName }) => fileName === '[Content_Types].xml');
    if (!contentTypes) throw refused('ZIP without Office content');
    const xml = (await read(contentTypes, maxContentTypesBytes)).toString('utf8');
    const part = mainPart(xml);
    if (!part || !entries.some(({ fileName }) => fileName === part)) throw refused('Office file other than Word');
    return first(kind);
  } catch (error) {
    return asRefused(error);
  }
}

/** Tag by tag and only short ones: an expression over the whole text could be made to run for minutes. */
function mainPart(contentTypes: string): string | undefined {
  const tag = contentTypes.split('<').find((text) => text.length < longestTag && text.includes(`"${wordMain}"`));
  return tag && /PartName\s?=\s?"\/?([^"]+)"/.exec(tag)?.[1];
}

/** Excel, PowerPoint and installers use the same container: only Word's has this stream, and it begins so. */
async function checkDoc(file: UploadedFile, kind: Kind): Promise<string> {
  if (!file.head.subarray(0, 8).equals(compoundSignature)) throw refused('no compound file at the start');
  const compound = await openCompoundFile(wholeOrRanges(file)).catch(asRefused);
  const start = await compound.startOf('WordDocument').catch(asRefused);
  if (start.length < 2 || start.readUInt16LE(0) !== wordSignature) throw refused('a compound file without a document');
  return first(kind);
}

async function checkDrawing(file: UploadedFile, kind: Kind): Promise<string> {
  const wanted = Math.min(file.size, drawingHeadBytes);
  const bytes = file.head.length >= wanted ? file.head : await file.readRange(0, wanted);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    throw refused('SVG that is not text');
  }
  if (text.includes('\0') || !/^<(?:svg:)?svg[\s>/]/.test(withoutProlog(text)))
    throw refused('no drawing at the start');
  return first(kind);
}

/** Without the declarations and comments that may stand before a document's root. */
function withoutProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const closing = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : closingOfDoctype(rest);
    const end = closing ? rest.indexOf(closing) : -1;
    if (!closing || end < 0) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function closingOfDoctype(text: string): string | undefined {
  if (!/^<!doctype\s+svg\b/i.test(text)) return undefined;
  const bracket = text.indexOf('[');
  return bracket >= 0 && bracket < text.indexOf('>') ? ']>' : '>';
}

async function checkPixels(wholeHead: Buffer, kind: Kind): Promise<string> {
  const head = wholeHead.subarray(0, pictureHeadBytes);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found || !kind.types.includes(found.mime))
    throw refused(`the bytes are ${found?.mime ?? 'unknown image signature'}`);
  if (page.test(head.toString('latin1'))) throw refused('image that is also a web page');
  // An animated PNG is a PNG wherever it goes.
  return found.mime === 'image/apng' ? first(kind) : found.mime;
}

function wholeOrRanges(file: UploadedFile): ByteSource {
  if (file.head.length >= file.size) return inMemory(file.head.subarray(0, file.size));
  const readRange = (start: number, end: number) =>
    file.readRange(start, end).catch((error) => {
      throw new StoreFailed('The file could not be read', { cause: error });
    });
  return { size: file.size, readRange };
}

/** A store that does not answer says nothing about the file: its error goes on as it is. */
class StoreFailed extends Error {}

const first = (kind: Kind): string => kind.types[0] as string;
/** The user reads one sentence; what exactly did not agree goes to the log. */
const refused = (cause: string) => new AppError('unsupported_type', 'This file type is not allowed', { cause });

function asRefused(error: unknown): never {
  if (error instanceof StoreFailed) throw error.cause;
  if (error instanceof AppError) throw error;
  throw refused(error instanceof Error ? error.message : 'a broken container');
}
