import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { notSending } from './pending-file';
import type { DraftFiles } from './use-pending-files';

const AttachedFilesList = lazyPart(() =>
  import('./attached-files').then(({ AttachedFiles }) => ({ default: AttachedFiles })),
);

/** Loaded with the first file, because most messages have none. */
export function AttachedFiles({ files }: { files: DraftFiles }) {
  const isShown = files.rejections.length > 0 || notSending(files.files).length > 0;
  return isShown ? (
    <Suspense>
      <AttachedFilesList files={files} />
    </Suspense>
  ) : null;
}
