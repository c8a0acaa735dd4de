import { type Format, firstType, refused, webPage } from './uploaded-file';

const headBytes = 64 * 1024;
const signature = '%PDF-';
const titles = /\/(?:Title|Subject|Keywords|Author)\s?\((?:\\.|[^\\)]){0,2000}\)/g;

/** Readers of PDF look for its header in the first kilobyte; we take it at the very start or not at all. */
export function checkPdf(head: Buffer, format: Format): string {
  const text = head.toString('latin1', 0, headBytes);
  if (!text.startsWith(signature)) throw refused('no PDF header at the start');
  // What stands in a stream is the PDF's own matter, and a title may well speak of <script>.
  const stream = text.search(/\bstream\r?\n/);
  const objects = (stream < 0 ? text : text.slice(0, stream)).replace(titles, '');
  if (webPage.test(objects)) throw refused('a PDF that is a web page as well');
  return firstType(format);
}
