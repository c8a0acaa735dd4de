import type { UploadResult } from '~/client/features/upload/upload-rules';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { useCollectionChange } from './use-collection-change';

/** Makes an uploaded file the new version of a document. Shows errors of either step. */
export function useReplacement({ collectionId, documentId }: { collectionId: string; documentId: string }) {
  const change = useCollectionChange();
  const update = trpc.collections.updateDocument.useMutation(change);
  return async ({ successful: [file] }: UploadResult): Promise<void> => {
    if (!file) return;
    const { uploadURL: fileURL, name, type } = file;
    try {
      const { objectPath } = await trpcClient.uploads.claim.mutate({ fileURL, name, type });
      update.mutate({ collectionId, documentId, objectPath });
    } catch (cause) {
      change.onError(cause);
    }
  };
}
