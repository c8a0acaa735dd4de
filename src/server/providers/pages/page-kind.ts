/** Chooses the parser for a response. */
import { AppError } from '~/server/lib/errors';
import { extensionOf, safeFileName } from '~/server/reading/detect/file-name';
import { formatOfExtension, formatOfType } from '~/server/reading/detect/media-types';
import { checkFile } from '~/server/reading/detect/sniff';
import type { ReadingJob } from '~/server/reading/reading';

export interface Fetched {
  url: string;
  body: Buffer;
  contentType: string;
}

/** Undefined for unsupported kinds of files. */
export async function readingJobOf({ url, body, contentType }: Fetched): Promise<ReadingJob | undefined> {
  const [declared = '', ...parameters] = contentType.toLowerCase().split(';');
  const type = declared.trim();
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([\w-]{2,30})/.exec(one)?.[1]).find(Boolean) ?? '';
  const page = { kind: 'html', type: 'text/html', name: 'page.html', bytes: body, page: { url, charset } } as const;
  if (type === 'text/html' || type === 'application/xhtml+xml') return page;
  const isPdf = body.subarray(0, 1024).includes('%PDF-');
  const name = fileNameOf(url);
  // The declared type takes precedence over the extension, except for PDFs, which are detected by their content.
  const format = isPdf ? formatOfExtension('pdf') : formatOfType(type, extensionOf(name));
  if (!format && type === '' && looksLikePage(body)) return page;
  if (!format || format.kind === 'image') return undefined;
  if (format.kind === 'html') return page;
  try {
    const extension = format.extensions[0] ?? '';
    const file = { name: `page.${extension}`, head: body, size: body.length, readRange: rangeOf(body) };
    const checked = await checkFile(file);
    return { ...checked, name, bytes: body };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const rangeOf = (body: Buffer) => async (start: number, end: number) => body.subarray(start, end);

const looksLikePage = (body: Buffer): boolean =>
  /^\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)/i.test(body.toString('latin1', 0, 1024));

/** The last segment of the URL's path, as a file name. */
export function fileNameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return safeFileName(decodeURIComponent(last));
  } catch {
    return safeFileName(last);
  }
}
