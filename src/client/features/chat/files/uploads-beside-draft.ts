import { createDirectUploads, type DirectUploadEvents } from '~/client/features/upload/direct-uploads';
import { defaultUploadLimits } from '~/client/features/upload/upload-rules';
import type { SignedTarget } from '~/client/lib/send-bytes';
import type { PendingList } from './pending-list';

type Ends = Pick<DirectUploadEvents, 'onSent' | 'onFailed'>;

/** Direct uploads whose progress shows in the list. Loaded with the first file. */
export function uploadsBesideDraft(
  list: PendingList,
  target: (file: { size: number; type: string }) => Promise<SignedTarget>,
  ends: Ends,
) {
  const isHeld = (key: string) => list.find(key)?.state === 'paused';
  return createDirectUploads(
    { ...defaultUploadLimits, onGetUploadParameters: target },
    {
      ...ends,
      onProgress: (key, progress) => !isHeld(key) && list.patch(key, { state: 'uploading', progress }),
      onWait: (key, what, limitMs) =>
        !isHeld(key) &&
        list.patch(key, { state: what ?? 'uploading', ...(limitMs && { continuesAt: Date.now() + limitMs }) }),
    },
  );
}
