/**
 * Determines the type of an uploaded file. Its extension, the type declared by the browser and its bytes must agree;
 * the bytes are checked closely enough to reject a file of another kind.
 */
import { AppError } from '~/server/lib/errors';
import type { FileKind } from '~/shared/file-kinds';
import { limits } from '~/shared/limits';
import { checkDoc, checkMsg } from './check-compound';
import { checkDrawing, checkPixels } from './check-image';
import { checkOffice, checkOpenDocument } from './check-office';
import { checkPdf } from './check-pdf';
import { checkText } from './check-text';
import { extensionOf, safeFileName } from './file-name';
import { declaredTypeOf, formatOfExtension } from './media-types';
import { type Format, rejected, type UploadedFile } from './uploaded-file';

export type { UploadedFile };

export interface CheckedFile {
  kind: FileKind;
  /** The type of the bytes. */
  type: string;
}

type Check = (file: UploadedFile, format: Format) => Promise<string> | string;

const checks: Record<FileKind, Check> = {
  pdf: ({ head }, format) => checkPdf(head, format),
  docx: checkOffice,
  doc: checkDoc,
  xlsx: checkOffice,
  pptx: checkOffice,
  odt: checkOpenDocument,
  ods: checkOpenDocument,
  odp: checkOpenDocument,
  rtf: checkText,
  eml: checkText,
  msg: checkMsg,
  csv: checkText,
  tsv: checkText,
  txt: checkText,
  md: checkText,
  html: checkText,
  json: checkText,
  image: (file, format) =>
    format.extensions[0] === 'svg' ? checkDrawing(file, format) : checkPixels(file.head, format),
};

/** Throws `unsupported_type`, `too_large` or `validation` for a rejected file. Images are never larger than 10 MB. */
export async function checkFile(file: UploadedFile, maxBytes: number = limits.attachmentBytes): Promise<CheckedFile> {
  if (file.size <= 0 || file.head.length === 0) throw new AppError('validation', 'The file is empty');
  if (file.size > maxBytes) throw new AppError('too_large', `File is larger than ${maxBytes / 1024 ** 2} MB`);
  const extension = extensionOf(safeFileName(file.name));
  const format = formatOfExtension(extension);
  if (!format) throw rejected(`the name ends in "${extension}"`);
  if (format.kind === 'image' && file.size > limits.attachmentBytes)
    throw new AppError('too_large', 'Image is larger than 10 MB');
  const declared = declaredTypeOf(file.declaredType);
  if (declared && !format.types.includes(declared)) throw rejected(`declared as ${declared}, named .${extension}`);
  return { kind: format.kind, type: await checks[format.kind](file, format) };
}
