/**
 * The kinds of files that can be attached, each with its extensions in lower case: detection, upload dialogs, hints and
 * the API's enum follow from this table. Media types are in server/reading/detect/media-types.ts, away from the browser.
 */
export const fileFormats = [
  ['pdf', ['pdf']],
  ['docx', ['docx']],
  ['doc', ['doc']],
  ['xlsx', ['xlsx']],
  ['pptx', ['pptx']],
  ['odt', ['odt']],
  ['ods', ['ods']],
  ['odp', ['odp']],
  ['rtf', ['rtf']],
  ['eml', ['eml']],
  ['msg', ['msg']],
  ['csv', ['csv']],
  ['tsv', ['tsv', 'tab']],
  ['txt', ['txt']],
  ['md', ['md', 'markdown']],
  ['html', ['html', 'htm']],
  ['json', ['json']],
  ['image', ['jpg', 'jpeg', 'jpe', 'jfif']],
  ['image', ['png']],
  ['image', ['gif']],
  ['image', ['webp']],
  ['image', ['avif']],
  ['image', ['heic', 'heif']],
  ['image', ['bmp']],
  ['image', ['tif', 'tiff']],
  ['image', ['svg']],
] as const satisfies readonly (readonly [kind: string, extensions: readonly string[]])[];

export type FileFormat = (typeof fileFormats)[number];
export type FileKind = FileFormat[0];

/** The `processedType` of an attachment; 'unknown' stands for .doc, which the first four names don't cover. */
export type ProcessedType = Exclude<FileKind, 'doc'> | 'unknown';

export const processedTypeOf = (kind: FileKind): ProcessedType => (kind === 'doc' ? 'unknown' : kind);

export const processedTypes = (): ProcessedType[] => [...new Set(fileFormats.map(([kind]) => processedTypeOf(kind)))];

/** For file dialogs: extensions with a dot, and any image type. */
export const acceptedFileTypes = (): string[] => [
  ...fileFormats.flatMap(([kind, extensions]) => (kind === 'image' ? [] : extensions.map((one) => `.${one}`))),
  'image/*',
];

/** What the numbered parts of such a file are called. */
export function sectionName(type: ProcessedType): 'page' | 'slide' | 'sheet' {
  if (type === 'pptx' || type === 'odp') return 'slide';
  return type === 'xlsx' || type === 'ods' ? 'sheet' : 'page';
}

/** The name of each kind within a sentence. */
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

/** The groups of files that can be attached, for hints. */
export const acceptedFamilies =
  'PDF, Word, Excel, PowerPoint, OpenDocument, CSV, text, web page, email and image files';
