import { type Format, firstType, rejected, webPage } from './uploaded-file';

const headBytes = 64 * 1024;
const signature = '%PDF-';
const titles = /\/(?:Title|Subject|Keywords|Author)\s?\((?:\\.|[^\\)]){0,2000}\)/g;

/** PDF readers accept the header anywhere in the first kilobyte; we require it at the very start. */
export function checkPdf(head: Buffer, format: Format): string {
  const text = head.toString('latin1', 0, headBytes);
  if (!text.startsWith(signature)) throw rejected('no PDF header at the start');
  // Only before the first stream: streams contain PDF data, and a title may well mention <script>.
  const stream = text.search(/\bstream\r?\n/);
  const objects = (stream < 0 ? text : text.slice(0, stream)).replace(titles, '');
  if (webPage.test(objects)) throw rejected('a PDF that is a web page as well');
  return firstType(format);
}
