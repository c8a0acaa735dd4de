import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { besideDraft } from './pending-file';
import type { FilesOfDraft } from './use-pending-files';

const AttachedFilesList = lazyPart(() =>
  import('./attached-files').then(({ AttachedFiles }) => ({ default: AttachedFiles })),
);

/** Loaded with the first file, because most messages have none. */
export function AttachedFiles({ files }: { files: FilesOfDraft }) {
  const isShown = files.refusals.length > 0 || besideDraft(files.files).length > 0;
  return isShown ? (
    <Suspense>
      <AttachedFilesList files={files} />
    </Suspense>
  ) : null;
}
