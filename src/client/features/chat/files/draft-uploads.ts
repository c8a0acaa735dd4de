import { createDirectUploads, type DirectUploadEvents } from '~/client/features/upload/direct-uploads';
import { defaultUploadLimits } from '~/client/features/upload/upload-rules';
import type { SignedTarget } from '~/client/lib/send-bytes';
import type { PendingList } from './pending-list';

type Ends = Pick<DirectUploadEvents, 'onSent' | 'onFailed'>;

/** Direct uploads whose progress shows in the list. Loaded with the first file. */
export function draftUploads(
  list: PendingList,
  target: (file: { size: number; type: string }) => Promise<SignedTarget>,
  ends: Ends,
) {
  const isPaused = (key: string) => list.find(key)?.state === 'paused';
  return createDirectUploads(
    { ...defaultUploadLimits, isPerMessage: true, onGetUploadParameters: target },
    {
      ...ends,
      onProgress: (key, progress) => !isPaused(key) && list.patch(key, { state: 'uploading', progress }),
      onWait: (key, what, limitMs) =>
        !isPaused(key) &&
        list.patch(key, { state: what ?? 'uploading', ...(limitMs && { resumesAt: Date.now() + limitMs }) }),
    },
  );
}
