import type { Waiting } from '~/client/lib/retry';
import type { UploadedFile } from './upload-rules';
import { createUploader, toUploaded, type UploaderFile, type UploaderOptions } from './uploader';

export interface DirectUploadEvents {
  /** 0 to 1. */
  onProgress: (key: string, fraction: number) => void;
  onWait: (key: string, what: Waiting | undefined, limitMs?: number) => void;
  onSent: (key: string, file: UploadedFile) => void;
  onFailed: (key: string, words: string) => void;
}

export interface DirectUploads {
  /** Throws an error with a message if the file is rejected. A key whose upload failed can be started again. */
  start: (key: string, data: File) => void;
  /** Returns whether the upload is now paused. */
  togglePause: (key: string) => boolean;
  cancel: (key: string) => void;
}

/** Uploads that start at once and have no UI of their own; the caller identifies each by a key. */
export function createDirectUploads(
  options: Omit<UploaderOptions, 'onWait'>,
  events: DirectUploadEvents,
): DirectUploads {
  const ids = new Map<string, string>();
  const keyOf = (file: UploaderFile | undefined) => file?.meta.key;
  const uploader = createUploader({
    ...options,
    onWait(id, what, limitMs) {
      const key = keyOf(uploader.getFile(id));
      if (key) events.onWait(key, what, limitMs);
    },
  });

  uploader.on('upload-progress', (file, { bytesUploaded, bytesTotal }) => {
    const key = keyOf(file);
    if (key && bytesTotal) events.onProgress(key, bytesUploaded / bytesTotal);
  });
  uploader.on('upload-success', (file, { uploadURL }) => {
    const key = keyOf(file);
    if (file && key && uploadURL) events.onSent(key, { ...toUploaded(file), uploadURL });
  });
  uploader.on('upload-error', (file, { message }) => {
    const key = keyOf(file);
    if (key) events.onFailed(key, message);
  });
  // Removes finished uploads, because Uppy would retry failed ones when another file starts.
  uploader.on('complete', ({ successful = [], failed = [] }) => {
    uploader.removeFiles([...successful, ...failed].map(({ id }) => id));
  });

  return {
    start(key, data) {
      const { name, type } = data;
      // Without the path, Uppy would treat two equal files as duplicates.
      ids.set(key, uploader.addFile({ name, type, data, meta: { name, key, relativePath: key } }));
      uploader.upload().catch(() => {});
    },
    togglePause(key) {
      const id = ids.get(key);
      return id !== undefined && uploader.getFile(id) !== undefined && uploader.pauseResume(id) === true;
    },
    cancel(key) {
      const id = ids.get(key);
      ids.delete(key);
      if (id && uploader.getFile(id)) uploader.removeFile(id);
    },
  };
}
