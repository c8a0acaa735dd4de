/** The media types of each format in shared/file-kinds.ts. */
import { type FileFormat, type FileKind, fileFormats } from '~/shared/file-kinds';

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/**
 * By a format's first extension. The first type is stored unless the bytes are more specific; browsers declare the
 * others for the same files: Windows with Excel declares a CSV as a workbook.
 */
const typesByExtension: Record<FileFormat[1][0], readonly [string, ...string[]]> = {
  pdf: ['application/pdf', 'application/x-pdf'],
  docx: [`${office}.wordprocessingml.document`],
  doc: ['application/msword'],
  xlsx: [`${office}.spreadsheetml.sheet`],
  pptx: [`${office}.presentationml.presentation`],
  odt: [`${openDocument}.text`],
  ods: [`${openDocument}.spreadsheet`],
  odp: [`${openDocument}.presentation`],
  rtf: ['application/rtf', 'text/rtf', 'text/richtext', 'application/x-rtf'],
  eml: ['message/rfc822', 'application/x-eml'],
  msg: ['application/vnd.ms-outlook', 'application/x-msg'],
  csv: ['text/csv', 'application/csv', 'text/x-csv', 'application/vnd.ms-excel', 'text/plain'],
  tsv: ['text/tab-separated-values', 'text/tsv', 'text/plain'],
  txt: ['text/plain'],
  md: ['text/markdown', 'text/x-markdown', 'text/plain'],
  html: ['text/html'],
  json: ['application/json', 'text/json', 'text/plain'],
  jpg: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  png: ['image/png', 'image/x-png', 'image/apng'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  heic: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  bmp: ['image/bmp', 'image/x-ms-bmp', 'image/x-bmp'],
  tif: ['image/tiff'],
  svg: ['image/svg+xml'],
};

export interface Format {
  kind: FileKind;
  extensions: readonly string[];
  types: readonly [string, ...string[]];
}

const formats: readonly Format[] = fileFormats.map(([kind, extensions]) => ({
  kind,
  extensions,
  types: typesByExtension[extensions[0]],
}));

export const formatOfExtension = (extension: string): Format | undefined =>
  formats.find(({ extensions }) => extensions.includes(extension));

/** A Content-Type without its parameters, in lower case. */
export const withoutParameters = (contentType: string | undefined): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The same; empty if it says nothing about the file. */
export function declaredTypeOf(contentType: string | undefined): string {
  const type = withoutParameters(contentType);
  return type === 'application/octet-stream' ? '' : type;
}

/** The format of a declared type. If the type fits several formats or none, the name decides. */
export function formatOfType(type: string, extension: string): Format | undefined {
  const named = formatOfExtension(extension);
  const isUnspecific = type === '' || type === 'application/octet-stream';
  if (named && (isUnspecific || named.types.includes(type))) return named;
  return formats.find(({ types }) => types[0] === type) ?? formats.find(({ types }) => types.includes(type));
}

/** The kind of a stored type; every image has the type of its bytes. */
export function kindOfType(type: string): FileKind | undefined {
  if (type.startsWith('image/')) return 'image';
  return formats.find(({ types }) => types[0] === type)?.kind;
}
