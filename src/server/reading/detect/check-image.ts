/** Checks images: raster formats by their signature, SVG by its root element. */
import { fileTypeFromBuffer } from 'file-type';
import { type Format, firstType, rejected, type UploadedFile, webPage } from './uploaded-file';

const pixelHeadBytes = 8192;
const drawingHeadBytes = 64 * 1024;

export async function checkDrawing(file: UploadedFile, format: Format): Promise<string> {
  const headBytes = Math.min(file.size, drawingHeadBytes);
  const bytes = file.head.length >= headBytes ? file.head : await file.readRange(0, headBytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    throw rejected('SVG that is not text');
  }
  if (text.includes('\0') || !/^<(?:svg:)?svg[\s>/]/.test(withoutProlog(text)))
    throw rejected('no drawing at the start');
  return firstType(format);
}

/** Removes declarations and comments before a document's root. */
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

export async function checkPixels(wholeHead: Buffer, format: Format): Promise<string> {
  const head = wholeHead.subarray(0, pixelHeadBytes);
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found || !format.types.includes(found.mime))
    throw rejected(`the bytes are ${found?.mime ?? 'unknown image signature'}`);
  if (webPage.test(head.toString('latin1'))) throw rejected('image that is also a web page');
  // An animated PNG counts as a PNG.
  return found.mime === 'image/apng' ? firstType(format) : found.mime;
}
