/**
 * The only way that files are uploaded: Uppy with its store plugin, used by the dialog and, without a UI, for pasted
 * and dropped files. Loaded with the first file, never with a page. The plugin neither retries a single-part upload nor
 * waits for a connection, and it hangs without an ETag header; so lib/send-bytes.ts sends the bytes.
 */
import AwsS3 from '@uppy/aws-s3';
import Uppy, { type Body, type Meta, type UppyFile, type UploadResult as UppyResult } from '@uppy/core';
import { errorMessage, isTransient, limitedFor } from '~/client/lib/error-message';
import { formatFileSize, plainFileName } from '~/client/lib/format';
import { type Waiting, withRetries } from '~/client/lib/retry';
import { SendFailed, sendBytes } from '~/client/lib/send-bytes';
import { uploadWords } from '~/client/words/upload';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import { acceptedFileTypes } from '~/shared/file-kinds';
import { limits } from '~/shared/limits';
import { multipartRequests } from './multipart-requests';
import {
  fileErrorOf,
  type GetUploadParameters,
  type MultipartUploads,
  type UploadedFile,
  type UploadLimits,
  type UploadResult,
  withExtensionOf,
} from './upload-rules';

export interface UploadMeta extends Meta {
  name: string;
  /** The caller's key for an upload. */
  key?: string;
}
export type Uploader = Uppy<UploadMeta, Body>;
export type UploaderFile = UppyFile<UploadMeta, Body>;

export interface UploaderOptions extends UploadLimits {
  /** Files already attached elsewhere that count towards the limit. */
  numberTaken?: number;
  onGetUploadParameters: GetUploadParameters;
  /** Without it, every file is sent in one request. */
  multipart?: MultipartUploads | undefined;
  onWait?: (fileId: string, what: Waiting | undefined, limitMs?: number) => void;
  /** Called for each file as soon as it is uploaded, while others are still in progress. */
  onUploaded?: ((file: UploadedFile) => void) | undefined;
}

const retryDelays = [0, 1000, 3000, 5000];
const simultaneousUploads = 6;
/** Errors are shown beside the file, so Uppy logs nothing to the console. */
const silent = { debug() {}, warn() {}, error() {} };

export function createUploader(options: UploaderOptions): Uploader {
  const { onGetUploadParameters, multipart, onWait, onUploaded } = options;
  const uploader = createUppy(options);
  // Called by a file's retry button. Uppy's own implementation does not emit `complete`.
  uploader.retryUpload = () => uploader.retryAll();
  const retries = (fileId: string | undefined, signal: AbortSignal | undefined) => ({
    delays: retryDelays,
    isTransient: (cause: unknown) => (cause instanceof SendFailed ? cause.isTransient : isTransient(cause)),
    limitedFor,
    signal,
    onWait: (what: Waiting | undefined, limitMs?: number) => fileId !== undefined && onWait?.(fileId, what, limitMs),
  });
  /** The plugin does not pass the file with its bytes, but every file has its own URL. */
  const fileOf = new Map<string, string>();
  const isMultipart = ({ size }: { size: number | null }) =>
    multipart !== undefined && (size ?? 0) > limits.uploadPartBytes;
  const parts = multipartRequests((id) => uploader.getFile(id) !== undefined, multipart, retries);

  uploader.use(AwsS3, {
    shouldUseMultipart: isMultipart,
    ...parts.options,
    limit: simultaneousUploads,
    retryDelays,
    async getUploadParameters(file, { signal }) {
      const { name, type, size } = factsOf(file);
      const ask = () => onGetUploadParameters({ name, type, size });
      const target = await withRetries(ask, retries(file.id, signal)).catch((cause) => {
        throw signal?.aborted ? cause : new Error(errorMessage(cause));
      });
      fileOf.set(target.url, file.id);
      return target;
    },
    async uploadPartBytes({ signature, body, size = 0, onProgress, onComplete, signal }) {
      const { url, headers = {} } = signature;
      // The plugin only sends forms with POST, and our uploads use PUT.
      const bytes = body as Blob;
      const reportProgress = (sent: number) => onProgress({ loaded: Math.min(sent, size), lengthComputable: true });
      if (await parts.send(url, bytes, { signal, onProgress: reportProgress })) {
        reportProgress(size);
        onComplete('');
        return { ETag: '' };
      }
      const send = () => sendBytes({ method: 'PUT', url, headers }, bytes, { signal, onProgress: reportProgress });
      await withRetries(send, retries(fileOf.get(url), signal));
      fileOf.delete(url);
      reportProgress(size);
      return { ETag: '', location: url };
    },
  });
  if (onUploaded) uploader.on('upload-success', (file) => file && onUploaded(toUploaded(uploader.getFile(file.id))));
  return uploader;
}

function createUppy({ numberTaken = 0, ...limit }: UploaderOptions): Uploader {
  const { maxNumberOfFiles, maxFileSize } = limit;
  const tooMany = tooManyWords(limit);
  const uploader: Uploader = new Uppy<UploadMeta, Body>({
    autoProceed: false,
    logger: silent,
    restrictions: {
      maxNumberOfFiles: maxNumberOfFiles - numberTaken,
      maxFileSize,
      minFileSize: 1,
      allowedFileTypes: acceptedFileTypes(),
    },
    onBeforeFileAdded(file, files) {
      const { name, type, size } = file;
      const isTooLarge = maxFileSize > limits.attachmentBytes && (size ?? 0) > limits.attachmentBytes;
      const problem =
        isTooLarge && type.startsWith('image/')
          ? words.imageTooLarge(formatFileSize(limits.attachmentBytes))
          : // The size of a remote file may be unknown. The uploader's own messages don't name the file.
            fileErrorOf({ name: name ?? '', type, size: size ?? 1 }, maxFileSize);
      if (problem) {
        uploader.info(`${plainFileName(name ?? '')}: ${problem}`, 'error');
        return false;
      }
      return !Object.hasOwn(files, file.id);
    },
    locale: {
      pluralize: (count: number) => (count === 1 ? 0 : 1),
      strings: {
        youCanOnlyUploadX: { 0: tooMany, 1: tooMany },
        exceedsSize: uploadWords.tooLarge(formatFileSize(maxFileSize)),
        inferiorSize: uploadWords.isEmpty,
        youCanOnlyUploadFileTypes: uploadWords.typeNotAllowed,
        noDuplicates: words.duplicate,
        noInternetConnection: words.offline,
        connectedToInternet: words.online,
      },
    },
  });
  return uploader;
}

function tooManyWords({ maxNumberOfFiles, isPerMessage }: UploadLimits): string {
  if (isPerMessage) return uploadWords.tooMany(maxNumberOfFiles);
  return maxNumberOfFiles === 1 ? words.oneAtOnce : uploadWords.tooManyAtOnce(maxNumberOfFiles);
}

function factsOf(file: UploaderFile) {
  return {
    name: withExtensionOf(file.name ?? 'file', file.meta.name ?? ''),
    type: file.type ?? '',
    size: file.size ?? 0,
  };
}

/** Without files that have failed, which Uppy counts as in progress. */
export const isUploading = (uploader: Uploader): boolean => Object.keys(uploader.getState().currentUploads).length > 0;

export function toUploaded(file: UploaderFile): UploadedFile {
  const { data } = file;
  return {
    ...factsOf(file),
    uploadURL: file.uploadURL ?? file.response?.uploadURL ?? '',
    ...(data instanceof Blob && { data }),
  };
}

export const toUploadResult = ({ successful = [], failed = [] }: UppyResult<UploadMeta, Body> = {}): UploadResult => ({
  successful: successful.map(toUploaded),
  failed: failed.map(({ name, error }) => ({ name: name ?? '', message: error ?? '' })),
});
