/** The reader for each kind of document; its library is loaded with the first file of that kind. */
import type { Reading, ReportProgress } from '~/server/reading/reading';
import type { FileKind } from '~/shared/file-kinds';

/** PDFs and images return more than a reading. */
type DocumentKind = Exclude<FileKind, 'image' | 'pdf'>;
type Read = (bytes: Uint8Array, report: ReportProgress) => Promise<Reading> | Reading;

const word = () => import('~/server/reading/extract/read-word');
const workbook = () => import('~/server/reading/extract/read-workbook');
const openDocument = () => import('~/server/reading/extract/read-open-document');
const mail = () => import('~/server/reading/extract/read-mail');
const text = () => import('~/server/reading/extract/read-text');

const readers: Record<DocumentKind, Read> = {
  docx: async (bytes) => (await word()).readDocx(bytes),
  doc: async (bytes) => (await word()).readDoc(bytes),
  xlsx: async (bytes, report) => (await workbook()).readWorkbook('xlsx', bytes, report),
  ods: async (bytes, report) => (await workbook()).readWorkbook('ods', bytes, report),
  pptx: async (bytes, report) => (await import('~/server/reading/extract/read-slides')).readPptx(bytes, report),
  odt: async (bytes) => (await openDocument()).readOpenDocument('odt', bytes),
  odp: async (bytes) => (await openDocument()).readOpenDocument('odp', bytes),
  rtf: async (bytes) => (await import('~/server/reading/extract/read-rtf')).readRtf(bytes),
  eml: async (bytes) => (await mail()).readEml(bytes),
  msg: async (bytes) => (await mail()).readMsg(bytes),
  txt: async (bytes) => (await text()).readText('txt', bytes),
  md: async (bytes) => (await text()).readText('md', bytes),
  json: async (bytes) => (await text()).readText('json', bytes),
  csv: async (bytes) => (await text()).readText('csv', bytes),
  tsv: async (bytes) => (await text()).readText('tsv', bytes),
  html: async (bytes) => (await text()).readText('html', bytes),
};

export const readDocument = (
  kind: DocumentKind,
  bytes: Uint8Array,
  report: ReportProgress,
): Promise<Reading> | Reading => readers[kind](bytes, report);
