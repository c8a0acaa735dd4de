/** Multipart uploads of large files. An unfinished one is resumed when the same file is selected after a reload. */
import type { MultipartUploads } from '~/client/features/upload/upload-rules';
import { accountKey } from '~/client/lib/account-storage';
import { isTransient } from '~/client/lib/error-message';
import { trpcClient } from '~/client/lib/trpc';

export function multipartUploads(userId: string): MultipartUploads {
  const keyOf = (file: { id: string }) => accountKey('upload', userId, file.id);
  const listStored = async (id: string) => (await trpcClient.uploads.parts.query({ id })).parts;
  return {
    async begin(file) {
      const key = keyOf(file);
      const uploadId = read(key);
      const stored = uploadId === null ? null : await listStored(uploadId).catch(nullUnlessTransient);
      if (uploadId !== null && stored) return { uploadId, stored };
      const { id } = await trpcClient.uploads.createParts.mutate({ size: file.size });
      write(key, id);
      return { uploadId: id, stored: [] };
    },
    async sign(id, part) {
      const { uploadURL, headers } = await trpcClient.uploads.signPart.query({ id, part });
      return { method: 'PUT', url: uploadURL, headers };
    },
    listStored,
    async complete(file, id) {
      const { objectPath } = await trpcClient.uploads.completeParts.mutate({ id });
      write(keyOf(file), null);
      return objectPath;
    },
    async remove(file, id) {
      write(keyOf(file), null);
      await trpcClient.uploads.remove.mutate({ id });
    },
  };
}

/** Returns null, which starts a new upload, if the upload no longer exists; rethrows temporary errors. */
function nullUnlessTransient(cause: unknown): null {
  if (isTransient(cause)) throw cause;
  return null;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be forbidden; an upload then can't be resumed after a reload.
    return null;
  }
}

function write(key: string, id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(key);
    else localStorage.setItem(key, id);
  } catch {
    // Storage may be forbidden; the upload then can't be resumed after a reload.
  }
}
