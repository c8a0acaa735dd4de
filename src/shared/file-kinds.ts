/**
 * The kinds of files that can be attached, each once: detection, upload dialogs, hints and the API's enum follow from
 * this table.
 */
interface FileFormat {
  kind: string;
  /** In lower case, without the dot. */
  extensions: readonly string[];
  /** The first is stored unless the bytes say it more exactly; browsers declare the others for the same files. */
  types: readonly string[];
}

const openDocument = 'application/vnd.oasis.opendocument';
const office = 'application/vnd.openxmlformats-officedocument';

export const fileFormats = [
  { kind: 'pdf', extensions: ['pdf'], types: ['application/pdf', 'application/x-pdf'] },
  { kind: 'docx', extensions: ['docx'], types: [`${office}.wordprocessingml.document`] },
  { kind: 'doc', extensions: ['doc'], types: ['application/msword'] },
  { kind: 'xlsx', extensions: ['xlsx'], types: [`${office}.spreadsheetml.sheet`] },
  { kind: 'pptx', extensions: ['pptx'], types: [`${office}.presentationml.presentation`] },
  { kind: 'odt', extensions: ['odt'], types: [`${openDocument}.text`] },
  { kind: 'ods', extensions: ['ods'], types: [`${openDocument}.spreadsheet`] },
  { kind: 'odp', extensions: ['odp'], types: [`${openDocument}.presentation`] },
  { kind: 'rtf', extensions: ['rtf'], types: ['application/rtf', 'text/rtf', 'text/richtext', 'application/x-rtf'] },
  { kind: 'eml', extensions: ['eml'], types: ['message/rfc822', 'application/x-eml'] },
  { kind: 'msg', extensions: ['msg'], types: ['application/vnd.ms-outlook', 'application/x-msg'] },
  {
    kind: 'csv',
    extensions: ['csv'],
    // Windows with Excel declares a CSV as a workbook.
    types: ['text/csv', 'application/csv', 'text/x-csv', 'application/vnd.ms-excel', 'text/plain'],
  },
  { kind: 'tsv', extensions: ['tsv', 'tab'], types: ['text/tab-separated-values', 'text/tsv', 'text/plain'] },
  { kind: 'txt', extensions: ['txt'], types: ['text/plain'] },
  { kind: 'md', extensions: ['md', 'markdown'], types: ['text/markdown', 'text/x-markdown', 'text/plain'] },
  { kind: 'html', extensions: ['html', 'htm'], types: ['text/html'] },
  { kind: 'json', extensions: ['json'], types: ['application/json', 'text/json', 'text/plain'] },
  { kind: 'image', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], types: ['image/jpeg', 'image/jpg', 'image/pjpeg'] },
  { kind: 'image', extensions: ['png'], types: ['image/png', 'image/x-png', 'image/apng'] },
  { kind: 'image', extensions: ['gif'], types: ['image/gif'] },
  { kind: 'image', extensions: ['webp'], types: ['image/webp'] },
  { kind: 'image', extensions: ['avif'], types: ['image/avif'] },
  {
    kind: 'image',
    extensions: ['heic', 'heif'],
    types: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  },
  { kind: 'image', extensions: ['bmp'], types: ['image/bmp', 'image/x-ms-bmp', 'image/x-bmp'] },
  { kind: 'image', extensions: ['tif', 'tiff'], types: ['image/tiff'] },
  { kind: 'image', extensions: ['svg'], types: ['image/svg+xml'] },
] as const satisfies readonly FileFormat[];

export type FileKind = (typeof fileFormats)[number]['kind'];

/** What an attachment's `processedType` says: 'unknown' stands for .doc, which the first four names don't cover. */
export type ProcessedType = Exclude<FileKind, 'doc'> | 'unknown';

export const processedTypeOf = (kind: FileKind): ProcessedType => (kind === 'doc' ? 'unknown' : kind);

export const processedTypes = [...new Set(fileFormats.map(({ kind }) => processedTypeOf(kind)))];

export const formatOfExtension = (extension: string): (typeof fileFormats)[number] | undefined =>
  fileFormats.find(({ extensions }) => (extensions as readonly string[]).includes(extension));

/** The kind behind a stored type; every image has the type of its bytes. */
export function kindOfType(type: string): FileKind | undefined {
  if (type.startsWith('image/')) return 'image';
  return fileFormats.find(({ types }) => types[0] === type)?.kind;
}

/** For file dialogs: extensions with their dot, and any image type. */
export const acceptedFileTypes: string[] = [
  ...fileFormats.filter(({ kind }) => kind !== 'image').flatMap(({ extensions }) => extensions.map((one) => `.${one}`)),
  'image/*',
];

/** What the numbered parts of such a file are called. */
export function sectionName(type: ProcessedType): 'page' | 'slide' | 'sheet' {
  if (type === 'pptx' || type === 'odp') return 'slide';
  return type === 'xlsx' || type === 'ods' ? 'sheet' : 'page';
}

/** How a sentence names a file of each kind. */
export const phraseOfType: Readonly<Record<ProcessedType, string>> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  image: 'an image',
  unknown: 'a document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  odt: 'an OpenDocument text',
  ods: 'an OpenDocument spreadsheet',
  odp: 'an OpenDocument presentation',
  rtf: 'a rich text file',
  eml: 'an email',
  msg: 'an Outlook email',
  csv: 'a CSV table',
  tsv: 'a table',
  txt: 'a text file',
  md: 'a Markdown file',
  html: 'a web page',
  json: 'a JSON file',
};

/** The families of files a person can attach, for hints. */
export const acceptedFamilies =
  'PDF, Word, Excel, PowerPoint, OpenDocument, CSV, text, web page, email and image files';
