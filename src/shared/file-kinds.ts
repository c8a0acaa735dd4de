/**
 * The kinds of files that can be attached, with their extensions in lower case. File detection, upload dialogs, hints
 * and the API's enum are derived from this table. Media types are in server/reading/detect/media-types.ts, to keep them
 * out of the browser's bundle.
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

/** The values of an attachment's `processedType`. 'unknown' is used for .doc. */
export type ProcessedType = Exclude<FileKind, 'doc'> | 'unknown';

export const processedTypeOf = (kind: FileKind): ProcessedType => (kind === 'doc' ? 'unknown' : kind);

export const processedTypes = (): ProcessedType[] => [...new Set(fileFormats.map(([kind]) => processedTypeOf(kind)))];

/** Whether a file can be attached, by the extension of its name. */
export const isAcceptedExtension = (extension: string): boolean =>
  fileFormats.some(([, extensions]) => (extensions as readonly string[]).includes(extension));

/**
 * The `accept` values of file inputs: extensions with their dot, because browsers report no type for some images, and
 * any image type. HEIC is not named, because iPhones convert photos to JPEG for inputs that don't name it.
 */
export const acceptedFileTypes = (): string[] => [
  ...fileFormats.flatMap(([, extensions]) =>
    extensions[0] === 'heic' ? [] : extensions.map((extension) => `.${extension}`),
  ),
  'image/*',
];

/** The name of a numbered part of such a file. */
export function sectionName(type: ProcessedType): 'page' | 'slide' | 'sheet' {
  if (type === 'pptx' || type === 'odp') return 'slide';
  return type === 'xlsx' || type === 'ods' ? 'sheet' : 'page';
}

/** The name of each kind in a sentence. */
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

/** The kinds of files that users can attach, for hints. */
export const acceptedFamilies =
  'PDF, Word, Excel, PowerPoint, OpenDocument, CSV, text, web page, email and image files';
