/**
 * The requests of Uppy's multipart uploads. Uppy's plugin splits files, counts bytes, pauses and resumes; the requests
 * are our own, so that they wait for a connection. Each attempt to send a part gets a new signed URL, which can't have
 * expired.
 */
import { errorMessage } from '~/client/lib/error-message';
import { type RetryOptions, withRetries } from '~/client/lib/retry';
import { SendFailed, type SendOptions, sendBytes } from '~/client/lib/send-bytes';
import { limits } from '~/shared/limits';
import type { MultipartUploads } from './upload-rules';

interface ChosenFile {
  id: string;
  size: number | null;
}
type Retries = (fileId: string | undefined, signal: AbortSignal | undefined) => RetryOptions;
/** The upload state that the plugin passes. */
type UploadState = { uploadId?: string; key: string; signal?: AbortSignal };

/** `isChosen` returns false for files that the user has removed. Without `multipart`, requests for parts fail. */
export function multipartRequests(
  isChosen: (fileId: string) => boolean,
  multipart: MultipartUploads | undefined,
  retries: Retries,
) {
  /** Parts in progress, keyed by a URL that only the plugin sees. */
  const sending = new Map<string, { fileId: string; uploadId: string; number: number }>();
  /** Part numbers stored by an earlier attempt, by upload. */
  const stored = new Map<string, ReadonlySet<number>>();

  /** Runs a request with retries, and converts its errors to user-facing messages. */
  async function ask<T>(file: ChosenFile, work: (multipart: MultipartUploads) => Promise<T>, signal?: AbortSignal) {
    if (!multipart) throw new TypeError('no uploads in parts');
    return withRetries(() => work(multipart), retries(file.id, signal)).catch((cause: unknown) => {
      throw signal?.aborted ? cause : new Error(errorMessage(cause));
    });
  }

  return {
    options: {
      getChunkSize: () => limits.uploadPartBytes,
      async createMultipartUpload(file: ChosenFile) {
        const begun = await ask(file, ({ begin }) => begin({ id: file.id, size: file.size ?? 0 }));
        stored.set(begun.uploadId, new Set(begun.stored));
        return { uploadId: begun.uploadId, key: begun.uploadId };
      },
      signPart(file: ChosenFile, { key, partNumber }: { key: string; partNumber: number }) {
        const url = `${key}/${partNumber}`;
        sending.set(url, { fileId: file.id, uploadId: key, number: partNumber });
        return { method: 'PUT' as const, url };
      },
      async listParts(file: ChosenFile, { key, signal }: UploadState) {
        const numbers = await ask(file, ({ listStored }) => listStored(key), signal);
        return numbers.map((PartNumber) => ({ PartNumber, ETag: '' }));
      },
      async completeMultipartUpload(file: ChosenFile, { key, signal }: UploadState) {
        return { location: await ask(file, ({ complete }) => complete(file, key), signal) };
      },
      /** Also called after a failure. Then the stored parts are kept for the next attempt. */
      async abortMultipartUpload(file: ChosenFile, { key }: UploadState) {
        if (!isChosen(file.id)) await multipart?.remove(file, key);
      },
    },

    /** Returns false if the URL does not belong to a part. */
    async send(url: string, body: Blob, options: SendOptions): Promise<boolean> {
      const part = sending.get(url);
      if (!part || !multipart) return false;
      const { uploadId, number, fileId } = part;
      if (!stored.get(uploadId)?.has(number)) {
        const send = async () => sendBytes(await multipart.sign(uploadId, number), body, options);
        await withRetries(send, retries(fileId, options.signal)).catch((cause: unknown) => {
          throw options.signal?.aborted || cause instanceof SendFailed ? cause : new Error(errorMessage(cause));
        });
      }
      sending.delete(url);
      return true;
    },
  };
}
