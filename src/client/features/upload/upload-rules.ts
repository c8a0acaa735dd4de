import { formatFileSize } from '~/client/lib/format';
import type { SignedTarget } from '~/client/lib/send-bytes';
import { uploadWords as words } from '~/client/words/upload';
import { isAcceptedExtension } from '~/shared/file-kinds';
import { interfaceLimits } from '~/shared/interface-limits';

export interface UploadLimits {
  maxNumberOfFiles: number;
  /** Whether they are the files of one message, not of one selection. */
  isPerMessage?: boolean;
  maxFileSize: number;
}

export const defaultUploadLimits: UploadLimits = {
  maxNumberOfFiles: interfaceLimits.attachmentsPerMessage,
  maxFileSize: interfaceLimits.attachmentBytes,
};

/** Returns the upload URL for one file; called again when a failed upload is retried. */
export type GetUploadParameters = (file: { name: string; type: string; size: number }) => Promise<SignedTarget>;

/** Endpoints for large files, which are sent in resumable parts. */
export interface MultipartUploads {
  /** `file.id` identifies the same file after a reload; then parts of it may be stored already. */
  begin(file: { id: string; size: number }): Promise<{ uploadId: string; stored: readonly number[] }>;
  sign(uploadId: string, part: number): Promise<SignedTarget>;
  listStored(uploadId: string): Promise<readonly number[]>;
  /** Returns the URL of the whole file. */
  complete(file: { id: string }, uploadId: string): Promise<string>;
  remove(file: { id: string }, uploadId: string): Promise<void>;
}

export interface UploadedFile {
  name: string;
  type: string;
  size: number;
  /** The signed URL that the bytes were sent to. */
  uploadURL: string;
  /** The bytes, while the page has them. */
  data?: Blob;
}

export interface UploadResult {
  successful: UploadedFile[];
  failed: { name: string; message: string }[];
}

/**
 * Why a file is rejected, as a message; undefined if it is accepted. The server makes the final decision from its
 * bytes.
 */
export function fileErrorOf(
  file: { name: string; type: string; size: number },
  maxFileSize: number,
): string | undefined {
  const [, extension = ''] = /\.([^.]+)$/.exec(file.name.toLowerCase()) ?? [];
  if (!file.type.startsWith('image/') && !isAcceptedExtension(extension)) return words.typeNotAllowed;
  if (file.size > maxFileSize) return words.tooLarge(formatFileSize(maxFileSize));
  return file.size === 0 ? words.isEmpty : undefined;
}

/** A renamed file keeps the extension that determines its type. */
export function withExtensionOf(original: string, name: string): string {
  const extension = /\.[^.\s]{1,16}$/.exec(original)?.[0] ?? '';
  const renamed = name.trim();
  if (renamed === '') return original;
  return renamed.toLowerCase().endsWith(extension.toLowerCase()) ? renamed : `${renamed}${extension}`;
}
