/** Text has no signature: it must decode as text throughout, and not start like another format. */
import { decodeText } from './decode-text';
import { type Format, firstType, rejected, type UploadedFile } from './uploaded-file';

/** Control characters that text does not contain, including NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const controls = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f]/;
/** Printable signatures of other formats. */
const others = /^(?:%PDF-|GIF8|%!PS)/;
const richText = /^\{\\rtf/;
const page = /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<(?:!doctype\s+html|html)\b/i;
const mailHeader =
  /^(?:[!-9;-~]{1,100}:.{0,1000}\r?\n(?:[ \t].{0,1000}\r?\n)*){0,500}?(?:from|date|subject|received|message-id|mime-version|return-path):/i;
const tag = /<(?:!doctype\s+html|html|head|body|title|meta|h[1-6]|p|div|span|table|ul|ol|a|br|section|article)[\s>/]/i;

const agrees: Readonly<Record<string, (text: string) => boolean>> = {
  txt: (text) => !page.test(text),
  md: (text) => !page.test(text),
  csv: (text) => !page.test(text),
  tsv: (text) => !page.test(text),
  rtf: (text) => richText.test(text),
  eml: (text) => mailHeader.test(text),
  json: (text) => /^\s*(?:[[{"\d-]|true\b|false\b|null\b)/.test(text),
  html: (text) => tag.test(text),
};

export function checkText({ head, size }: UploadedFile, format: Format): string {
  const text = decodeText(head, { isPart: head.length < size });
  if (controls.test(text)) throw rejected('bytes that are not text');
  if (others.test(text) || (format.kind !== 'rtf' && richText.test(text)) || !agrees[format.kind]?.(text))
    throw rejected(`text that is not ${format.kind}`);
  return firstType(format);
}
