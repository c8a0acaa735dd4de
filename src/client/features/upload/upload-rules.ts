import { formatFileSize } from '~/client/lib/format';
import type { SignedTarget } from '~/client/lib/send-bytes';
import { uploadWords as words } from '~/client/words/upload';
import { acceptedFileTypes } from '~/shared/file-kinds';
import { limits } from '~/shared/limits';

export interface UploadLimits {
  maxNumberOfFiles: number;
  maxFileSize: number;
}

export const defaultUploadLimits: UploadLimits = {
  maxNumberOfFiles: limits.attachmentsPerMessage,
  maxFileSize: limits.attachmentBytes,
};

/** Where the bytes of one file go; asked for again when a failed upload is started anew. */
export type GetUploadParameters = (file: { name: string; type: string; size: number }) => Promise<SignedTarget>;

/** Where large files go: in parts, which continue after an interruption. */
export interface PartedUploads {
  /** `file` names the same file again after a reload; then parts of it may be stored already. */
  begin(file: { id: string; size: number }): Promise<{ uploadId: string; stored: readonly number[] }>;
  sign(uploadId: string, part: number): Promise<SignedTarget>;
  listStored(uploadId: string): Promise<readonly number[]>;
  /** Returns the address of the whole file. */
  complete(file: { id: string }, uploadId: string): Promise<string>;
  remove(file: { id: string }, uploadId: string): Promise<void>;
}

export interface UploadedFile {
  name: string;
  type: string;
  size: number;
  /** The address the bytes were sent to, as it was signed. */
  uploadURL: string;
  /** The bytes, as long as the page has them. */
  data?: Blob;
}

export interface UploadResult {
  successful: UploadedFile[];
  failed: { name: string; message: string }[];
}

/** Why a file is not taken, in words; undefined when it is. The server looks at its bytes and has the last word. */
export function refusalOf(file: { name: string; type: string; size: number }, maxFileSize: number): string | undefined {
  const extension = /\.[^.]+$/.exec(file.name.toLowerCase())?.[0];
  const isAllowed = acceptedFileTypes().some((allowed) =>
    allowed.endsWith('/*') ? file.type.startsWith(allowed.slice(0, -1)) : allowed === extension,
  );
  if (!isAllowed) return words.typeNotAllowed;
  if (file.size > maxFileSize) return words.tooLarge(formatFileSize(maxFileSize));
  return file.size === 0 ? words.isEmpty : undefined;
}

/** A renamed file keeps the extension that says what it is. */
export function withExtensionOf(original: string, name: string): string {
  const extension = /\.[^.\s]{1,16}$/.exec(original)?.[0] ?? '';
  const renamed = name.trim();
  if (renamed === '') return original;
  return renamed.toLowerCase().endsWith(extension.toLowerCase()) ? renamed : `${renamed}${extension}`;
}
