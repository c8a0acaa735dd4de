import type { DirectUploads } from '~/client/features/upload/direct-uploads';
import { errorMessage } from '~/client/lib/error-message';
import type { SignedTarget } from '~/client/lib/send-bytes';
import type { FileClaims, FileServer } from './file-claims';
import type { PendingList } from './pending-list';

export type FileSending = ReturnType<typeof createFileSending>;

/** Uploads files to the file storage. The upload code is loaded with the first file. */
export function createFileSending(list: PendingList, server: FileServer, { addUploaded }: FileClaims) {
  /** The contents of files that are not uploaded yet. */
  const bytes = new Map<string, File>();
  let uploads: Promise<DirectUploads> | undefined;
  const fail = (key: string, error: string) => list.patch(key, { state: 'failed', error, canRetry: true });

  const target = async ({ size, type }: { size: number; type: string }): Promise<SignedTarget> => {
    const { uploadURL, headers } = await server.create({ size, type });
    return { method: 'PUT', url: uploadURL, headers };
  };

  async function loadUploads(): Promise<DirectUploads> {
    const { draftUploads } = await import('./draft-uploads');
    return draftUploads(list, target, {
      onSent(key, file) {
        bytes.delete(key);
        addUploaded(key, file);
      },
      onFailed: fail,
    });
  }

  async function begin(key: string) {
    const data = bytes.get(key);
    if (!data) return;
    list.patch(key, { state: 'uploading', progress: 0, error: undefined });
    uploads ??= loadUploads();
    try {
      const { start } = await uploads;
      // The user may have removed the file while the code was loading.
      if (list.find(key)) start(key, data);
    } catch (cause) {
      uploads = undefined;
      fail(key, errorMessage(cause));
    }
  }

  return {
    target,
    begin,
    send(key: string, data: File) {
      bytes.set(key, data);
      void begin(key);
    },
    forget: (key: string) => void bytes.delete(key),
    cancel: (key: string) => void uploads?.then((direct) => direct.cancel(key)),
    async togglePause(key: string) {
      const isPaused = (await uploads)?.togglePause(key) ?? false;
      list.patch(key, { state: isPaused ? 'paused' : 'uploading' });
    },
  };
}
