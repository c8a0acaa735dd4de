import type { UploadedFile } from '~/client/features/upload/upload-rules';
import { errorMessage, isTransient, limitedFor } from '~/client/lib/error-message';
import { withRetries } from '~/client/lib/retry';
import type { ClaimedUpload, UploadTarget } from '~/shared/schemas/uploads';
import type { PendingList } from './pending-list';

/** The server's endpoints for files, independent of the transport. */
export interface FileServer {
  create: (file: { size: number; type: string }) => Promise<UploadTarget>;
  claim: (file: { fileURL: string; name: string; type: string }) => Promise<ClaimedUpload>;
  attachText: (file: { name: string; text: string }) => Promise<ClaimedUpload>;
  remove: (id: string) => Promise<unknown>;
}

export type FileClaims = ReturnType<typeof createFileClaims>;

const claimDelays = [0, 1000, 3000, 5000];

/** Claims uploaded files for the account: the server checks them and returns their URLs. */
export function createFileClaims(list: PendingList, server: FileServer) {
  const uploaded = new Map<string, UploadedFile>();

  /** Claims with retries, then keeps the file with the draft, or removes it if the user removed it in the meantime. */
  async function keep(key: string, ask: () => Promise<ClaimedUpload>) {
    const { id, objectPath, name, type, size } = await withRetries(ask, {
      delays: claimDelays,
      isTransient,
      limitedFor,
      onWait: (what, limitMs = 0) => list.patch(key, { state: what ?? 'checking', resumesAt: Date.now() + limitMs }),
    });
    uploaded.delete(key);
    if (!list.find(key)) return void server.remove(id).catch(() => {});
    list.patch(key, { state: 'ready', name, type, size, stored: { id, objectPath, at: Date.now() } });
    list.save();
  }

  async function claim(key: string) {
    const file = uploaded.get(key);
    if (!file) return;
    list.patch(key, { state: 'checking', progress: 1, error: undefined });
    try {
      await keep(key, () => server.claim({ fileURL: file.uploadURL, name: file.name, type: file.type }));
    } catch (cause) {
      list.patch(key, { state: 'failed', error: errorMessage(cause), canRetry: isTransient(cause) });
    }
  }

  return {
    claim,
    attachText: (key: string, file: { name: string; text: string }) => keep(key, () => server.attachText(file)),
    addUploaded(key: string, file: UploadedFile) {
      uploaded.set(key, file);
      void claim(key);
    },
    hasUploaded: (key: string) => uploaded.has(key),
    forget: (key: string) => void uploaded.delete(key),
  };
}
